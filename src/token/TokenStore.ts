/**
 * Where the tokens of one user agent, or of one request, are kept.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

/** Where a session comes from. */
export interface Provenance {
  /**
   * Set for as long as the session lasts if it was found in a cookie that another host of the same site can write.
   * A guest of such a session may be somebody else's, so it is never sent along with a sign-up.
   */
  readonly isTakenOver?: true | undefined
}

/**
 * The tokens of a signed-in session. The refresh token names the session; a
 * session without one ends when its access token expires.
 */
export type Tokens = Provenance &
  (
    | { readonly refreshToken: Redacted.Redacted; readonly accessToken?: Redacted.Redacted | undefined }
    | { readonly refreshToken?: undefined; readonly accessToken: Redacted.Redacted }
  )

/** The provenance alone, to hand it on to tokens that continue the session. */
export const provenanceOf = ({ isTakenOver }: Provenance): Provenance => (isTakenOver === true ? { isTakenOver } : {})

/** The tokens cannot be kept: no store is configured, or the platform refuses to write. */
export class TokenStoreUnavailable extends Data.TaggedError("TokenStoreUnavailable")<{
  readonly problem: string
}> {
  override get message() {
    return `The tokens cannot be stored: ${this.problem}`
  }
}

/**
 * A sign-in that has begun. Of several in one store, in whichever tab, the last
 * one begun counts, until it ends or somebody signs out.
 */
export interface Intent {
  /** Replaces the tokens, whatever was there, if this sign-in still counts; answers whether it did. */
  readonly set: (tokens: Tokens) => Effect.Effect<boolean, TokenStoreUnavailable>
  /** Ends a sign-in that came to nothing: the one begun before it counts again. */
  readonly drop: Effect.Effect<void>
}

/** Keeps one pair of tokens, or none when signed out. */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    /** The tokens, or undefined when signed out. Unreadable content counts as absent. */
    readonly get: Effect.Effect<Tokens | undefined>
    /** Replaces the tokens, whatever was there. No sign-in counts that has begun before. */
    readonly set: (tokens: Tokens) => Effect.Effect<void, TokenStoreUnavailable>
    /** Begins a sign-in. Changes no tokens. */
    readonly begin: Effect.Effect<Intent>
    /**
     * Replaces the tokens only if the store still holds the session of
     * `expected`, or none if that is undefined; answers whether it did. Sign-ins
     * under way go on. `undefined` as `next` signs out. On a server this signs out the request at hand, and the browser as well only
     * if it is what the user wants.
     */
    readonly compareAndSet: (
      expected: Tokens | undefined,
      next: Tokens | undefined,
      byUser?: boolean
    ) => Effect.Effect<boolean, TokenStoreUnavailable>
    /**
     * Signs out; answers the tokens that were there. No sign-in counts that has begun before. A store that cannot
     * be written stays signed out in memory.
     */
    readonly clear: Effect.Effect<Tokens | undefined>
    /** Calls the listener after each change, by whomever, until the scope closes. */
    readonly changes: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** Names the lock that those take who refresh these tokens, if other tabs share the store. */
    readonly lockName?: string | undefined
  }
>()("gatefold/token/TokenStore") {}

/** Whether two pairs belong to one session: its name is the refresh token, else the access token. */
export const isSameSession = (a: Tokens | undefined, b: Tokens | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b
  if (a.refreshToken !== undefined && b.refreshToken !== undefined) {
    return Redacted.value(a.refreshToken) === Redacted.value(b.refreshToken)
  }
  return (
    a.refreshToken === undefined &&
    b.refreshToken === undefined &&
    Redacted.value(a.accessToken) === Redacted.value(b.accessToken)
  )
}
