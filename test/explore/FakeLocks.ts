/** Locks of a browser in a world without promises: in the order of asking, with the time limit of the real ones. */
import * as Effect from "effect/Effect"
import { timeoutMillis, type WithLock } from "../../src/platform/Locks.ts"

export const make = () => {
  let queue: Array<() => void> = []
  const start = () => queue[0]?.()
  const leave = (grant: () => void) => {
    const wasFirst = queue[0] === grant
    queue = queue.filter((other) => other !== grant)
    if (wasFirst) start()
  }
  const withLock: WithLock = (_name, effect) =>
    Effect.suspend(() => {
      let grant = () => {}
      return Effect.callback<void>((resume) => {
        grant = () => resume(Effect.void)
        queue.push(grant)
        if (queue.length === 1) start()
      }).pipe(
        Effect.timeoutOption(timeoutMillis),
        Effect.andThen(effect),
        Effect.ensuring(Effect.sync(() => leave(grant)))
      )
    })
  return {
    withLock,
    /** The next in line goes on as if the holder were gone. */
    steal: Effect.sync(() => {
      queue = queue.slice(1)
      start()
    }),
    /** A tab that hangs takes the lock and keeps it for a while. */
    hang: (millis: number) =>
      Effect.suspend(() => {
        const grant = () => {}
        queue.push(grant)
        return Effect.ensuring(
          Effect.sleep(millis),
          Effect.sync(() => leave(grant))
        )
      })
  }
}
