/** `gatefold config …` keeps the settings of a project in a file in git. */
import * as Command from "effect/cli/Command"
import { text, yes } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { commonFlags } from "../target/TargetFlags.ts"

export const configFlags = {
  ...commonFlags,
  file: text("file", "Configuration file (default: gatefold.config.ts, hexclave.config.ts or stack.config.ts)")
}

const configCommand = makeLazyCommand(() => import("./Config.ts"))

const pull = configCommand("pull", {
  description: "Write the settings of the service into the file. Never writes secrets",
  examples: { "gatefold config pull": "Create or update gatefold.config.ts" },
  flags: { ...configFlags, yes },
  run: (module) => module.pull
})

const diff = configCommand("diff", {
  description: "Show what a push would change. Exits with 1 if there is a difference",
  examples: { "gatefold config diff --read-env .env.production": "In CI" },
  flags: configFlags,
  run: (module) => module.diff
})

export const pushFlags = {
  ...configFlags,
  yes,
  ifRevision: text("if-revision", "Push only if the service still has this revision, which diff --json prints")
}

const push = configCommand("push", {
  description: "Send the settings of the file to the service, after showing the changes",
  examples: {
    "gatefold config push": "Show the changes and ask",
    "gatefold config push --yes --read-env .env.production": "On deployment"
  },
  flags: pushFlags,
  run: (module) => module.push
})

export const config = Command.make("config").pipe(
  Command.withDescription("Keep the settings of a project in git. Requires the super secret admin key"),
  Command.withSubcommands([pull, diff, push])
)
