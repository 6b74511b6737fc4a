/** `gatefold emulator …` inspects and controls a running emulator. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { json, on } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { flags } from "./ConnectionFlags.ts"
import { ruleFlags } from "./RuleFlags.ts"
import { stateCommands } from "./StateCommands.ts"

const common = { ...flags, json }

const requests = Command.make(
  "requests",
  {
    ...common,
    follow: on("follow", "Stream requests until you press Ctrl-C"),
    curl: on("curl", "Also show each request as a curl command"),
    secrets: on("secrets", "Include keys, tokens and passwords")
  },
  lazyHandler(
    () => import("./Requests.ts"),
    ({ requests }) => requests
  )
).pipe(Command.withDescription("List the requests that the emulator received"))

const loadFaults = () => import("./Faults.ts")

const faults = Command.make("faults").pipe(
  Command.withDescription("Make requests fail on purpose"),
  Command.withSubcommands([
    Command.make(
      "add",
      { ...common, ...ruleFlags, carriedOut: on("carried-out", "Execute the request before the fault") },
      lazyHandler(loadFaults, ({ add }) => add)
    ).pipe(Command.withDescription("Add a fault rule, such as --path /users/me --status 503 --first 2")),
    Command.make(
      "list",
      common,
      lazyHandler(loadFaults, ({ list }) => list)
    ).pipe(Command.withDescription("List the fault rules with their hits")),
    Command.make(
      "remove",
      { ...common, id: Argument.String("id").pipe(Argument.withDescription("Rule ID, as list shows it")) },
      lazyHandler(loadFaults, ({ remove }) => remove)
    ).pipe(Command.withDescription("Remove a fault rule")),
    Command.make(
      "clear",
      common,
      lazyHandler(loadFaults, ({ clear }) => clear)
    ).pipe(Command.withDescription("Remove all fault rules"))
  ])
)

const loadClock = () => import("./Clock.ts")

const clock = Command.make("clock").pipe(
  Command.withDescription("Show and move the emulator's clock"),
  Command.withSubcommands([
    Command.make(
      "show",
      common,
      lazyHandler(loadClock, ({ show }) => show)
    ).pipe(Command.withDescription("Show the emulator's time")),
    Command.make(
      "advance",
      { ...common, by: Argument.String("time").pipe(Argument.withDescription('Duration, such as "8 days"')) },
      lazyHandler(loadClock, ({ advance }) => advance)
    ).pipe(Command.withDescription("Move the clock forward")),
    Command.make(
      "reset",
      common,
      lazyHandler(loadClock, ({ reset }) => reset)
    ).pipe(Command.withDescription("Reset the clock to the machine's time"))
  ])
)

/** `gatefold emulator`. */
export const emulator = Command.make("emulator").pipe(
  Command.withDescription("Inspect and control a running emulator"),
  Command.withSubcommands([requests, faults, clock, ...stateCommands])
)
