/** `gatefold emulator …`: commands for an emulator that runs. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json } from "../Flags.ts"
import { flags } from "./ConnectionFlags.ts"
import { ruleFlags } from "./RuleFlags.ts"
import { stateCommands } from "./StateCommands.ts"

const on = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

const common = { ...flags, json }

const requests = Command.make(
  "requests",
  {
    ...common,
    follow: on("follow", "Show requests as they come, until Ctrl-C"),
    curl: on("curl", "Show each as a command of curl"),
    secrets: on("secrets", "With keys, tokens and passwords in it")
  },
  Effect.fnUntraced(function* (input) {
    const { requests } = yield* Effect.promise(() => import("./Requests.ts"))
    yield* requests(input)
  })
).pipe(Command.withDescription("Show the requests that the emulator got"))

const importFaults = Effect.promise(() => import("./Faults.ts"))

const faults = Command.make("faults").pipe(
  Command.withDescription("Let requests fail on purpose"),
  Command.withSubcommands([
    Command.make(
      "add",
      { ...common, ...ruleFlags, carriedOut: on("carried-out", "Carry the request out first") },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importFaults).add(input)
      })
    ).pipe(Command.withDescription("Add a rule, such as: --path /users/me --status 503 --first 2")),
    Command.make(
      "list",
      common,
      Effect.fnUntraced(function* (input) {
        yield* (yield* importFaults).list(input)
      })
    ).pipe(Command.withDescription("Show the rules, and what they have hit")),
    Command.make(
      "remove",
      { ...common, id: Argument.String("id") },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importFaults).remove(input)
      })
    ).pipe(Command.withDescription("Remove a rule")),
    Command.make(
      "clear",
      common,
      Effect.fnUntraced(function* (input) {
        yield* (yield* importFaults).clear(input)
      })
    ).pipe(Command.withDescription("Remove all rules"))
  ])
)

const importClock = Effect.promise(() => import("./Clock.ts"))

const clock = Command.make("clock").pipe(
  Command.withDescription("Read and move the emulator's clock"),
  Command.withSubcommands([
    Command.make(
      "show",
      common,
      Effect.fnUntraced(function* (input) {
        yield* (yield* importClock).show(input)
      })
    ).pipe(Command.withDescription("Show the emulator's time")),
    Command.make(
      "advance",
      { ...common, by: Argument.String("time").pipe(Argument.withDescription('Such as "8 days"')) },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importClock).advance(input)
      })
    ).pipe(Command.withDescription("Move it forward")),
    Command.make(
      "reset",
      common,
      Effect.fnUntraced(function* (input) {
        yield* (yield* importClock).reset(input)
      })
    ).pipe(Command.withDescription("Move it back to the machine's time"))
  ])
)

/** `gatefold emulator`. */
export const emulator = Command.make("emulator").pipe(
  Command.withDescription("Look into an emulator that runs, and steer it"),
  Command.withSubcommands([requests, faults, clock, ...stateCommands])
)
