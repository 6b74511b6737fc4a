/** A value in every way in which programs print one. */
import * as util from "node:util"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import type { Search } from "./Search.ts"

const attempt = (print: () => string): string => {
  try {
    return print()
  } catch {
    // A cycle, or what cannot be cloned.
    return ""
  }
}

/** With all that is in it, and all that is hidden. */
export const inspected = (value: unknown) =>
  util.inspect(value, { depth: Infinity, showHidden: true, getters: true, maxArrayLength: null, maxStringLength: null })

/** An error and all that it came from. */
const chain = (error: unknown): ReadonlyArray<Error> =>
  error instanceof Error ? [error, ...chain(error.cause), ...chain("reason" in error ? error.reason : undefined)] : []

/** Prints a value into the sinks of errors. */
export const look = (search: Search, where: string, value: unknown): void => {
  const errors = chain(value)
  search.look(
    "String",
    where,
    attempt(() => `${String(value)}`)
  )
  search.look(
    "JSON",
    where,
    attempt(() => JSON.stringify(value) ?? "")
  )
  search.look(
    "inspect",
    where,
    attempt(() => inspected(value))
  )
  search.look(
    "format",
    where,
    attempt(() => util.format("%s %o %j", value, value, value))
  )
  search.look(
    "structuredClone",
    where,
    attempt(() => inspected(structuredClone(value)))
  )
  for (const error of errors) {
    search.look("message", where, `${error.name}: ${error.message}`)
    search.look("stack", where, error.stack ?? "")
    search.look("cause", where, inspected(error.cause))
  }
}

/** Prints how an effect has ended. */
export const lookAtExit = (search: Search, where: string, exit: Exit.Exit<unknown, unknown>): void => {
  if (Exit.isSuccess(exit)) return
  const { cause } = exit
  search.look("Cause", where, Cause.pretty(cause))
  search.look(
    "Cause",
    where,
    attempt(() => `${String(exit)} ${JSON.stringify(exit)} ${inspected(exit)}`)
  )
  look(search, where, Cause.squash(cause))
}

/** Looks at what is written to the console from now on, and answers how to stop. */
export const watchConsole = (search: Search, where: () => string): (() => void) => {
  const methods = ["log", "info", "warn", "error", "debug"] as const
  const before = methods.map((name) => [name, console[name]] as const)
  for (const name of methods) {
    console[name] = (...parts: ReadonlyArray<unknown>) => search.look("console", where(), util.format(...parts))
  }
  return () => {
    for (const [name, method] of before) console[name] = method
  }
}
