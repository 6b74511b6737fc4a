/**
 * The public keys of a project by the kind of token that they sign. The service answers more keys for each parameter,
 * without their kinds:
 *
 * - without parameters: those for normal tokens;
 * - `include_restricted`: also those for restricted users;
 * - `include_anonymous`: all of them.
 *
 * So a key belongs to the kind of the smallest answer that has it, and verifies no other kind. An answer is fetched for
 * the first allowed token of its kind. The smaller answer must be requested after the larger one was received:
 * otherwise a key that was published in between would be assigned to the wrong kind. The service of 2025-06 answers all
 * three with its one key, which is for normal tokens.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { CryptoKey } from "jose"
import type { TokenKind } from "../../domain/TokenKind.ts"
import * as SharedCache from "../fleet/SharedCache.ts"
import * as KeyState from "./internal/KeyState.ts"
import * as KeySet from "./KeySet.ts"

/** The keys of one kind: as in {@link KeySet.KeySet}. */
export type KeysOfKind = Pick<KeySet.KeySet, "has" | "peek" | "find" | "load">

/** The keys of one project, by the kind of token that they sign. */
export type KeysByKind = Readonly<Record<TokenKind, KeysOfKind>>

/** The keys at a URL. Fetches end with the scope. */
export const make = Effect.fnUntraced(function* (url: string): Effect.fn.Return<KeysByKind, never, Scope.Scope> {
  const ticks = new KeyState.Ticks()
  const normal = yield* KeySet.make(url, ticks)
  const upToRestricted = yield* KeySet.make(`${url}?include_restricted=true`, ticks)
  const allKinds = yield* KeySet.make(`${url}?include_anonymous=true`, ticks)
  const shared = yield* SharedCache.open("key-kinds", Schema.Boolean)
  return {
    normal,
    restricted: withoutKinds(upToRestricted, normal, `${url} restricted`, shared),
    anonymous: withoutKinds(allKinds, upToRestricted, `${url} anonymous`, shared)
  }
})

/** The keys that an answer has and a smaller one lacks; the processes of a fleet share this. */
const withoutKinds = (
  whole: KeySet.KeySet,
  smaller: KeySet.KeySet,
  name: string,
  shared: SharedCache.SharedCache<boolean> | undefined
): KeysOfKind => {
  /** Keys that the smaller answer has been found to lack. */
  const lacking = new WeakSet<CryptoKey>()

  const compare = (kid: string) =>
    Effect.suspend(() => (smaller.hasRequestedSince(whole.receivedTick()) ? Effect.undefined : smaller.find(kid))).pipe(
      Effect.andThen(
        Effect.suspend(() => (smaller.has(kid) ? Effect.void : smaller.requestSince(whole.receivedTick())))
      ),
      Effect.map(() => !smaller.has(kid))
    )

  const isLacking = (kid: string) =>
    shared === undefined
      ? compare(kid)
      : Effect.flatMap(shared.get(`${name} ${kid}`), (sharedKey) =>
          sharedKey === true
            ? Effect.succeed(true)
            : Effect.tap(compare(kid), (isOwn) =>
                isOwn ? shared.set(`${name} ${kid}`, true, KeyState.staleMillis) : Effect.void
              )
        )

  return {
    has: whole.has,
    load: whole.load,
    peek: (kid, clock) => {
      const key = whole.peek(kid, clock)
      return key !== undefined && lacking.has(key) ? key : undefined
    },
    find: (kid) =>
      Effect.flatMap(whole.find(kid), (key) =>
        key === undefined || lacking.has(key)
          ? Effect.succeed(key)
          : Effect.map(isLacking(kid), (isOwn) => {
              if (!isOwn) return undefined
              lacking.add(key)
              return key
            })
      )
  }
}
