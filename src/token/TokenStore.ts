/** Where the tokens of one user agent, or of one request, are kept. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as Listeners from "../concurrency/Listeners.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import type { TransportError } from "../domain/errors/TransportError.ts"
import * as Json from "../domain/text/Json.ts"
import { toTokenText } from "../platform/request/TokenText.ts"
import * as Intents from "./internal/Intents.ts"
import type { SignOutElsewhere } from "./SignOutElsewhere.ts"
import * as TokensJson from "./TokensJson.ts"

/** Where a session comes from. */
export interface Provenance {
  /**
   * True if the session was found in a cookie that another host of the same site can write. It stays set as long as the
   * session lasts. A sign-up never includes the guest of such a session, because another person may have that guest's
   * tokens.
   */
  readonly isTakenOver?: true | undefined
  /** The session of a provider that keeps it, if the service does not: see `ExternalTokenStore`. */
  readonly external?: ExternalSession | undefined
}

/** A session at a provider, such as Clerk. */
export interface ExternalSession {
  /** The name of the provider, as people see it. */
  readonly provider: string
  /** The ID of the session at the provider. */
  readonly id: string
}

/**
 * The tokens that the service issues for a session. The refresh token names the session; a session without one ends
 * when its access token expires.
 */
export type IssuedTokens = Provenance &
  (
    | { readonly refreshToken: Redacted.Redacted; readonly accessToken?: Redacted.Redacted | undefined }
    | { readonly refreshToken?: undefined; readonly accessToken: Redacted.Redacted }
  )

/** The tokens of a session that a provider keeps. They never have a refresh token, and at first no access token. */
export interface ExternalTokens extends Provenance {
  readonly external: ExternalSession
  readonly refreshToken?: undefined
  readonly accessToken?: Redacted.Redacted | undefined
}

/** The tokens of a signed-in session. */
export type Tokens = IssuedTokens | ExternalTokens

/** The provenance alone, for tokens that continue the session. */
export const pickProvenance = ({ external, isTakenOver }: Provenance): Provenance => ({
  ...(isTakenOver && { isTakenOver }),
  ...(external && { external })
})

/** The tokens cannot be kept: no store is configured, or the platform refuses to write. */
export class TokenStoreUnavailable extends TaggedError("TokenStoreUnavailable")<{
  readonly problem: string
}> {
  override get message() {
    return `The tokens cannot be stored: ${this.problem}`
  }
}

/**
 * A sign-in under way. Of several in one store, in any tab, the last one begun counts, until it ends or the user signs
 * out.
 */
export interface Intent {
  /** Replaces the tokens if this sign-in still counts, and returns whether it did. */
  readonly set: (tokens: Tokens) => Effect.Effect<boolean, TokenStoreUnavailable>
  /** Ends a sign-in without a result: the one begun before it counts again. */
  readonly drop: Effect.Effect<void>
}

/** Keeps one pair of tokens, or none when signed out. */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    /** The tokens, or undefined when signed out. Unreadable content counts as absent. */
    readonly get: Effect.Effect<Tokens | undefined>
    /** Replaces the tokens. Sign-ins under way do not count any more. */
    readonly set: (tokens: Tokens) => Effect.Effect<void, TokenStoreUnavailable>
    /** Begins a sign-in. Changes no tokens. Fails in a store where nobody signs in, before any request is sent. */
    readonly begin: Effect.Effect<Intent, TokenStoreUnavailable>
    /**
     * Replaces the tokens only if the store still holds the session of `expected`, or none if that is undefined;
     * returns whether it did. Sign-ins under way continue. `next: undefined` signs out; on a server it signs out the
     * current request, and the browser only if `byUser` is true.
     */
    readonly compareAndSet: (
      expected: Tokens | undefined,
      next: Tokens | undefined,
      options?: { readonly byUser?: boolean | undefined }
    ) => Effect.Effect<boolean, TokenStoreUnavailable>
    /**
     * Signs out, and returns the former tokens. Sign-ins under way do not count any more. A store that cannot be
     * written is signed out in memory. Fails only if a provider keeps the session.
     */
    readonly clear: Effect.Effect<Tokens | undefined, SignOutElsewhere>
    /** Calls the listener after each change, also by other tabs, until the scope closes. */
    readonly changes: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** The name of the lock for refreshes, if other tabs share the store. */
    readonly lockName?: string | undefined
    /**
     * Asks the provider that keeps the session of these tokens for another access token. `credentialsOf` returns
     * undefined for a token that cannot be used; the store then asks once more, and `isLast` is true. Returns undefined
     * if the session has ended or was replaced. Fails if the provider has no token right now.
     */
    readonly askProvider?: <A>(
      tokens: Tokens,
      credentialsOf: (tokens: ExternalTokens, isLast: boolean) => A | undefined
    ) => Effect.Effect<A | undefined, TransportError>
  }
>()("gatefold/token/TokenStore") {}

/**
 * Whether two pairs belong to one session: their provider's sessions are equal, or without one their refresh tokens, or
 * without one their access tokens.
 */
export const isSameSession = (a: Tokens | undefined, b: Tokens | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b
  if (a.external !== undefined || b.external !== undefined) return a.external?.id === b.external?.id
  return (
    toTokenText(a.refreshToken) === toTokenText(b.refreshToken) &&
    (a.refreshToken !== undefined || toTokenText(a.accessToken) === toTokenText(b.accessToken))
  )
}

/**
 * Whether `later` are tokens of the same session as `earlier`. The session id in the access token stays when the
 * refresh token is rotated.
 */
export const continues = (earlier: Tokens, later: Tokens): boolean => {
  if (isSameSession(earlier, later)) return true
  const id = AccessTokenClaims.decodeOnce(earlier.accessToken)?.sessionId
  return id !== undefined && id === AccessTokenClaims.decodeOnce(later.accessToken)?.sessionId
}

/** A place for one text: a file, a row of a database, the secure storage of a phone. */
export interface Storage<E = unknown> {
  /** The text, or undefined if there is none. If it fails, the user counts as signed out. */
  readonly read: Effect.Effect<string | undefined, E>
  /** Keeps the text, or removes it if it is undefined. */
  readonly write: (text: string | undefined) => Effect.Effect<void, E>
}

/**
 * Makes a store that keeps the tokens in a place of your choice, for one process at a time. It reads the place once.
 * Each change is written before it counts, one after the other. The text has the tokens in the clear, so keep it
 * private.
 */
export const make = Effect.fnUntraced(function* ({ read, write }: Storage) {
  const text = yield* Effect.orElseSucceed(read, () => undefined)
  let current = TokensJson.decode(Json.parseObject(text ?? "") ?? {})
  const intents = Intents.make()
  const listeners = Listeners.make()
  const mutex = Semaphore.makeUnsafe(1)
  /** A change that begins is carried out, so that what is stored and what counts are the same. */
  const changeExclusively = <A, E>(change: Effect.Effect<A, E>) => mutex.withPermit(Effect.uninterruptible(change))
  const turnTo = (next: Tokens | undefined) =>
    Effect.sync(() => {
      const previous = current
      current = next
      listeners.notify()
      return previous
    })
  const keep = (next: Tokens | undefined) =>
    write(next && JSON.stringify(TokensJson.encode(next))).pipe(
      // The error could quote what it could not write.
      Effect.mapError(() => new TokenStoreUnavailable({ problem: "the storage cannot be written" })),
      Effect.andThen(turnTo(next))
    )
  /** Keeps the user's own choice of tokens, which ends every sign-in under way. */
  const replace = (next: Tokens | undefined) => Effect.tap(keep(next), () => Effect.sync(intents.end))
  return TokenStore.of({
    get: Effect.sync(() => current),
    set: (tokens) => changeExclusively(Effect.asVoid(replace(tokens))),
    begin: intents.begin((isLatest, tokens) =>
      changeExclusively(Effect.suspend(() => (isLatest() ? Effect.as(replace(tokens), true) : Effect.succeed(false))))
    ),
    compareAndSet: (expected, next) =>
      changeExclusively(
        Effect.suspend(() => (isSameSession(current, expected) ? Effect.as(keep(next), true) : Effect.succeed(false)))
      ),
    clear: changeExclusively(
      Effect.suspend(() => {
        intents.end()
        return Effect.catch(keep(undefined), () => turnTo(undefined))
      })
    ),
    changes: listeners.listen
  })
})
