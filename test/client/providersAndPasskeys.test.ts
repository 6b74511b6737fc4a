/**
 * Sign-in with providers and with passkeys from end to end: the client, a browser, and the service with its identity
 * provider.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as ConnectedAccounts from "../../src/client/ConnectedAccounts.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Mfa from "../../src/client/Mfa.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import * as Passkey from "../../src/client/Passkey.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as MfaPrompt from "../../src/platform/page/MfaPrompt.ts"
import * as Totp from "../../src/platform/Totp.ts"
import * as Session from "../../src/session/Session.ts"
import * as SoftwareAuthenticator from "../../src/testing/SoftwareAuthenticator.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { page, type Page } from "../support/appPage.ts"
import * as Browser from "../support/Browser.ts"
import { password } from "../support/emulatorCalls.ts"

const origin = "http://localhost:3000"

const service = Emulator.layer({
  passwordCost: "insecure-fast",
  project: {
    config: {
      passkeyEnabled: true,
      oauthProviders: [
        { id: "github", type: "shared" },
        { id: "google", type: "standard", clientId: "our-client", clientSecret: "our-secret" }
      ]
    }
  }
})

/** An app on a page, as its own user agent. */
const device = (here: Page) =>
  Layer.fresh(
    Layer.unwrap(
      Effect.map(Emulator.Emulator, ({ baseUrl, fetch, project }) =>
        Session.layer.pipe(
          Layer.provideMerge(MemoryTokenStore.layer),
          Layer.provideMerge(
            ClientApp.layer({ ...project!, apiUrl: baseUrl }).pipe(Layer.provide(Http.layerHandler(fetch)), Layer.orDie)
          ),
          Layer.provideMerge(here.layer)
        )
      )
    )
  )

const on = (path: string) => page(origin + path, { navigates: false })

/** Opens the URL in a browser, which ends up at the app. */
const follow = Effect.fnUntraced(function* (here: Page, url: string, answer: Emulator.SignInAnswer = {}) {
  const { baseUrl, fetch, identityProvider } = yield* Emulator.Emulator
  yield* identityProvider.script(answer)
  const end = yield* Browser.make({ [baseUrl]: fetch }).open(url)
  if (end.status !== 0) throw new Error(`the service answered ${end.status}: ${end.text}`)
  here.url = end.url
})

const signIn = (here: Page, provider: string, answer?: Emulator.SignInAnswer) =>
  Effect.gen(function* () {
    yield* follow(here, yield* OAuth.start({ provider }), answer)
    return yield* OAuth.callback()
  })

const link = (here: Page, options: OAuth.OAuthOptions, answer?: Emulator.SignInAnswer) =>
  Effect.gen(function* () {
    yield* follow(here, Redacted.value(yield* OAuth.link(options)), answer)
    return yield* OAuth.callback()
  })

const ann: Emulator.TestIdentity = { email: "ann@example.org", displayName: "Ann" }

describe("a sign-in with a provider", () => {
  it.effect("is accepted only in the browser that started it", () => {
    const here = on("/")
    const victim = on("/")
    return Effect.gen(function* () {
      yield* follow(here, yield* OAuth.start({ provider: "github" }))
      victim.url = here.url
      expect(yield* OAuth.callback().pipe(Effect.provide(device(victim)))).toBe("ignored")
      expect(yield* OAuth.callback()).toBe("signed-up")
      here.url = victim.url
      expect(yield* OAuth.callback()).toBe("ignored")
    }).pipe(Effect.provide(device(here)), Effect.provide(service))
  })

  it.effect("makes the secret of a second factor for guests and users, and for no signed-out visitor", () =>
    Effect.gen(function* () {
      expect((yield* Effect.flip(Mfa.createSecret({ issuer: "Example" })))._tag).toBe("UserAuthenticationRequired")
      yield* Anonymous.signUp
      const { uri } = yield* Mfa.createSecret({ issuer: "Example" })
      const guest = yield* CurrentUser.getIncludingAnonymous
      expect(new URL(Redacted.value(uri)).pathname).toContain(guest?.id)
    }).pipe(Effect.provide(device(on("/"))), Effect.provide(service))
  )

  it.effect("asks for the second factor", () => {
    const here = on("/")
    return Effect.gen(function* () {
      yield* signIn(here, "github", { identity: ann })
      const { secret } = yield* Mfa.createSecret({ issuer: "Example" })
      yield* Mfa.enable({ secret, totp: yield* Totp.generate(Redacted.value(secret)) })
      yield* Sessions.signOut
      const required = yield* Effect.flip(signIn(here, "github", { identity: ann }))
      expect(required._tag).toBe("MultiFactorAuthenticationRequired")
      // Wrong digits do not use the first factor up.
      const told: Array<boolean> = []
      const digits = Totp.generate(Redacted.value(secret))
      const ask = (again: boolean) => {
        told.push(again)
        return told.length < 3 ? Effect.succeed("000000") : digits
      }
      const asked = signIn(here, "github", { identity: ann }).pipe(Effect.provideService(MfaPrompt.MfaPrompt, ask))
      expect(yield* asked).toBe("signed-in")
      expect(told).toStrictEqual([false, true, true])
    }).pipe(Effect.provide(device(here)), Effect.provide(service))
  })
})

describe("a connected account", () => {
  it.effect("is linked to the current user, and gives tokens for its scopes", () => {
    const here = on("/settings?tab=2")
    const scopes = ["https://www.googleapis.com/auth/calendar"]
    return Effect.gen(function* () {
      yield* Password.signUp({ email: "ann@example.org", password })
      const { id } = yield* CurrentUser.getOrFail
      expect(yield* ConnectedAccounts.getAccessToken({ provider: "google" })).toBeNull()
      expect(yield* link(here, { provider: "google" }, { identity: ann })).toBe("linked")
      expect((yield* CurrentUser.getOrFail).id).toBe(id)
      expect(yield* ConnectedAccounts.getAccessToken({ provider: "google" })).not.toBeNull()
      expect(yield* ConnectedAccounts.getAccessToken({ provider: "google", scopes })).toBeNull()
      here.url = new URL(`${origin}/settings`)
      expect(yield* link(here, { provider: "google", scopes }, { identity: ann })).toBe("linked")
      const token = yield* ConnectedAccounts.getAccessToken({ provider: "google", scopes })
      expect(Redacted.isRedacted(token)).toBe(true)
      expect(yield* ConnectedAccounts.list).toMatchObject([{ provider: "google" }])
    }).pipe(Effect.provide(device(here)), Effect.provide(service))
  })
})

/** A user agent with an authenticator that agrees to everything. */
const authenticator = (ceremony: SoftwareAuthenticator.Ceremony = { origin }) => SoftwareAuthenticator.layer(ceremony)

describe("a passkey", () => {
  it.effect("asks for the second factor", () => {
    const here = on("/settings")
    return Effect.gen(function* () {
      yield* Password.signUp({ email: "ann@example.org", password })
      yield* Passkey.register()
      const { secret } = yield* Mfa.createSecret({ issuer: "Example" })
      yield* Mfa.enable({ secret, totp: yield* Totp.generate(Redacted.value(secret)) })
      yield* Sessions.signOut
      expect((yield* Effect.flip(Passkey.signIn()))._tag).toBe("MultiFactorAuthenticationRequired")
      yield* Passkey.signIn().pipe(Effect.provide(MfaPrompt.layerCustom(Totp.generate(Redacted.value(secret)))))
      expect(yield* CurrentUser.get).not.toBeNull()
    }).pipe(Effect.provide(authenticator()), Effect.provide(device(here)), Effect.provide(service))
  })
})
