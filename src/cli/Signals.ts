/** How the process ends when it is told to: with what is under way first, and at once when told again. */
import * as Runtime from "effect/Runtime"

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

type Signal = keyof typeof EXIT_CODES

/**
 * Ctrl-C reaches npm and the program alike, and npm passes it on: what comes so
 * soon after a signal is the same one.
 */
const ECHO_MILLIS = 250

/** How long it may take before somebody at a terminal is told what is going on. */
const PATIENCE_MILLIS = 1000

const explain = (): void => {
  if (process.stderr.isTTY) process.stderr.write("\nAnswering the requests under way. Ctrl-C again ends at once.\n")
}

/**
 * Listens to the signals of this process. The answer is its teardown: 130 after
 * Ctrl-C (SIGINT), 143 after SIGTERM, and otherwise as Effect has it.
 */
export const watch = (): Runtime.Teardown => {
  let first: { readonly signal: Signal; readonly at: number } | undefined
  const onSignal = (signal: Signal): void => {
    const at = performance.now()
    if (first === undefined) {
      first = { signal, at }
      setTimeout(explain, PATIENCE_MILLIS).unref()
    } else if (at - first.at > ECHO_MILLIS) {
      process.exit(EXIT_CODES[signal])
    }
  }
  process.on("SIGINT", onSignal)
  process.on("SIGTERM", onSignal)
  return (exit, onExit) =>
    Runtime.defaultTeardown(exit, (code) =>
      onExit(code === EXIT_CODES.SIGINT && first !== undefined ? EXIT_CODES[first.signal] : code)
    )
}
