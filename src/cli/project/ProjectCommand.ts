/** `gatefold project …` reads, changes and checks the settings of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { fileFlag, yes } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { commonFlags } from "../target/TargetFlags.ts"

const path = Argument.String("path").pipe(
  Argument.withDescription("Path of a setting, such as config.domains"),
  Argument.optional
)

const get = makeLazyCommand(() => import("./Settings.ts"))("get", {
  description: "Show all settings or one of them as JSON. Hides secrets",
  examples: {
    "gatefold project get config.domains": "The trusted domains",
    "gatefold project get > project.json": "All settings"
  },
  flags: { ...commonFlags, path },
  run: (module) => module.get
})

export const setFlags = {
  ...commonFlags,
  path,
  value: Argument.String("value").pipe(Argument.withDescription("New value: JSON or text"), Argument.optional),
  file: fileFlag("file").pipe(
    Flag.withDescription("Settings in JSON or YAML. Other settings keep their value"),
    Flag.optional
  ),
  yes
}

const set = makeLazyCommand(() => import("./Settings.ts"))("set", {
  description: "Change settings, after showing the difference. Replaces lists as a whole",
  examples: {
    "gatefold project set config.allowLocalhost false": "Change one setting",
    "gatefold project set --file settings.yaml --yes": "Change several settings without confirmation"
  },
  flags: setFlags,
  run: (module) => module.set
})

const check = makeLazyCommand(() => import("./Check.ts"))("check", {
  description: "Check the settings before production. Exits with 1 if it finds a problem",
  examples: { "gatefold project check --read-env .env.production": "In CI" },
  flags: commonFlags,
  run: (module) => module.check
})

export const project = Command.make("project").pipe(
  Command.withDescription("Manage the settings of a project. Requires the super secret admin key"),
  Command.withSubcommands([get, set, check])
)
