/** `gatefold export` and `gatefold import` copy a whole project over the API of any service. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { json } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { targetFlags } from "../project/TargetFlags.ts"
import { sendFlags } from "../users/ImportExportCommands.ts"

/** `gatefold export`. */
export const exportCommand = Command.make(
  "export",
  {
    ...targetFlags,
    json,
    file: Argument.String("file").pipe(
      Argument.withDescription("Output file, readable only by you, or - for standard output")
    )
  },
  lazyHandler(
    () => import("./Export.ts"),
    ({ exportProject }) => exportProject
  )
).pipe(
  Command.withDescription("Export users, teams, members and permissions as a seed, without passwords"),
  Command.withExamples([
    { command: "gatefold export shop.json", description: "For gatefold import and for gatefold start --seed" }
  ])
)

/** `gatefold import`. */
export const importCommand = Command.make(
  "import",
  {
    ...targetFlags,
    json,
    ...sendFlags,
    file: Argument.String("file").pipe(Argument.withDescription("Seed in JSON or YAML, such as gatefold export writes"))
  },
  lazyHandler(
    () => import("./Import.ts"),
    ({ importProject }) => importProject
  )
).pipe(
  Command.withDescription("Import a seed. After an interruption, run the same command to continue"),
  Command.withExamples([
    { command: "gatefold import shop.json --read-env .env.staging", description: "Into another project" }
  ])
)
