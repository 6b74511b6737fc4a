/**
 * The tokens of a store as a stream. It is apart from the store, because browsers that do not use it would load
 * `effect/Stream` for it (docs/decisions/0057-ways.md).
 */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { type Tokens, TokenStore } from "./TokenStore.ts"

/**
 * The tokens that the store in context holds, and those after each change, also by other tabs. A slow consumer gets the
 * newest ones only.
 *
 * @example
 * ```ts
 * const signOuts = Stream.filter(TokenChanges.stream, (tokens) => tokens === undefined)
 * ```
 */
export const stream: Stream.Stream<Tokens | undefined, never, TokenStore> = Stream.unwrap(
  Effect.map(TokenStore, (store) =>
    Stream.callback<void>(
      (queue) => {
        const offer = () => void Queue.offerUnsafe(queue, undefined)
        return Effect.andThen(store.changes(offer), Effect.sync(offer))
      },
      { bufferSize: 1, strategy: "sliding" }
    ).pipe(Stream.mapEffect(() => store.get))
  )
)
