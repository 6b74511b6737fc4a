/** `gatefold users import` and `export`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { dryRun, json, on, text } from "../Flags.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const format = Flag.Literals("format", ["csv", "json", "ndjson"]).pipe(
  Flag.withDescription("What is in the file (default: as its name ends)"),
  Flag.optional
)

const delimiter = Flag.String("delimiter").pipe(
  Flag.withDescription("What separates the columns of CSV: , or ; or tab (default: ,)"),
  Flag.map((text) => (text === "tab" ? "\t" : text)),
  Flag.withDefault(",")
)

/** How many users are changed at once. */
export const concurrency = Flag.Int("concurrency").pipe(
  Flag.withDescription("How many users at once, 1 to 64 (default: 8)"),
  Flag.filter(
    (count) => count >= 1 && count <= 64,
    () => "1 to 64"
  ),
  Flag.withDefault(8)
)

/** How users are sent. */
export const sendFlags = {
  existing: Flag.Literals("existing", ["fail", "skip", "update"]).pipe(
    Flag.withDescription("What to do with users whose address is there already (default: fail)"),
    Flag.withDefault("fail")
  ),
  concurrency,
  progress: text("progress", "File that says how far it is (default: beside the file, .progress)"),
  restart: on("restart", "Begin anew, whatever it says")
}

/** `gatefold users import`. */
export const importUsers = Command.make(
  "import",
  {
    ...targetFlags,
    json,
    file: Argument.String("file").pipe(Argument.withDescription("Users in CSV, JSON or NDJSON")),
    format,
    delimiter,
    dryRun: dryRun.pipe(Flag.withDescription("Check every line, and send nothing")),
    ...sendFlags,
    skipInvalid: on("skip-invalid", "Import the other lines, although some are wrong")
  },
  Effect.fnUntraced(function* (input) {
    const { importUsers } = yield* Effect.promise(() => import("./Import.ts"))
    yield* importUsers(input)
  }, Effect.scoped)
).pipe(
  Command.withDescription("Create users from a file; if it is interrupted, the same command goes on"),
  Command.withExamples([
    { command: "gatefold users import users.csv --dry-run", description: "Check the file first" },
    { command: "gatefold users import users.csv --existing skip", description: "Leave those who are there alone" }
  ])
)

/** `gatefold users export`. */
export const exportUsers = Command.make(
  "export",
  {
    ...targetFlags,
    json,
    file: Argument.String("file").pipe(Argument.withDescription("Where to write them, for you only; - shows them")),
    format,
    query: text("query", "Only users with this in their name or address"),
    team: text("team", "Only members of the team with this id"),
    anonymous: on("anonymous", "Anonymous users, too"),
    raw: on("raw", "CSV as it is, although a spreadsheet may take a name such as =1+1 for a formula")
  },
  Effect.fnUntraced(function* (input) {
    const { exportUsers } = yield* Effect.promise(() => import("./Export.ts"))
    yield* exportUsers(input)
  }, Effect.scoped)
).pipe(
  Command.withDescription("Write users to a file; passwords and keys of authenticators the API does not give"),
  Command.withExamples([
    { command: "gatefold users export users.csv", description: "For a spreadsheet" },
    { command: "gatefold users export users.ndjson", description: "For an import, without any loss" }
  ])
)
