/** Signals: the first one lets work under way finish, the second one ends the process at once. */
import * as Runtime from "effect/Runtime"

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const

type Signal = keyof typeof exitCodes

/** npm passes on Ctrl-C, which also reaches the program directly: a signal so soon after another one is the same. */
const echoMillis = 250

/** How long a command may take to stop before it explains, at a terminal, how to end it at once, in milliseconds. */
const patienceMillis = 1000

const explain = (): void => {
  if (process.stderr.isTTY) process.stderr.write("\nAnswering the requests under way. Ctrl-C again ends at once.\n")
}

/**
 * Listens to the signals of this process. Returns its teardown: exit code 130 after SIGINT (Ctrl-C), 143 after SIGTERM,
 * else Effect's.
 */
export const watch = (): Runtime.Teardown => {
  let first: { readonly signal: Signal; readonly at: number } | undefined
  const onSignal = (signal: Signal): void => {
    const at = performance.now()
    if (first === undefined) {
      first = { signal, at }
      setTimeout(explain, patienceMillis).unref()
    } else if (at - first.at > echoMillis) {
      process.exit(exitCodes[signal])
    }
  }
  process.on("SIGINT", onSignal)
  process.on("SIGTERM", onSignal)
  return (exit, onExit) =>
    Runtime.defaultTeardown(exit, (code) =>
      onExit(code === exitCodes.SIGINT && first !== undefined ? exitCodes[first.signal] : code)
    )
}
