/** The error of a command. Docs: docs/guides/command-line.md#output-and-exit-codes. */
import { TaggedError } from "../domain/errors/TaggedError.ts"
import { stripControls } from "./output/TerminalText.ts"

/**
 * A message with the problem and its remedy, and the exit code of the process.
 *
 * - 1: A request was refused, the usage is wrong, or a check failed.
 *
 * - 2: No service or emulator answers.
 *
 * - 3: A wait timed out.
 */
export class CommandError extends TaggedError("CommandError")<{
  readonly message: string
  readonly exitCode: 1 | 2 | 3
  /** The `code` in the output of `--json`: the tag of the operation's error, such as `UserNotFound`, or `Refused`. */
  readonly code?: string | undefined
}> {}

/** Ends a command whose check failed and that printed everything itself. */
export const alreadyReported = new CommandError({ message: "", exitCode: 1 })
/** Removes control characters, because a service or a file may have written the message. */
const makeError = (message: string, exitCode: 1 | 2 | 3, code: string) =>
  new CommandError({ message: stripControls(message), exitCode, code })

export const refused = (message: string, code = "Refused") => makeError(message, 1, code)
export const unreachable = (message: string, code = "NotReachable") => makeError(message, 2, code)
export const timedOut = (message: string) => makeError(message, 3, "NotInTime")
