/**
 * Removes control characters from everything that reaches a terminal. Commands print through `Output`, which cleans
 * foreign text itself. This is the last line of defense for logs, crashes and libraries.
 */
import { format } from "node:util"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { stripControls } from "./TerminalText.ts"

const underlying = Symbol("the underlying console")

interface SafeConsole extends Console.Console {
  readonly [underlying]: Console.Console
}

const isSafeConsole = (console: Console.Console): console is SafeConsole => underlying in console

/** A console whose texts cannot control a terminal. Files and pipes get them as they are. */
export const makeSafe = (console: Console.Console): Console.Console => {
  const to =
    (stream: "stdout" | "stderr", write: (...args: ReadonlyArray<unknown>) => void) =>
    (...args: ReadonlyArray<unknown>) =>
      process[stream].isTTY ? write(stripControls(format(...args))) : write(...args)
  const safe: SafeConsole = {
    ...console,
    log: to("stdout", console.log),
    info: to("stdout", console.info),
    debug: to("stdout", console.debug),
    error: to("stderr", console.error),
    warn: to("stderr", console.warn),
    trace: to("stderr", console.trace),
    [underlying]: console
  }
  return safe
}

/** Lets an effect print colors. Clean all foreign text in it first. */
export const withColors = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Console.consoleWith((console) =>
    isSafeConsole(console) ? Effect.provideService(effect, Console.Console, console[underlying]) : effect
  )
