#!/usr/bin/env node
/**
 * The `gatefold` command.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { start } from "./Start.ts"
import { StepFailed } from "./tour/Step.ts"

const gatefold = Command.make("gatefold").pipe(
  Command.withDescription("Authentication and user management, with the service included"),
  Command.withSubcommands([start])
)

gatefold.pipe(
  Command.run({ version: "0.1.0" }),
  Effect.tapError((error) => (error instanceof StepFailed ? Console.error(`  ✗ ${error.message}`) : Effect.void)),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: false })
)
