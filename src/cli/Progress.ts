/** A progress bar beside the output, where somebody is watching. */
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"

const size = 24

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`

/** The bar as text. */
export const bar = (done: number, total: number, elapsedMillis: number): string => {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * size)
  const left = done === 0 || done >= total ? "" : `, ${clock((elapsedMillis / done / 1000) * (total - done))} left`
  const speed = elapsedMillis === 0 ? "" : `  ${Math.round((done / elapsedMillis) * 1000)}/s${left}`
  return `[${"#".repeat(filled)}${"-".repeat(size - filled)}] ${done} of ${total}${speed}`
}

const interval = 100

/** A bar of so many steps; it is gone when the scope closes. */
export const make = Effect.fnUntraced(function* (total: number, isWanted: boolean, begin = 0) {
  const { canAnimate } = yield* TerminalCapabilities.TerminalCapabilities
  if (!isWanted || !canAnimate || !process.stderr.isTTY) return { step: Effect.void }
  const startedAt = performance.now()
  let [done, drawnAt, drawn] = [0, -Infinity, ""]
  const draw = (text: string) => {
    process.stderr.write(`\r${text}${" ".repeat(Math.max(0, CliOutput.displayWidth(drawn) - text.length))}`)
    drawn = text
  }
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      draw("")
      process.stderr.write("\r")
    })
  )
  const step = Effect.sync(() => {
    done++
    const now = performance.now()
    if (now - drawnAt < interval && begin + done < total) return
    drawnAt = now
    draw(bar(begin + done, total, now - startedAt))
  })
  return { step }
})
