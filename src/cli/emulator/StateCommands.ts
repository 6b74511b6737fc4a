/** The commands that change and save the state of a running emulator. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { json, parsedFileArgument } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { flags } from "./ConnectionFlags.ts"

const common = { ...flags, json }

const loadState = () => import("./State.ts")

const seedFile = parsedFileArgument("file").pipe(Argument.withDescription("Seed in JSON or YAML"))

const output = Argument.String("file").pipe(
  Argument.withDescription("Output file, readable only by you (default: standard output)"),
  Argument.optional
)

const reset = Command.make(
  "reset",
  common,
  lazyHandler(loadState, ({ reset }) => reset)
).pipe(Command.withDescription("Reset to the projects, keys and seed of the start, also in the file of --data"))

const seed = Command.make(
  "seed",
  { ...common, file: seedFile },
  lazyHandler(loadState, ({ seed }) => seed)
).pipe(Command.withDescription("Add users, teams and other data from a seed: all of it or nothing"))

const snapshot = Command.make(
  "snapshot",
  { ...common, file: output },
  lazyHandler(loadState, ({ snapshot }) => snapshot)
).pipe(Command.withDescription("Save the whole state with emails, request log and clock"))

const restore = Command.make(
  "restore",
  {
    ...common,
    file: Argument.String("file").pipe(Argument.withDescription("File that gatefold emulator snapshot wrote"))
  },
  lazyHandler(loadState, ({ restore }) => restore)
).pipe(Command.withDescription("Restore a snapshot"))

const exportSeed = Command.make(
  "export",
  { ...common, file: output },
  lazyHandler(loadState, ({ exportSeed }) => exportSeed)
).pipe(Command.withDescription("Export all data as a seed in JSON"))

const importSeed = Command.make(
  "import",
  { ...common, file: seedFile },
  lazyHandler(loadState, ({ importSeed }) => importSeed)
).pipe(Command.withDescription("Replace all data with a seed"))

/** Subcommands of `gatefold emulator`. */
export const stateCommands = [reset, seed, snapshot, restore, exportSeed, importSeed] as const
