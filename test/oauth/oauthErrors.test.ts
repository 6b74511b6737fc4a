/** Every error with which the service leads back from a provider is a typed one. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Project from "../../src/admin/Project.ts"
import * as OAuthApi from "../../src/api/OAuth.ts"
import { isKnownErrorSchema } from "../../src/api/schema/KnownErrorSchema.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as Session from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { page, type Page } from "../support/appPage.ts"
import * as Browser from "../support/Browser.ts"

const generations = ["2025-06", "current"] as const
type Generation = (typeof generations)[number]

const origin = "http://localhost:3000"
const elsewhere = "https://errors.example.org/oauth"
const provider = "github"
const identity = { email: "ann@example.org" }

const schemas = [...OAuthApi.callback.error].filter(isKnownErrorSchema)

const makeService = (generation: Generation) =>
  Layer.effectDiscard(TestClock.setTime(Date.UTC(2026, 0, 1))).pipe(
    Layer.provideMerge(
      EmulatedApp.layer({
        service: generation,
        rejectsSignUp: (email) => email.startsWith("unwanted"),
        project: {
          config: {
            oauthProviders: [{ id: provider, type: "standard", clientId: "id", clientSecret: "secret" }],
            domains: [{ domain: new URL(elsewhere).origin, handlerPath: "/" }]
          }
        }
      })
    )
  )

const device = (here: Page) =>
  Layer.fresh(Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer), Layer.provideMerge(here.layer)))

const start = (options: Partial<OAuth.OAuthOptions> = {}) =>
  OAuth.start({ provider, errorRedirectUrl: elsewhere, ...options })

const link = Effect.map(OAuth.link({ provider, errorRedirectUrl: elsewhere }), Redacted.value)

/** Where a browser ends up that opens a URL; the project may change while the user is at the provider. */
const through = Effect.fnUntraced(function* <E, R>(
  url: string,
  answer: Emulator.SignInAnswer | Effect.Effect<unknown, E, R>
) {
  const { baseUrl, fetch, identityProvider } = yield* Emulator.Emulator
  const browser = Browser.make({ [baseUrl]: fetch })
  if (!Effect.isEffect(answer)) {
    yield* identityProvider.script(answer)
    return (yield* browser.open(url)).url
  }
  const atProvider = yield* browser.open(url)
  yield* answer
  return (yield* browser.press(atProvider, "Deny")).url
})

/** Nobody waits at the provider for so long: the answer comes when the browser has forgotten its cookie. */
const tooLate = Effect.gen(function* () {
  const { baseUrl, fetch } = yield* Emulator.Emulator
  const send = (url: string, headers: Record<string, string> = {}) =>
    Effect.map(
      Effect.promise(() => fetch(new Request(url, { headers, redirect: "manual" }))),
      (response) => new URL(response.headers.get("location") ?? "")
    )
  const url = yield* start()
  const atProvider = url.startsWith(baseUrl) && url.includes("/authorize/") ? yield* send(url) : new URL(url)
  const state = atProvider.searchParams.get("state") ?? ""
  yield* TestClock.adjust("10 minutes")
  return yield* send(`${baseUrl}/api/v1/auth/oauth/callback/${provider}?${new URLSearchParams({ state, code: "x" })}`, {
    cookie: `stack-oauth-inner-${state}=true`
  })
})

const change = (config: NonNullable<Parameters<typeof Project.update>[0]["config"]>) => Project.update({ config })

const finish = (here: Page, at: URL) =>
  Effect.suspend(() => {
    here.url = at
    return OAuth.callback({ noRedirect: true })
  })

const anotherSignsIn = (who: Emulator.TestIdentity) => {
  const there = page(`${origin}/`, { navigates: false })
  return Effect.gen(function* () {
    yield* finish(there, yield* through(yield* start(), { identity: who }))
  }).pipe(Effect.provide(device(there)))
}

const signUp = Password.signUp({
  ...identity,
  password: "correct horse",
  verificationCallbackUrl: `${origin}/verify`,
  noRedirect: true
})

/** What makes the service answer each. Those that one generation does not know are of the other only. */
const provoked = {
  OUTER_OAUTH_TIMEOUT: { generations, run: tooLate },
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: {
    generations,
    run: Effect.flatMap(start(), (url) => through(url, change({ oauthProviders: [] })))
  },
  OAUTH_PROVIDER_ACCESS_DENIED: {
    generations,
    run: Effect.flatMap(start(), (url) => through(url, { outcome: "deny" }))
  },
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: {
    generations: ["current"],
    run: Effect.flatMap(start(), (url) => through(url, { outcome: "unavailable" }))
  },
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: {
    generations: ["2025-06"],
    run: Effect.gen(function* () {
      yield* signUp
      const first = yield* through(yield* link, { identity })
      yield* OAuth.callback({ url: first.href, noRedirect: true })
      return yield* through(yield* link, { identity: { email: "bob@example.org" } })
    })
  },
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: {
    generations,
    run: Effect.gen(function* () {
      yield* anotherSignsIn({ email: "bob@example.org" })
      yield* signUp
      return yield* through(yield* link, { identity: { email: "bob@example.org" } })
    })
  },
  SIGN_UP_NOT_ENABLED: {
    generations,
    run: Effect.andThen(
      change({ signUpEnabled: false }),
      Effect.flatMap(start(), (url) => through(url, { identity }))
    )
  },
  SIGN_UP_REJECTED: {
    generations: ["current"],
    run: Effect.flatMap(start(), (url) => through(url, { identity: { email: "unwanted@example.org" } }))
  },
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: {
    generations,
    run: Effect.gen(function* () {
      yield* signUp
      yield* Sessions.signOut
      return yield* through(yield* start(), { identity })
    })
  },
  REDIRECT_URL_NOT_WHITELISTED: {
    generations,
    run: Effect.flatMap(start(), (url) => through(url, change({ allowLocalhost: false })))
  }
} satisfies Record<
  string,
  { readonly generations: ReadonlyArray<Generation>; readonly run: Effect.Effect<URL, unknown, any> }
>

/** Told by this emulator before the provider is asked, or not at all. */
const notProvoked: ReadonlyArray<string> = ["BOT_CHALLENGE_FAILED", "SCHEMA_ERROR"]

describe("an error on the way back from a provider", () => {
  it("is provoked by this test if the contract names it", () => {
    const codes = schemas.map((schema) => schema.class.code)
    expect([...Object.keys(provoked), ...notProvoked].sort()).toStrictEqual([...codes].sort())
  })

  const cases = Object.entries(provoked).flatMap(([code, { run, generations }]) =>
    generations.map((generation) => ({ code, run, generation }))
  )

  it.effect.each(cases)("$code of the service of $generation is a typed error", ({ code, run, generation }) => {
    const here = page(`${origin}/`, { navigates: false })
    const Class = schemas.find((schema) => schema.class.code === code)?.class
    return Effect.gen(function* () {
      const at = yield* run
      expect(at.searchParams.get("errorCode")).toBe(code)
      // The callback page is not trusted in that moment, or the service is an older one.
      const isOnErrorPage = generation === "2025-06" || code === "REDIRECT_URL_NOT_WHITELISTED"
      expect(at.origin + at.pathname).toBe(isOnErrorPage ? elsewhere : `${origin}/handler/oauth-callback`)
      const error = isOnErrorPage ? yield* OAuth.pageError({ url: at.href }) : yield* Effect.flip(finish(here, at))
      expect(error).toBeInstanceOf(Class)
      expect(error).toMatchObject({ code })
      // The callback page takes the error out of its URL. The error page is only read.
      expect(here.url.href).toBe(isOnErrorPage ? `${origin}/` : `${origin}/handler/oauth-callback`)
    }).pipe(Effect.provide(device(here)), Effect.provide(makeService(generation)))
  })

  it.effect("is known to the error page even if no emulator returns it", () =>
    Effect.gen(function* () {
      const url = `${elsewhere}?errorCode=BOT_CHALLENGE_FAILED&message=No&details=%7B%22message%22%3A%22No%22%7D`
      expect(yield* OAuth.pageError({ url })).toMatchObject({ _tag: "BotChallengeFailed", details: { message: "No" } })
    })
  )
})
