/**
 * Runs a command as this process and sets its exit code: 130 after Ctrl-C, 143 after SIGTERM. Ends without an error if
 * the reader of its output has left.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import { version } from "../domain/Version.ts"
import type { StartError } from "../emulator/node.ts"
import type { ServeError } from "../emulator/Serve.ts"
import { Notifier } from "../platform/Notifier.ts"
import type { CommandError } from "./CommandError.ts"
import * as Output from "./output/Output.ts"
import { describeCause, describeSeedProblem } from "./output/ProblemText.ts"
import * as SafeConsole from "./output/SafeConsole.ts"
import * as Signals from "./Signals.ts"
import type { StepFailed } from "./tour/Step.ts"
import * as Usage from "./Usage.ts"

/** A failure that was printed already: only its exit code is left to set. */
class FailureReported extends TaggedError("FailureReported")<{ readonly exitCode: number }> {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = this.exitCode
}

/**
 * Waits until the output cannot be written: its reader has left, such as `head` after its lines, or its disk is full.
 * Output that is lost that way after the command's end is also reported, and then the exit code is that of a failure.
 */
const reportUnwritable = (asJson: boolean) =>
  Effect.callback<void, FailureReported>((resume) => {
    let isReported = false
    // Kept until the end, because later writes fail in the same way.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return resume(Effect.void)
      process.exitCode = 1
      if (isReported) return
      isReported = true
      const message = `Cannot write the output: ${describeCause(error)}.`
      Effect.runSync(Usage.report({ message, exitCode: 1, code: "Output" }, asJson))
      resume(Effect.fail(new FailureReported({ exitCode: 1 })))
    })
    // Messages that nobody reads are lost, and the command continues.
    process.stderr.on("error", () => undefined)
  })

/** Errors that are printed as a message without a stack, by tag, because the emulator is loaded on demand. */
const isRefusal = (error: unknown): error is ServeError | StartError | CommandError =>
  ["ServeError", "DatabaseError", "SeedError", "CommandError"].some((tag) => Predicate.isTagged(error, tag))

const isStepFailed = (error: unknown): error is StepFailed => Predicate.isTagged(error, "StepFailed")

/** Runs a command with arguments. Prints errors to standard error, then fails with {@link FailureReported}. */
export const runWith = <Name extends string, Input, ContextInput, E>(
  command: Command.Command<Name, Input, ContextInput, E, NodeServices.NodeServices>,
  args: ReadonlyArray<string>
) => {
  const asJson = Usage.wantsJson(args)
  return Command.runWith(command, { version })(args).pipe(
    Effect.provide(Usage.layer(args)),
    // The command prints its error itself, once. With `--json`, another line would break the reader.
    Effect.provideService(Notifier, () => Effect.void),
    Effect.tapError((error) => (isStepFailed(error) ? Output.note(`  ✗ ${error.message}`) : Effect.void)),
    Effect.catch((error): Effect.Effect<never, unknown> => {
      if (!isRefusal(error)) return Effect.fail(error)
      const message = error._tag === "SeedError" ? `Invalid seed: ${describeSeedProblem(error.message)}` : error.message
      const exitCode = "exitCode" in error ? error.exitCode : 1
      const code = "code" in error ? error.code : error._tag
      return Effect.andThen(
        message === "" ? Effect.void : Usage.report({ message, exitCode, code }, asJson),
        Effect.fail(new FailureReported({ exitCode }))
      )
    })
  )
}

/** Prints an unexpected error to standard error, with its stack, so that a report of it is complete. */
export const reportCrash = (cause: Cause.Cause<unknown>, args: ReadonlyArray<string>): Effect.Effect<void> => {
  if (Cause.hasInterruptsOnly(cause) || !Runtime.getErrorReported(Cause.squash(cause))) return Effect.void
  const squashed = Cause.squash(cause)
  const message = `Unexpected error: ${squashed instanceof Error ? squashed.message : String(squashed)}`
  const asJson = Usage.wantsJson(args)
  const text = asJson
    ? message
    : `${message}\nThis is a bug in Gatefold. Please report it with these lines:\n${Cause.pretty(cause)}`
  return Usage.report({ message: text, exitCode: 1, code: "Unexpected" }, asJson)
}

export const run = <Name extends string, Input, ContextInput, E>(
  command: Command.Command<Name, Input, ContextInput, E, NodeServices.NodeServices>
): void => {
  const args = process.argv.slice(2)
  // The listeners come first: a command may end at once.
  reportUnwritable(Usage.wantsJson(args)).pipe(
    Effect.raceFirst(runWith(command, args)),
    Effect.provide(NodeServices.layer),
    Effect.tapCause((cause) => reportCrash(cause, args)),
    Effect.provideService(Console.Console, SafeConsole.makeSafe(globalThis.console)),
    NodeRuntime.runMain({ disableErrorReporting: true, teardown: Signals.watch() })
  )
}
