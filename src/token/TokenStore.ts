/**
 * Where the tokens of one user agent, or of one request, are kept.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { TaggedError } from "../domain/TaggedError.ts"
import * as Intents from "./internal/Intents.ts"
import * as Listeners from "../platform/Listeners.ts"
import { isTokenText } from "../platform/TokenText.ts"

/** Where a session comes from. */
export interface Provenance {
  /**
   * True if the session was found in a cookie that another host of the same site can write. It stays set as long as the
   * session lasts. A sign-up never includes the guest of such a session, because another person may have that guest's
   * tokens.
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

/** The provenance alone, for tokens that continue the session. */
export const provenanceOf = ({ isTakenOver }: Provenance): Provenance => (isTakenOver === true ? { isTakenOver } : {})

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
    /** Begins a sign-in. Changes no tokens. */
    readonly begin: Effect.Effect<Intent>
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
     * written is signed out in memory.
     */
    readonly clear: Effect.Effect<Tokens | undefined>
    /** Calls the listener after each change, also by other tabs, until the scope closes. */
    readonly changes: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** The name of the lock for refreshes, if other tabs share the store. */
    readonly lockName?: string | undefined
  }
>()("gatefold/token/TokenStore") {}

/** Whether two pairs belong to one session: their refresh tokens are equal, or without one their access tokens. */
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

/** A place for one text: a file, a row of a database, the secure storage of a phone. */
export interface Storage {
  /** The text, or undefined if there is none. If it fails, the user counts as signed out. */
  readonly read: Effect.Effect<string | undefined, unknown>
  /** Keeps the text, or removes it if it is undefined. */
  readonly write: (text: string | undefined) => Effect.Effect<void, unknown>
}

/**
 * Makes a store that keeps the tokens in a place of yours, for one process at a time. It reads the place once. Each
 * change is written before it counts, one after the other. The text has the tokens in the clear, so keep it private.
 */
export const make = Effect.fnUntraced(function* ({ read, write }: Storage) {
  let current = parse(yield* Effect.orElseSucceed(read, () => undefined))
  const intents = Intents.make()
  const listeners = Listeners.make()
  const turns = Semaphore.makeUnsafe(1)
  /** A change that begins is carried out, so that what is stored and what counts are the same. */
  const inTurn = <A, E>(change: Effect.Effect<A, E>) => turns.withPermit(Effect.uninterruptible(change))
  const turnTo = (next: Tokens | undefined) =>
    Effect.sync(() => {
      const previous = current
      current = next
      listeners.tell()
      return previous
    })
  const keep = (next: Tokens | undefined) =>
    write(next && print(next)).pipe(
      // The error could quote what it could not write.
      Effect.mapError(() => new TokenStoreUnavailable({ problem: "the storage cannot be written" })),
      Effect.andThen(turnTo(next))
    )
  /** On behalf of the user, which ends every sign-in under way. */
  const replace = (next: Tokens | undefined) => Effect.tap(keep(next), () => Effect.sync(intents.end))
  return TokenStore.of({
    get: Effect.sync(() => current),
    set: (tokens) => inTurn(Effect.asVoid(replace(tokens))),
    begin: intents.begin((counts, tokens) =>
      inTurn(Effect.suspend(() => (counts() ? Effect.as(replace(tokens), true) : Effect.succeed(false))))
    ),
    compareAndSet: (expected, next) =>
      inTurn(
        Effect.suspend(() => (isSameSession(current, expected) ? Effect.as(keep(next), true) : Effect.succeed(false)))
      ),
    clear: inTurn(
      Effect.suspend(() => {
        intents.end()
        return Effect.catch(keep(undefined), () => turnTo(undefined))
      })
    ),
    changes: listeners.listen
  })
})

const print = ({ accessToken, isTakenOver, refreshToken }: Tokens): string =>
  JSON.stringify({
    refreshToken: refreshToken && Redacted.value(refreshToken),
    accessToken: accessToken && Redacted.value(accessToken),
    isTakenOver
  })

const parse = (text: string | undefined): Tokens | undefined => {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? "null")
  } catch {
    return undefined
  }
  if (typeof stored !== "object" || stored === null) return undefined
  const token = (name: "accessToken" | "refreshToken") => {
    const value: unknown = Reflect.get(stored, name)
    return isTokenText(value) ? Redacted.make(value, { label: name }) : undefined
  }
  const [accessToken, refreshToken] = [token("accessToken"), token("refreshToken")]
  const provenance: Provenance = Reflect.get(stored, "isTakenOver") === true ? { isTakenOver: true } : {}
  if (refreshToken !== undefined) return { ...provenance, refreshToken, ...(accessToken && { accessToken }) }
  return accessToken && { ...provenance, accessToken }
}
