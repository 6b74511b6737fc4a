/** `gatefold config …` keeps the settings of a project in a file in git. */
import * as Command from "effect/cli/Command"
import { json, text, yes } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const common = {
  ...targetFlags,
  json,
  file: text("file", "Configuration file (default: gatefold.config.ts, hexclave.config.ts or stack.config.ts)")
}

const loadConfig = () => import("./Config.ts")

const pull = Command.make(
  "pull",
  { ...common, yes },
  lazyHandler(loadConfig, ({ pull }) => pull)
).pipe(
  Command.withDescription("Write the settings of the service into the file. Never writes secrets"),
  Command.withExamples([{ command: "gatefold config pull", description: "Create or update gatefold.config.ts" }])
)

const diff = Command.make(
  "diff",
  common,
  lazyHandler(loadConfig, ({ diff }) => diff)
).pipe(
  Command.withDescription("Show what a push would change. Exits with 1 if there is a difference"),
  Command.withExamples([{ command: "gatefold config diff --read-env .env.production", description: "In CI" }])
)

const push = Command.make(
  "push",
  {
    ...common,
    yes,
    ifRevision: text("if-revision", "Push only if the service still has this revision, which diff --json prints")
  },
  lazyHandler(loadConfig, ({ push }) => push)
).pipe(
  Command.withDescription("Send the settings of the file to the service, after showing the changes"),
  Command.withExamples([
    { command: "gatefold config push", description: "Show the changes and ask" },
    { command: "gatefold config push --yes --read-env .env.production", description: "On deployment" }
  ])
)

/** `gatefold config`. */
export const config = Command.make("config").pipe(
  Command.withDescription("Keep the settings of a project in git. Requires the super secret admin key"),
  Command.withSubcommands([pull, diff, push])
)
