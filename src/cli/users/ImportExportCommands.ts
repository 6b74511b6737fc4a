/** `gatefold users import` and `gatefold users export`. */
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { sendFlags } from "../bulk/SendFlags.ts"
import { dryRun, id, switchFlag, text } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { commonFlags } from "../target/TargetFlags.ts"

const format = Flag.Literals("format", ["csv", "json", "ndjson"]).pipe(
  Flag.withDescription("File format (default: by the file extension)"),
  Flag.optional
)

const delimiter = Flag.String("delimiter").pipe(
  Flag.withDescription("CSV delimiter: one character, or tab (default: ,)"),
  Flag.filter(
    (value) => value === "tab" || [...value].length === 1,
    () => "one character such as ; or the word tab"
  ),
  Flag.map((value) => (value === "tab" ? "\t" : value)),
  Flag.withDefault(",")
)

export const importFlags = {
  ...sendFlags,
  file: Argument.String("file").pipe(Argument.withDescription("Users in CSV, JSON or NDJSON")),
  format,
  delimiter,
  dryRun: dryRun.pipe(Flag.withDescription("Check every line without sending anything")),
  skipInvalid: switchFlag("skip-invalid", "Import the valid lines even if others are invalid")
}

export const importUsers = makeLazyCommand(() => import("./Import.ts"))("import", {
  description: "Import users from a file. After an interruption, run the same command to continue",
  examples: {
    "gatefold users import users.csv --dry-run": "Check the file first",
    "gatefold users import users.csv --existing skip": "Skip existing users"
  },
  flags: importFlags,
  run: (module) => module.importUsers
})

export const exportFlags = {
  ...commonFlags,
  file: Argument.String("file").pipe(
    Argument.withDescription("Output file, readable only by you, or - for standard output")
  ),
  format,
  query: text("query", "Filter by name, email or ID"),
  team: id("team", "Only members of this team"),
  anonymous: switchFlag("anonymous", "Include anonymous users"),
  raw: switchFlag("raw", "Do not escape CSV values that a spreadsheet could run as a formula")
}

export const exportUsers = makeLazyCommand(() => import("./Export.ts"))("export", {
  description: "Export users to a file. The API never returns passwords or authenticator secrets",
  examples: {
    "gatefold users export users.csv": "For a spreadsheet",
    "gatefold users export users.ndjson": "For an import, without loss"
  },
  flags: exportFlags,
  run: (module) => module.exportUsers
})
