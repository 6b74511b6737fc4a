/**
 * A token store for a session that a provider keeps, such as Clerk, WorkOS or Better Auth. The service issues access
 * tokens for such a session and no refresh token, so the store asks the provider's side for each next one.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Listeners from "../concurrency/Listeners.ts"
import * as SingleFlight from "../concurrency/SingleFlight.ts"
import { TokenUnavailable } from "../domain/errors/TokenUnavailable.ts"
import { localFailure } from "../domain/errors/TransportError.ts"
import { isTokenText } from "../platform/request/TokenText.ts"
import { SignOutElsewhere } from "./SignOutElsewhere.ts"
import { type ExternalTokens, TokenStore, TokenStoreUnavailable } from "./TokenStore.ts"

export { SignOutElsewhere } from "./SignOutElsewhere.ts"

/** A provider, and how to ask it. */
export interface ExternalOptions {
  /** The name of the provider, as people see it: `Clerk`. */
  readonly provider: string
  /** The page where the user signs out: a URL of the web, or a path of the app. */
  readonly signOutUrl: string
  /** The ID of the provider's current session; null when nobody is signed in there. */
  readonly getSessionId: () => string | null | undefined
  /**
   * An access token of the service for the provider's current session; null if there is none right now. With
   * `forceRefresh`, a new one: the last one was refused, or ends too soon.
   */
  readonly getToken: (options: { readonly forceRefresh: boolean }) => Promise<string | null | undefined>
  /** Calls the listener when the provider's session changes; returns a function that stops it. */
  readonly subscribe?: ((listener: () => void) => () => void) | undefined
}

/** How long the provider may take for a token. */
const limit = "10 seconds"

/** Makes a store over the tokens of a provider. */
export const make = Effect.fnUntraced(function* ({
  getSessionId,
  getToken,
  provider,
  signOutUrl,
  subscribe
}: ExternalOptions): Effect.fn.Return<TokenStore["Service"], never, Scope.Scope> {
  let last: ExternalTokens | undefined
  const listeners = Listeners.make()
  const flights = yield* SingleFlight.make<string, string | undefined>()
  if (subscribe !== undefined) {
    yield* Effect.acquireRelease(
      Effect.sync(() => subscribe(listeners.notify)),
      (stop) => Effect.sync(stop)
    )
  }

  const readTokens = (): ExternalTokens | undefined => {
    const id = getSessionId()
    if (typeof id !== "string" || id === "") return undefined
    return last?.external.id === id ? last : { external: { provider, id } }
  }

  /** A token for the session of this ID; undefined if there is none. Concurrent callers share one question. */
  const ask = (id: string, forceRefresh: boolean) =>
    flights.run(
      `${forceRefresh} ${id}`,
      Effect.tryPromise(async () => getToken({ forceRefresh })).pipe(
        Effect.timeout(limit),
        // The error could quote a token.
        Effect.orElseSucceed(() => undefined),
        Effect.map((text) => (isTokenText(text) ? text : undefined))
      )
    )

  const askProvider: NonNullable<TokenStore["Service"]["askProvider"]> = Effect.fnUntraced(
    function* (tokens, credentialsOf) {
      const id = tokens.external?.id
      if (id === undefined) return undefined
      // The token that the provider has at hand first; another one only if that one is not good enough.
      for (const forceRefresh of [false, true]) {
        if (readTokens()?.external.id !== id) return undefined
        const text = yield* ask(id, forceRefresh)
        // The provider may have answered for a session that has taken the place of this one.
        if (readTokens()?.external.id !== id) return undefined
        if (text === undefined) break
        const next = { external: { provider, id }, accessToken: Redacted.make(text, { label: "accessToken" }) }
        const credentials = credentialsOf(next, forceRefresh)
        if (credentials !== undefined) {
          const isNew = last?.accessToken === undefined || Redacted.value(last.accessToken) !== text
          last = next
          if (isNew) listeners.notify()
          return credentials
        }
      }
      return yield* localFailure("getToken", new TokenUnavailable({ provider }))
    }
  )

  const refused = Effect.fail(new TokenStoreUnavailable({ problem: `${provider} keeps the session, so sign in there` }))
  return TokenStore.of({
    get: Effect.sync(readTokens),
    set: () => refused,
    begin: refused,
    compareAndSet: () => refused,
    clear: Effect.suspend(() =>
      readTokens() === undefined ? Effect.undefined : Effect.fail(new SignOutElsewhere({ provider, signOutUrl }))
    ),
    changes: listeners.listen,
    askProvider
  })
})

/**
 * A store for a session that a provider keeps. The user signs in and out at the provider. Create it when the provider
 * has loaded: until `getSessionId` returns an ID, nobody is signed in.
 *
 * @example
 * ```ts
 * const store = ExternalTokenStore.layer({
 *   provider: "Clerk",
 *   signOutUrl: "/sign-out",
 *   getSessionId: () => clerk.session?.id,
 *   getToken: ({ forceRefresh }) => accessTokenFor(clerk, forceRefresh),
 *   subscribe: (listener) => clerk.addListener(listener)
 * })
 * ```
 */
export const layer = (options: ExternalOptions): Layer.Layer<TokenStore> =>
  Layer.fresh(Layer.effect(TokenStore, make(options)))
