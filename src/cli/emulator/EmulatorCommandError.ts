/** What a command of a running emulator ends with. */
import * as Data from "effect/Data"

/** 2: no emulator is there; 3: what was waited for did not come; 1: anything else. */
export class EmulatorCommandError extends Data.TaggedError("EmulatorCommandError")<{
  readonly message: string
  readonly exitCode: 1 | 2 | 3
}> {}

/** Something was refused, or cannot be done. */
export const refused = (message: string) => new EmulatorCommandError({ message, exitCode: 1 })
/** No emulator is there. */
export const notThere = (message: string) => new EmulatorCommandError({ message, exitCode: 2 })
/** What was waited for did not come. */
export const notInTime = (message: string) => new EmulatorCommandError({ message, exitCode: 3 })
