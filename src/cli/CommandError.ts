/** What a command ends with when it does not do what it was told. Docs: docs/guides/command-line.md#exit-codes. */
import * as Data from "effect/Data"
import { plain } from "./Plain.ts"

/**
 * One line that says what is wrong and what to do, and the exit code of the process:
 *
 * - 1: something was refused or cannot be done, or a check has found something;
 * - 2: no service or emulator answers;
 * - 3: what was waited for did not come.
 */
export class CommandError extends Data.TaggedError("CommandError")<{
  readonly message: string
  readonly exitCode: 1 | 2 | 3
  /** For programs, in the output of `--json`: the tag of the operation's error, such as `UserNotFound`, or `Refused`. */
  readonly code?: string | undefined
}> {}

/** A check has found something, and everything was printed already. */
export const told = new CommandError({ message: "", exitCode: 1 })
/** What a service says, or a file, steers no terminal. */
const failed = (message: string, exitCode: 1 | 2 | 3, code: string) =>
  new CommandError({ message: plain(message), exitCode, code })

/** Something was refused, or cannot be done. */
export const refused = (message: string, code = "Refused") => failed(message, 1, code)
/** No service or emulator is there. */
export const notThere = (message: string, code = "NotReachable") => failed(message, 2, code)
/** What was waited for did not come. */
export const notInTime = (message: string) => failed(message, 3, "NotInTime")
