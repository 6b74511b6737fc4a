/**
 * The public keys of a project by the kind of token that they sign. The service
 * answers with more keys the more is asked for, and does not say which is which:
 *
 * - asked for nothing: those of normal tokens;
 * - `include_restricted`: those and the ones of restricted users;
 * - `include_anonymous`: all of them.
 *
 * So a key belongs to the kind of the smallest answer that has it, and verifies
 * no other kind. An answer is fetched when a token of its kind comes that is
 * allowed; the smaller one, to tell that it lacks the key, after it, so that a
 * key which is published in between is not taken for another kind's. The service
 * of 2025-06 answers all three with its one key, which is a normal one.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { CryptoKey } from "jose"
import type { TokenKind } from "../domain/TokenKind.ts"
import * as KeySet from "./KeySet.ts"

/** The keys of one project: as in {@link KeySet.KeySet}, for a kind of token. */
export interface KeySets {
  readonly has: (kind: TokenKind, kid: string) => boolean
  readonly peek: (kind: TokenKind, kid: string, clock: Clock.Clock) => CryptoKey | undefined
  readonly find: (kind: TokenKind, kid: string) => Effect.Effect<CryptoKey | undefined, KeySet.KeysUnavailable>
}

/** The keys at a URL. What is under way ends with the scope. */
export const make = Effect.fnUntraced(function* (url: string): Effect.fn.Return<KeySets, never, Scope.Scope> {
  const normal = yield* KeySet.make(url)
  const upToRestricted = yield* KeySet.make(`${url}?include_restricted=true`)
  const all = yield* KeySet.make(`${url}?include_anonymous=true`)
  const sets: Record<TokenKind, KeySet.KeySet> = {
    normal,
    restricted: without(upToRestricted, normal),
    anonymous: without(all, upToRestricted)
  }
  return {
    has: (kind, kid) => sets[kind].has(kid),
    peek: (kind, kid, clock) => sets[kind].peek(kid, clock),
    find: (kind, kid) => sets[kind].find(kid)
  }
})

/** The keys that an answer has and a smaller one lacks. */
const without = (whole: KeySet.KeySet, smaller: KeySet.KeySet): KeySet.KeySet => {
  /** Keys that the smaller answer has been found to lack. */
  const lacking = new WeakSet<CryptoKey>()
  return {
    has: whole.has,
    peek: (kid, clock) => {
      const key = whole.peek(kid, clock)
      return key !== undefined && lacking.has(key) ? key : undefined
    },
    find: (kid) =>
      Effect.flatMap(whole.find(kid), (key) => {
        if (key === undefined || lacking.has(key)) return Effect.succeed(key)
        return Effect.map(smaller.find(kid), (other) => {
          if (other !== undefined) return undefined
          lacking.add(key)
          return key
        })
      })
  }
}
