/**
 * Runs a command as this process: its exit code tells how it ended, 130 after
 * Ctrl-C.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { StepFailed } from "./tour/Step.ts"

/** Runs a command with the arguments of this process. */
export const run = <Name extends string, Input, ContextInput, E>(
  command: Command.Command<Name, Input, ContextInput, E, NodeServices.NodeServices>
): void =>
  Command.run(command, { version: "0.1.0" }).pipe(
    Effect.tapError((error) => (error instanceof StepFailed ? Console.error(`  ✗ ${error.message}`) : Effect.void)),
    Effect.provide(NodeServices.layer),
    NodeRuntime.runMain({ disableErrorReporting: false })
  )
