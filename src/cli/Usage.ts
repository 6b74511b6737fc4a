/**
 * Prints usage errors in two lines on standard error: the problem, and how to get help. With `--json`, every error is
 * one JSON object in a line. Docs: docs/guides/command-line.md#output-and-exit-codes.
 */
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { CommandError } from "./CommandError.ts"
import * as SafeConsole from "./output/SafeConsole.ts"
import { toJsonLine, stripControls, escapeControls } from "./output/TerminalText.ts"

/** Whether to print errors as JSON. Arguments after `--` are values. */
export const wantsJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).includes("--json")
}

type Message = Pick<CommandError, "message" | "exitCode"> & {
  readonly code?: string | undefined
  readonly help?: string
}

export const report = ({ code, exitCode, help, message }: Message, asJson: boolean): Effect.Effect<void> =>
  Console.error(asJson ? toJsonLine({ error: { code, message, exitCode, help } }) : stripControls(message))

const formatSuggestions = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(" or ")}?`

const endSentence = (text: string): string => text.replace(/[^.?!]$/, "$&.")

const choiceList = /^"[^"]*"(?: \| "[^"]*")+$/

/** The expected value in a sentence, in place of the words that Effect has for its types. */
const describeExpected = (expected: string): string => {
  if (expected.startsWith("Expected a valid Date")) return "Expected a date, such as 2027-01-31 or 2027-01-31T12:00:00Z"
  if (/^integer$|^Expected .*integer/i.test(expected)) return "Expected a whole number"
  if (/finite number|^number$/.test(expected)) return "Expected a number"
  if (expected.startsWith("Invalid key=value format")) return "Expected key=value, such as team_id=…"
  if (choiceList.test(expected)) {
    const names = expected.replaceAll('"', "").replaceAll(" | ", ", ")
    return `Expected ${names.replace(/, ([^,]*)$/, " or $1")}`
  }
  if (/^(string|redacted|path|file|key=value)$/i.test(expected)) return ""
  // Our own descriptions are sentences, or the end of one.
  return /^[A-Z]/.test(expected) ? expected : `Expected ${expected}`
}

const formatInvalidValue = ({ expected, kind, option, value }: CliError.InvalidValue): string => {
  const name = kind === "argument" ? `argument <${option}>` : `flag --${option}`
  const problem =
    kind === "flag" && value === "" ? `Missing value for ${name}.` : `Invalid value for ${name}: "${value}".`
  const expectation = describeExpected(expected)
  return expectation === "" ? problem : `${problem} ${endSentence(expectation)}`
}

const formatError = (error: CliError.NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `Unknown flag ${error.option}.${formatSuggestions(error.suggestions)}`
    case "UnknownSubcommand":
      return `Unknown command "${error.subcommand}".${formatSuggestions(error.suggestions)}`
    case "MissingArgument":
      return `Missing argument <${error.argument}>.`
    case "MissingOption":
      return `Missing flag --${error.option}.`
    case "UnexpectedArgument":
      return `Unexpected argument ${error.arguments.map((value) => JSON.stringify(value)).join(", ")}.`
    case "InvalidValue":
      return formatInvalidValue(error)
    default:
      return endSentence(error.message)
  }
}

const isLetter = (error: CliError.NonShowHelpErrors): boolean =>
  error._tag === "UnrecognizedOption" && /^-[^-]$/u.test(error.option)

/**
 * One line for each error. An argument such as `"-1 day"` counts once, although each of its letters could be a flag.
 */
const formatErrors = (
  errors: ReadonlyArray<CliError.NonShowHelpErrors>,
  args: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const letters = errors.filter(isLetter)
  const typed = args.find((arg) => /^-[^-]./u.test(arg))
  if (letters.length < 2 || typed === undefined) return errors.map(formatError)
  return [
    `Unknown flag ${typed}. Put -- before arguments that begin with a dash.`,
    ...errors.filter((error) => !isLetter(error)).map(formatError)
  ]
}

/** Prints help and version the way Effect does, and usage errors in two lines. */
export const layer = (args: ReadonlyArray<string>): Layer.Layer<never> =>
  CliOutput.layerPresenter({
    present: (event) => {
      if (event._tag !== "InvalidInvocation") return SafeConsole.withColors(CliOutput.defaultPresenter.present(event))
      const message = formatErrors(event.errors, args).map(escapeControls).join(" ")
      const help = `${event.commandPath.join(" ")} --help`
      const asJson = wantsJson(args)
      const text = asJson ? message : `${message}\nRun ${escapeControls(help)} for usage.`
      return report({ message: text, exitCode: 1, code: "UsageError", help }, asJson)
    }
  })
