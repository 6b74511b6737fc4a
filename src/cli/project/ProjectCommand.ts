/** `gatefold project …` reads, changes and checks the settings of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json, parsedFile, yes } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { targetFlags } from "./TargetFlags.ts"

const common = { ...targetFlags, json }

const path = Argument.String("path").pipe(
  Argument.withDescription("Path of a setting, such as config.domains"),
  Argument.optional
)

const get = Command.make(
  "get",
  { ...common, path },
  lazyHandler(
    () => import("./Settings.ts"),
    ({ get }) => get
  )
).pipe(
  Command.withDescription("Show all settings or one of them as JSON. Hides secrets"),
  Command.withExamples([
    { command: "gatefold project get config.domains", description: "The trusted domains" },
    { command: "gatefold project get > project.json", description: "All settings" }
  ])
)

const set = Command.make(
  "set",
  {
    ...common,
    path,
    value: Argument.String("value").pipe(Argument.withDescription("New value: JSON or text"), Argument.optional),
    file: parsedFile("file").pipe(
      Flag.withDescription("Settings in JSON or YAML. Other settings keep their value"),
      Flag.optional
    ),
    yes
  },
  lazyHandler(
    () => import("./Settings.ts"),
    ({ set }) => set
  )
).pipe(
  Command.withDescription("Change settings, after showing the difference. Replaces lists as a whole"),
  Command.withExamples([
    { command: "gatefold project set config.allowLocalhost false", description: "Change one setting" },
    {
      command: "gatefold project set --file settings.yaml --yes",
      description: "Change several settings without confirmation"
    }
  ])
)

const check = Command.make(
  "check",
  common,
  lazyHandler(
    () => import("./Check.ts"),
    ({ check }) => check
  )
).pipe(
  Command.withDescription("Check the settings before production. Exits with 1 if it finds a problem"),
  Command.withExamples([{ command: "gatefold project check --read-env .env.production", description: "In CI" }])
)

/** `gatefold project`. */
export const project = Command.make("project").pipe(
  Command.withDescription("Manage the settings of a project. Requires the super secret admin key"),
  Command.withSubcommands([get, set, check])
)
