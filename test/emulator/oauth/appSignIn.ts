/** Signing in with providers as an app does it. */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Browser from "../../support/Browser.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"

export const appUrl = "http://localhost:3000"
export const callbackPage = `${appUrl}/handler/oauth-callback`
export const errorPage = `${appUrl}/handler/error`
export const outerState = "outer-state-of-the-app"
export const codeVerifier = "v".repeat(43)

export const makeChallenge = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

type ProjectOptions = NonNullable<Emulator.Options["project"]>

/** GitHub and Apple with shared keys, Google with keys of its own. */
export const config: ProjectOptions["config"] = {
  oauthProviders: [
    { id: "github", type: "shared" },
    { id: "apple", type: "shared" },
    { id: "google", type: "standard", clientId: "our-client", clientSecret: "our-secret" }
  ]
}

export const layer = (options: Emulator.Options = {}) =>
  emulatorCalls.layer({ ...options, project: { config: { ...config, ...options.project?.config } } })

export const browser = Effect.gen(function* () {
  const { baseUrl, fetch } = yield* Emulator.Emulator
  return Browser.make({ [baseUrl]: fetch })
})

export type Query = Readonly<Record<string, string | undefined>>

/** Where an app sends the browser to begin with; `undefined` leaves a parameter out. */
export const authorizeUrl = Effect.fnUntraced(function* (provider: string, changes: Query = {}) {
  const { baseUrl, project } = yield* Emulator.Emulator
  const query: Query = {
    client_id: project?.projectId,
    client_secret: project?.publishableClientKey,
    redirect_uri: callbackPage,
    scope: "legacy",
    state: outerState,
    grant_type: "authorization_code",
    code_challenge: makeChallenge(codeVerifier),
    code_challenge_method: "S256",
    response_type: "code",
    error_redirect_url: errorPage,
    ...changes
  }
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${baseUrl}/api/v1/auth/oauth/authorize/${provider}?${new URLSearchParams(given)}`
})

/** Starts a sign-in and answers the response of the service, unfollowed. */
export const authorize = Effect.fnUntraced(function* (provider: string, changes: Query = {}) {
  const { baseUrl } = yield* Emulator.Emulator
  const url = yield* authorizeUrl(provider, changes)
  return yield* emulatorCalls.raw("GET", url.slice(baseUrl.length))
})

/** Redeems a code as an app does. */
export const exchange = Effect.fnUntraced(function* (code: string, changes: Query = {}) {
  const { project } = yield* Emulator.Emulator
  const form: Query = {
    grant_type: "authorization_code",
    code,
    redirect_uri: callbackPage,
    code_verifier: codeVerifier,
    client_id: project?.projectId,
    client_secret: project?.publishableClientKey,
    ...changes
  }
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return yield* emulatorCalls.raw("POST", "/api/v1/auth/oauth/token", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(given)
  })
})

/** Scripts the provider's answer. */
export const script = Effect.fnUntraced(function* (...answers: ReadonlyArray<Emulator.SignInAnswer>) {
  yield* (yield* Emulator.Emulator).identityProvider.script(...answers)
})

/** Goes through a provider that answers as scripted, to where the browser ends up. */
export const go = Effect.fnUntraced(function* (
  provider: string,
  answer: Emulator.SignInAnswer = {},
  changes: Query = {}
) {
  yield* script(answer)
  return yield* (yield* browser).open(yield* authorizeUrl(provider, changes))
})

/** The code that an app finds in its URL. */
export const readCode = (page: Browser.Page): string => page.url.searchParams.get("code") ?? ""

/** The error that an app's error page finds in its URL. */
export const readError = (page: Browser.Page) => page.url.searchParams.get("errorCode") ?? undefined

/** A whole sign-in: the answer of the token endpoint. */
export const signIn = Effect.fnUntraced(function* (
  provider: string,
  identity?: Emulator.TestIdentity,
  changes: Query = {}
) {
  const page = yield* go(provider, { identity }, changes)
  return yield* exchange(readCode(page))
})

/** The user behind an access token, as the service sees them. */
export const me = Effect.fnUntraced(function* (token: string) {
  return (yield* emulatorCalls.call("GET", "/users/me", { token, level: "server" })).body
})
