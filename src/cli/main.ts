#!/usr/bin/env node
/**
 * The `gatefold` command.
 */
import * as Command from "effect/cli/Command"
import { run } from "./Run.ts"
import { start } from "./Start.ts"

const gatefold = Command.make("gatefold").pipe(
  Command.withDescription("Authentication and user management, with the service included"),
  Command.withSubcommands([start])
)

run(gatefold)
