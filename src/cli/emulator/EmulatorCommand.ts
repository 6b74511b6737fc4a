/** `gatefold emulator …` inspects and controls a running emulator. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { fileArgument, switchFlag } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { commonFlags } from "./ConnectionFlags.ts"
import { ruleFlags } from "./RuleFlags.ts"

export const requestsFlags = {
  ...commonFlags,
  follow: switchFlag("follow", "Stream requests until you press Ctrl-C"),
  curl: switchFlag("curl", "Also show each request as a curl command"),
  secrets: switchFlag("secrets", "Include keys, tokens and passwords")
}

const requests = makeLazyCommand(() => import("./Requests.ts"))("requests", {
  description: "List the requests that the emulator received",
  flags: requestsFlags,
  run: (module) => module.requests
})

export const addFlags = {
  ...commonFlags,
  ...ruleFlags,
  carriedOut: switchFlag("carried-out", "Execute the request before the fault")
}

const faultsCommand = makeLazyCommand(() => import("./Faults.ts"))

const faults = Command.make("faults").pipe(
  Command.withDescription("Make requests fail on purpose"),
  Command.withSubcommands([
    faultsCommand("add", {
      description: "Add a fault rule, such as --path /users/me --status 503 --first 2",
      flags: addFlags,
      run: (module) => module.add
    }),
    faultsCommand("list", {
      description: "List the fault rules with their hits",
      flags: commonFlags,
      run: (module) => module.list
    }),
    faultsCommand("remove", {
      description: "Remove a fault rule",
      flags: { ...commonFlags, id: Argument.String("id").pipe(Argument.withDescription("Rule ID, as list shows it")) },
      run: (module) => module.remove
    }),
    faultsCommand("clear", {
      description: "Remove all fault rules",
      flags: commonFlags,
      run: (module) => module.clear
    })
  ])
)

const clockCommand = makeLazyCommand(() => import("./Clock.ts"))

const clock = Command.make("clock").pipe(
  Command.withDescription("Show and move the emulator's clock"),
  Command.withSubcommands([
    clockCommand("show", {
      description: "Show the emulator's time",
      flags: commonFlags,
      run: (module) => module.show
    }),
    clockCommand("advance", {
      description: "Move the clock forward",
      flags: {
        ...commonFlags,
        by: Argument.String("time").pipe(Argument.withDescription('Duration, such as "8 days"'))
      },
      run: (module) => module.advance
    }),
    clockCommand("reset", {
      description: "Reset the clock to the machine's time",
      flags: commonFlags,
      run: (module) => module.reset
    })
  ])
)

const stateCommand = makeLazyCommand(() => import("./State.ts"))

const seedFile = fileArgument("file").pipe(Argument.withDescription("Seed in JSON or YAML"))

const output = Argument.String("file").pipe(
  Argument.withDescription("Output file, readable only by you (default: standard output)"),
  Argument.optional
)

const reset = stateCommand("reset", {
  description: "Reset to the projects, keys and seed of the start, also in the file of --data",
  flags: commonFlags,
  run: (module) => module.reset
})

const seed = stateCommand("seed", {
  description: "Add users, teams and other data from a seed: all of it or nothing",
  flags: { ...commonFlags, file: seedFile },
  run: (module) => module.seed
})

const snapshot = stateCommand("snapshot", {
  description: "Save the whole state with emails, request log and clock",
  flags: { ...commonFlags, file: output },
  run: (module) => module.snapshot
})

const restore = stateCommand("restore", {
  description: "Restore a snapshot",
  flags: {
    ...commonFlags,
    file: Argument.String("file").pipe(Argument.withDescription("File that gatefold emulator snapshot wrote"))
  },
  run: (module) => module.restore
})

const exportSeed = stateCommand("export", {
  description: "Export all data as a seed in JSON",
  flags: { ...commonFlags, file: output },
  run: (module) => module.exportSeed
})

const importSeed = stateCommand("import", {
  description: "Replace all data with a seed",
  flags: { ...commonFlags, file: seedFile },
  run: (module) => module.importSeed
})

export const emulator = Command.make("emulator").pipe(
  Command.withDescription("Inspect and control a running emulator"),
  Command.withSubcommands([requests, faults, clock, reset, seed, snapshot, restore, exportSeed, importSeed])
)
