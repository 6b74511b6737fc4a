/** The commands for the state of a running emulator. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../Flags.ts"
import { flags } from "./ConnectionFlags.ts"

const common = { ...flags, json }

const importState = Effect.promise(() => import("./State.ts"))

const seedFile = Argument.FileParse("file").pipe(Argument.withDescription("A seed in JSON or YAML"))

const output = Argument.String("file").pipe(
  Argument.withDescription("Where to write it, for you only (default: shown)"),
  Argument.optional
)

const reset = Command.make("reset", common, (input) =>
  Effect.flatMap(importState, ({ change }) => change(input, "reset", undefined, "The emulator is as new."))
).pipe(Command.withDescription("Go back to the projects, keys and seed of the start; also in the file of --data"))

const seed = Command.make("seed", { ...common, file: seedFile }, ({ file, ...input }) =>
  Effect.flatMap(importState, ({ change }) =>
    change(input, "seed", JSON.stringify(file), "The seed is in the emulator.")
  )
).pipe(Command.withDescription("Add users, teams and the like from a file: all of it, or nothing"))

const snapshot = Command.make("snapshot", { ...common, file: output }, ({ file, ...input }) =>
  Effect.flatMap(importState, ({ save }) => save(input, "snapshot", file))
).pipe(Command.withDescription("Write the whole state, with mails, journal and clock"))

const restore = Command.make(
  "restore",
  {
    ...common,
    file: Argument.File("file", { mustExist: true }).pipe(Argument.withDescription("What snapshot has written"))
  },
  ({ file, ...input }) => Effect.flatMap(importState, ({ restore }) => restore(input, file))
).pipe(Command.withDescription("Put a snapshot back"))

const exportSeed = Command.make("export", { ...common, file: output }, ({ file, ...input }) =>
  Effect.flatMap(importState, ({ save }) => save(input, "export", file))
).pipe(Command.withDescription("Write everything there is as a seed, in JSON"))

const importSeed = Command.make("import", { ...common, file: seedFile }, ({ file, ...input }) =>
  Effect.flatMap(importState, ({ change }) =>
    change(input, "import", JSON.stringify(file), "The emulator has what the seed has.")
  )
).pipe(Command.withDescription("Make the emulator what a seed says, and nothing else"))

/** Subcommands of `gatefold emulator`. */
export const stateCommands = [reset, seed, snapshot, restore, exportSeed, importSeed] as const
