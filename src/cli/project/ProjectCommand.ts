/** `gatefold project …`: the settings of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, yes } from "../Flags.ts"
import { targetFlags } from "./TargetFlags.ts"

const common = { ...targetFlags, json }

const path = Argument.String("path").pipe(
  Argument.withDescription("A setting, such as config.domains"),
  Argument.optional
)

const get = Command.make(
  "get",
  { ...common, path },
  Effect.fnUntraced(function* (input) {
    const { get } = yield* Effect.promise(() => import("./Settings.ts"))
    yield* get(input)
  })
).pipe(
  Command.withDescription("Show the settings in JSON, or one of them; secrets are hidden"),
  Command.withExamples([
    { command: "gatefold project get config.domains", description: "The trusted domains" },
    { command: "gatefold project get > project.json", description: "All of them" }
  ])
)

const set = Command.make(
  "set",
  {
    ...common,
    path,
    value: Argument.String("value").pipe(Argument.withDescription("JSON, or a text"), Argument.optional),
    file: Flag.FileParse("file").pipe(
      Flag.withDescription("Settings in JSON or YAML; those that it does not name stay"),
      Flag.optional
    ),
    yes
  },
  Effect.fnUntraced(function* (input) {
    const { set } = yield* Effect.promise(() => import("./Settings.ts"))
    yield* set(input)
  })
).pipe(
  Command.withDescription("Change settings, after showing the difference; a list is replaced as a whole"),
  Command.withExamples([
    { command: "gatefold project set config.allowLocalhost false", description: "One setting" },
    { command: "gatefold project set --file settings.yaml --yes", description: "Several, without asking" }
  ])
)

const check = Command.make(
  "check",
  common,
  Effect.fnUntraced(function* (input) {
    const { check } = yield* Effect.promise(() => import("./Check.ts"))
    yield* check(input)
  })
).pipe(
  Command.withDescription("Say what is wrong or risky before people use it, and how to correct it, or exit with 0"),
  Command.withExamples([{ command: "gatefold project check --read-env .env.production", description: "In CI" }])
)

/** `gatefold project`. */
export const project = Command.make("project").pipe(
  Command.withDescription("Read, change and check the settings of a project; this needs the super secret admin key"),
  Command.withSubcommands([get, set, check])
)
