/** How much memory the process takes. */
import * as Effect from "effect/Effect"

const collect = () => (globalThis as { readonly gc?: () => void }).gc?.()

const intervalMillis = 5

/** Measures from now on, until the function is called: it says by how much the memory grew at most, in bytes. */
export const peak = Effect.acquireRelease(
  Effect.sync(() => {
    collect()
    const before = process.memoryUsage.rss()
    let highest = before
    const look = () => {
      highest = Math.max(highest, process.memoryUsage.rss())
    }
    const timer = setInterval(look, intervalMillis)
    const grown = () => {
      clearInterval(timer)
      look()
      return highest - before
    }
    return { timer, grown }
  }),
  ({ timer }) => Effect.sync(() => clearInterval(timer))
).pipe(Effect.map(({ grown }) => grown))

/** Measures nothing. */
export const none = Effect.succeed(() => undefined)
