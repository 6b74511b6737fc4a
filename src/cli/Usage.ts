/**
 * How wrong usage is told: what is wrong, and where the help is, in two lines on standard error. With `--json`, every
 * error is one JSON object in a line. Docs: docs/guides/command-line.md#output-and-exit-codes.
 */
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { CommandError } from "./CommandError.ts"
import { jsonLine, plain, visible } from "./Plain.ts"
import * as Screen from "./Screen.ts"

/** Whether errors are for a program. Arguments after `--` are values. */
export const wantsJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).includes("--json")
}

type Told = Pick<CommandError, "message" | "exitCode"> & { readonly code?: string | undefined; readonly help?: string }

/** Prints an error to standard error: its message, or one JSON object. */
export const tell = ({ code, exitCode, help, message }: Told, asJson: boolean): Effect.Effect<void> =>
  Console.error(asJson ? jsonLine({ error: { code, message, exitCode, help } }) : plain(message))

const meant = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(" or ")}?`

const sentence = (text: string): string => text.replace(/[^.?!]$/, "$&.")

/** One line for one error. */
const lineOf = (error: CliError.NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `Unknown flag ${error.option}.${meant(error.suggestions)}`
    case "UnknownSubcommand":
      return `Unknown command "${error.subcommand}".${meant(error.suggestions)}`
    case "MissingArgument":
      return `Missing argument <${error.argument}>.`
    case "MissingOption":
      return `Missing flag --${error.option}.`
    case "UnexpectedArgument":
      return `Unexpected argument ${error.arguments.map((value) => JSON.stringify(value)).join(", ")}.`
    default:
      return sentence(error.message)
  }
}

/** Prints help and version as usual, and wrong usage in two lines. */
export const layer = (args: ReadonlyArray<string>): Layer.Layer<never> =>
  CliOutput.layerPresenter({
    present: (event) => {
      if (event._tag !== "InvalidInvocation") return Screen.withColours(CliOutput.defaultPresenter.present(event))
      const message = event.errors.map((error) => visible(lineOf(error))).join(" ")
      const help = `${event.commandPath.join(" ")} --help`
      const asJson = wantsJson(args)
      const text = asJson ? message : `${message}\nRun ${visible(help)} to see how it is used.`
      return tell({ message: text, exitCode: 1, code: "UsageError", help }, asJson)
    }
  })
