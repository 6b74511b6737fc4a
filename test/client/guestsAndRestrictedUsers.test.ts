/** Guests and restricted users, with each generation of the service and with both. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as MagicLink from "../../src/client/MagicLink.ts"
import * as Mfa from "../../src/client/Mfa.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import * as Passkey from "../../src/client/Passkey.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import { MultiFactorAuthenticationRequired } from "../../src/domain/errors/Mfa.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as MfaPrompt from "../../src/platform/page/MfaPrompt.ts"
import * as Totp from "../../src/platform/Totp.ts"
import * as ServerCurrentUser from "../../src/server/CurrentUser.ts"
import * as ServerSessions from "../../src/server/Sessions.ts"
import * as Users from "../../src/server/Users.ts"
import { allowingAnonymous } from "../../src/session/AllowedUsers.ts"
import * as Session from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as SoftwareAuthenticator from "../../src/testing/SoftwareAuthenticator.ts"
import * as ExplicitTokenStore from "../../src/token/ExplicitTokenStore.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { leaving, page, type Page } from "../support/appPage.ts"
import * as Browser from "../support/Browser.ts"
import { password } from "../support/emulatorCalls.ts"

const origin = "http://localhost:3000"
const verificationCallbackUrl = `${origin}/verify`

const settings = ["2025-06", "current", undefined] as const

const config = {
  magicLinkEnabled: true,
  passkeyEnabled: true,
  oauthProviders: [{ id: "github", type: "shared" as const }]
}

/** A service of its own, long after 1970. */
const service = (service: (typeof settings)[number]) =>
  Layer.effectDiscard(TestClock.setTime(Date.UTC(2026, 0, 1))).pipe(
    Layer.provideMerge(EmulatedApp.layer({ service, anonymousSignUp: true, project: { config } }))
  )

/** An app on a page, as its own user agent. */
const device = (here: Page = page(`${origin}/`, { navigates: false })) =>
  Layer.fresh(Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer), Layer.provideMerge(here.layer)))

const tokens = Effect.flatMap(TokenStore, (store) =>
  Effect.map(store.get, (tokens) => ({
    access: tokens?.accessToken && Redacted.value(tokens.accessToken),
    refresh: tokens?.refreshToken && Redacted.value(tokens.refreshToken)
  }))
)

/** A guest, with their id. */
const becomeGuest = Effect.gen(function* () {
  yield* Anonymous.signUp
  const user = yield* CurrentUser.getIncludingAnonymous
  if (user === null) throw new Error("nobody is signed in")
  return user
})

/** What is left of the session of these tokens at the service. */
const readState = (refreshToken: string | undefined) =>
  Effect.gen(function* () {
    const { baseUrl, fetch, project } = yield* Emulator.Emulator
    const response = yield* Effect.promise(() =>
      fetch(
        new Request(`${baseUrl}/api/v1/auth/oauth/token`, {
          method: "POST",
          body: new URLSearchParams({
            grant_type: "refresh_token",
            refresh_token: refreshToken ?? "",
            client_id: project!.projectId,
            client_secret: project!.publishableClientKey
          })
        })
      )
    )
    return response.status === 200 ? "open" : "ended"
  })

/** Goes through a provider, back to the page of the app. */
const throughProvider = Effect.fnUntraced(function* (here: Page, email: string) {
  const { baseUrl, fetch, identityProvider } = yield* Emulator.Emulator
  yield* identityProvider.script({ identity: { email } })
  const end = yield* Browser.make({ [baseUrl]: fetch }).open(yield* OAuth.start({ provider: "github" }))
  here.url = end.url
  return yield* OAuth.callback({ noRedirect: true })
})

const mailedCode = Effect.fnUntraced(function* (email: string) {
  yield* MagicLink.send({ email, callbackUrl: `${origin}/magic` })
  return yield* EmulatedApp.codeTo(email)
})

describe("a guest who leaves for a provider", () => {
  it.effect("is not taken over by someone who learns the provider's URL", () => {
    const here = page(`${origin}/`)
    return Effect.gen(function* () {
      const { baseUrl, fetch, identityProvider } = yield* Emulator.Emulator
      const guest = yield* becomeGuest
      yield* leaving(here, OAuth.start({ provider: "github" }))
      const own = Browser.make({ [baseUrl]: fetch })
      const address = yield* Effect.promise(async () => {
        const response = await fetch(new Request(here.visited[0]!, { redirect: "manual" }))
        return response.headers.get("location")!
      })
      yield* identityProvider.script({ identity: { email: "mallory@example.org" } })
      expect((yield* Browser.make({ [baseUrl]: fetch }).open(address)).status).toBe(400)
      expect(yield* CurrentUser.getIncludingAnonymous).toMatchObject({ id: guest.id, isAnonymous: true })

      yield* identityProvider.script({ identity: { email: "ann@example.org" } })
      here.url = (yield* own.open(here.visited[0]!)).url
      expect(yield* OAuth.callback({ noRedirect: true })).toBe("upgraded")
      expect(yield* CurrentUser.get).toMatchObject({ id: guest.id, primaryEmail: "ann@example.org" })
    }).pipe(Effect.provide(device(here)), Effect.provide(service("current")))
  })
})

describe.each(settings)("a guest (service %s)", (name) => {
  const here = () => page(`${origin}/`, { navigates: false })

  it.effect("reads and changes themselves, refreshes, and signs out for good", () =>
    Effect.gen(function* () {
      const guest = yield* becomeGuest
      expect(guest).toMatchObject({ isAnonymous: true, isRestricted: true, restrictedReason: "anonymous" })
      expect((yield* CurrentUser.setDisplayName("Gus")).displayName).toBe("Gus")
      const before = yield* tokens
      yield* TestClock.adjust("590 seconds")
      expect((yield* Sessions.list).length).toBe(1)
      expect((yield* tokens).access).not.toBe(before.access)
      expect(yield* readState(before.refresh)).toBe("open")
      yield* Sessions.signOut
      expect(yield* tokens).toStrictEqual({ access: undefined, refresh: undefined })
      expect(yield* readState(before.refresh)).toBe("ended")
    }).pipe(Effect.provide(device()), Effect.provide(service(name)))
  )

  it.effect("is recognized by servers from the credentials of the request", () =>
    Effect.gen(function* () {
      const guest = yield* becomeGuest
      const { access, refresh } = yield* tokens
      const request = Layer.fresh(
        Session.layer.pipe(Layer.provide(ExplicitTokenStore.layer({ accessToken: access, refreshToken: refresh })))
      )
      yield* Effect.gen(function* () {
        expect(yield* ServerCurrentUser.get).toBeNull()
        expect((yield* allowingAnonymous(ServerCurrentUser.get))?.id).toBe(guest.id)
        expect((yield* ServerCurrentUser.update({ serverMetadata: { seen: true } })).serverMetadata).toStrictEqual({
          seen: true
        })
      }).pipe(Effect.provide(request))
    }).pipe(Effect.provide(device()), Effect.provide(service(name)))
  )

  it.effect("who signs up learns whether they keep their user ID", () => {
    const keeps = name !== "2025-06"
    const expected = keeps ? "upgraded" : "signed-up"
    return Effect.gen(function* () {
      const check = Effect.fnUntraced(function* (guest: CurrentUser.CurrentUser, result: string) {
        const user = yield* CurrentUser.getOrFail
        expect({ result, keepsId: user.id === guest.id, isRestricted: user.isRestricted }).toStrictEqual({
          result: expected,
          keepsId: keeps,
          isRestricted: false
        })
      })
      const withPassword = Effect.gen(function* () {
        const guest = yield* becomeGuest
        const old = yield* tokens
        const input = { email: "ann@example.org", password, verificationCallbackUrl, noRedirect: true }
        yield* check(guest, yield* Password.signUp(input))
        expect((yield* tokens).refresh).not.toBe(old.refresh)
        // The terminal or the tab that has the guest's goes on.
        expect(yield* readState(old.refresh)).toBe("open")
      })
      const withMail = Effect.gen(function* () {
        const guest = yield* becomeGuest
        yield* check(guest, yield* MagicLink.signIn({ code: yield* mailedCode("bob@example.org"), noRedirect: true }))
      })
      const onPage = here()
      const withProvider = Effect.gen(function* () {
        const guest = yield* becomeGuest
        yield* check(guest, yield* throughProvider(onPage, "cat@example.org"))
      })
      yield* Effect.provide(withPassword, device())
      yield* Effect.provide(withMail, device())
      yield* Effect.provide(withProvider, device(onPage))
      // Guests who were left behind are still there.
      const guests = (yield* Users.list(keeps ? { includeAnonymous: true } : {})).filter((user) => user.isAnonymous)
      expect(guests.length).toBe(keeps ? 0 : 3)
    }).pipe(Effect.provide(service(name)))
  })

  it.effect("who signs up after their access token has expired keeps their user ID", () =>
    Effect.gen(function* () {
      const guest = yield* becomeGuest
      yield* TestClock.adjust("1 hour")
      const result = yield* Password.signUp({
        email: "ann@example.org",
        password,
        verificationCallbackUrl,
        noRedirect: true
      })
      expect(result).toBe(name === "2025-06" ? "signed-up" : "upgraded")
      expect((yield* CurrentUser.getOrFail).id === guest.id).toBe(name !== "2025-06")
    }).pipe(Effect.provide(device()), Effect.provide(service(name)))
  )

  it.effect.each(["MfaPrompt", "Mfa.signIn"])("signs up by %s with a second factor", (by) => {
    const keeps = name !== "2025-06"
    const onPage = here()
    const check = Effect.fnUntraced(function* <E, R>(signUp: Effect.Effect<string, E, R>) {
      const guest = yield* becomeGuest
      const secret = yield* Totp.randomSecret
      yield* Mfa.enable({ secret: Redacted.make(secret), totp: yield* Totp.generate(secret) })
      yield* TestClock.adjust("1 minute") // digits count once
      let asked = 0
      const digits = Effect.suspend(() => {
        asked++
        return Totp.generate(secret)
      })
      const result = yield* signUp.pipe(
        Effect.provide(by === "MfaPrompt" ? MfaPrompt.layerCustom(digits) : MfaPrompt.layerNone),
        Effect.catchIf(
          (error) => error instanceof MultiFactorAuthenticationRequired,
          ({ details: { attemptCode } }) =>
            Effect.flatMap(digits, (totp) => Mfa.signIn({ attemptCode, totp, noRedirect: true }))
        )
      )
      expect({ result, asked }).toStrictEqual(
        keeps ? { result: "upgraded", asked: 1 } : { result: "signed-up", asked: 0 }
      )
      expect((yield* CurrentUser.getOrFail).id === guest.id).toBe(keeps)
      yield* Sessions.signOut
    })
    return Effect.gen(function* () {
      yield* check(Password.signUp({ email: "ann@example.org", password, verificationCallbackUrl, noRedirect: true }))
      yield* check(
        Effect.flatMap(mailedCode("bob@example.org"), (code) => MagicLink.signIn({ code, noRedirect: true }))
      )
      yield* check(throughProvider(onPage, "cat@example.org"))
    }).pipe(Effect.provide(device(onPage)), Effect.provide(service(name)))
  })

  it.effect("keeps their user ID with only a refresh token in the store", () =>
    Effect.gen(function* () {
      const guest = yield* becomeGuest
      const store = yield* TokenStore
      const { refresh } = yield* tokens
      yield* store.set({ refreshToken: Redacted.make(refresh!) })
      yield* MagicLink.signIn({ code: yield* mailedCode("ann@example.org"), noRedirect: true })
      expect((yield* CurrentUser.getOrFail).id === guest.id).toBe(name !== "2025-06")
    }).pipe(Effect.provide(device()), Effect.provide(service(name)))
  )

  it.effect("whose session has ended signs up as a new user", () =>
    Effect.gen(function* () {
      const guest = yield* becomeGuest
      yield* Users.delete(guest.id)
      yield* TestClock.adjust("1 hour")
      const result = yield* Password.signUp({
        email: "ann@example.org",
        password,
        verificationCallbackUrl,
        noRedirect: true
      })
      expect(result).toBe("signed-up")
    }).pipe(Effect.provide(device()), Effect.provide(service(name)))
  )

  it.effect("stays a separate user when someone signs in to an existing account", () => {
    const onPage = here()
    return Effect.gen(function* () {
      const other = yield* Users.create({
        primaryEmail: "ann@example.org",
        primaryEmailVerified: true,
        primaryEmailAuthEnabled: true,
        password
      })
      const ways = {
        password: Password.signIn({ email: "ann@example.org", password, noRedirect: true }),
        link: Effect.flatMap(mailedCode("ann@example.org"), (code) => MagicLink.signIn({ code, noRedirect: true })),
        provider: throughProvider(onPage, "ann@example.org")
      }
      for (const [name, way] of Object.entries(ways)) {
        const guest = yield* becomeGuest
        expect(["signed-in", undefined], name).toContain(yield* way)
        expect((yield* CurrentUser.getOrFail).id, name).toBe(other.id)
        expect((yield* Users.get(guest.id)).isAnonymous, name).toBe(true)
        yield* Sessions.signOut
      }
    }).pipe(Effect.provide(device(onPage)), Effect.provide(service(name)))
  })

  it.effect("who registers a passkey signs in with it as the same user", () => {
    const onPage = here()
    return Effect.gen(function* () {
      const guest = yield* becomeGuest
      yield* Passkey.register()
      yield* Sessions.signOut
      yield* Passkey.signIn({ noRedirect: true })
      expect((yield* CurrentUser.getIncludingAnonymous)?.id).toBe(guest.id)
    }).pipe(
      Effect.provide(SoftwareAuthenticator.layer({ origin })),
      Effect.provide(device(onPage)),
      Effect.provide(service(name))
    )
  })
})

describe.each(["current", undefined] as const)("a restricted user (service %s)", (name) => {
  /** Somebody whom an administrator has restricted before they signed in here. */
  const restricted = Effect.gen(function* () {
    const { id } = yield* Users.create({
      displayName: "Ann",
      restrictedByAdmin: true,
      restrictedByAdminReason: "unpaid",
      restrictedByAdminPrivateDetails: "invoice 7"
    })
    yield* (yield* TokenStore).set(yield* ServerSessions.create({ userId: id }))
    return id
  })

  it.effect("sees the reason, may do what the app allows, and signs out for good", () =>
    Effect.gen(function* () {
      const id = yield* restricted
      expect(yield* CurrentUser.get).toMatchObject({
        id,
        isRestricted: true,
        restrictedReason: "restricted_by_administrator",
        restrictedByAdmin: true,
        restrictedByAdminReason: "unpaid"
      })
      yield* CurrentUser.setDisplayName("Bea")
      yield* TestClock.adjust("1 hour")
      expect((yield* CurrentUser.getOrFail).displayName).toBe("Bea")
      const { refresh } = yield* tokens
      yield* Sessions.signOut
      expect(yield* readState(refresh)).toBe("ended")
    }).pipe(Effect.provide(device()), Effect.provide(service(name)))
  )

  it.effect("gets an unrestricted token as soon as the app sees that the restriction has ended", () =>
    Effect.gen(function* () {
      const id = yield* restricted
      const saysRestricted = Effect.map(tokens, ({ access }) => AccessTokenClaims.decode(access ?? "")?.isRestricted)
      expect((yield* CurrentUser.get)?.isRestricted).toBe(true)
      expect(yield* saysRestricted).toBe(true)
      yield* Users.update({ userId: id, restrictedByAdmin: false })
      expect((yield* CurrentUser.get)?.isRestricted).toBe(false)
      expect(yield* saysRestricted).toBe(false)
    }).pipe(Effect.provide(device()), Effect.provide(service(name)))
  )

  it.effect("who signs up again is another user", () =>
    Effect.gen(function* () {
      const id = yield* restricted
      const result = yield* Password.signUp({
        email: "ann@example.org",
        password,
        verificationCallbackUrl,
        noRedirect: true
      })
      expect({ result, keepsId: (yield* CurrentUser.get)?.id === id }).toStrictEqual({
        result: "signed-up",
        keepsId: false
      })
    }).pipe(Effect.provide(device()), Effect.provide(service(name)))
  )
})

describe("CurrentUser.getOrRedirect", () => {
  const onPage = (href: string) => page(origin + href)

  /** What somebody gets on a page of an app with an onboarding page, and where it sends them. */
  const outcome = Effect.fnUntraced(function* (here: Page, isRestricted: boolean) {
    const { baseUrl, fetch, project } = yield* Emulator.Emulator
    const { id } = yield* Users.create({ restrictedByAdmin: isRestricted })
    const app = ClientApp.layer({ ...project!, apiUrl: baseUrl, urls: { onboarding: "/onboarding" } }).pipe(
      Layer.provide(Http.layerHandler(fetch)),
      Layer.orDie
    )
    return yield* Effect.gen(function* () {
      yield* (yield* TokenStore).set(yield* ServerSessions.create({ userId: id }))
      const { value } = yield* leaving(here, CurrentUser.getOrRedirect)
      return { getsUser: value?.id === id, visited: here.visited }
    }).pipe(Effect.provide(Layer.provideMerge(device(here), app)))
  })

  it.effect("redirects only restricted users to the onboarding page, and back", () =>
    Effect.gen(function* () {
      const onboarding = "/onboarding?after_auth_return_to=%2Fwork"
      expect({
        restrictedElsewhere: yield* outcome(onPage("/work"), true),
        restrictedThere: yield* outcome(onPage(onboarding), true),
        otherThere: yield* outcome(onPage(onboarding), false),
        otherElsewhere: yield* outcome(onPage("/work"), false)
      }).toStrictEqual({
        restrictedElsewhere: { getsUser: false, visited: [`${origin}${onboarding}`] },
        restrictedThere: { getsUser: true, visited: [] },
        otherThere: { getsUser: false, visited: [`${origin}/work`] },
        otherElsewhere: { getsUser: true, visited: [] }
      })
    }).pipe(Effect.provide(service("current")))
  )
})
