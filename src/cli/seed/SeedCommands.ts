/** `gatefold export` and `gatefold import` copy a whole project over the API of any service. */
import * as Argument from "effect/cli/Argument"
import { sendFlags } from "../bulk/SendFlags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { commonFlags } from "../target/TargetFlags.ts"

export const exportCommand = makeLazyCommand(() => import("./Export.ts"))("export", {
  description: "Export users, teams, members and permissions as a seed, without passwords",
  examples: { "gatefold export shop.json": "For gatefold import and for gatefold start --seed" },
  flags: {
    ...commonFlags,
    file: Argument.String("file").pipe(
      Argument.withDescription("Output file, readable only by you, or - for standard output")
    )
  },
  run: (module) => module.exportProject
})

export const importFlags = {
  ...sendFlags,
  file: Argument.String("file").pipe(Argument.withDescription("Seed in JSON or YAML, such as gatefold export writes"))
}

export const importCommand = makeLazyCommand(() => import("./Import.ts"))("import", {
  description: "Import a seed. After an interruption, run the same command to continue",
  examples: { "gatefold import shop.json --read-env .env.staging": "Into another project" },
  flags: importFlags,
  run: (module) => module.importProject
})
