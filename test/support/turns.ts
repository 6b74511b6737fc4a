/** Turns of the event loop: for work that the test clock knows nothing of, such as WebCrypto's on other threads. */
import * as Effect from "effect/Effect"
import { waitMillis } from "./patience.ts"

/** The next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** So many turns of the event loop. */
export const turns = (count = 1): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (let i = 0; i < count; i++) await nextTurn()
  })

/**
 * Repeats an effect, a turn apart, until its value is as wanted; a wait without end fails with the wanted condition.
 */
export const eventually = Effect.fnUntraced(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  isSo: (value: A) => boolean
) {
  const limit = performance.now() + waitMillis
  for (;;) {
    const value = yield* effect
    if (isSo(value)) return value
    if (performance.now() > limit) throw new Error(`this never came true: ${String(isSo)}`)
    yield* turns()
  }
})

/** Lets turns pass until something is the case. */
export const until = (isSo: () => boolean): Effect.Effect<void> => Effect.asVoid(eventually(Effect.void, isSo))
