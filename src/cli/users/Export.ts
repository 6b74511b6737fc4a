/** `gatefold users export`: the users of the project as a file, a page of them in memory at a time. */
import { stringify } from "csv-stringify/sync"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import type { Json } from "../../domain/text/Json.ts"
import type { ServerUser } from "../../server/Users.ts"
import * as AllUsers from "../bulk/AllUsers.ts"
import { exportColumns, toFieldName } from "../bulk/Columns.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import * as OutputFile from "../output/OutputFile.ts"
import * as ProgressBar from "../output/ProgressBar.ts"
import { toJsonLine, stripControls } from "../output/TerminalText.ts"
import { withServerApp } from "../target/Calls.ts"
import type { exportFlags } from "./ImportExportCommands.ts"
import * as UserFile from "./UserFile.ts"

type ExportInput = InputOf<typeof exportFlags>

/** The text before, between and after users. */
interface Form {
  readonly begin: string
  readonly line: (user: ServerUser) => string
  readonly between: string
  readonly end: string
}

const readValues = (user: ServerUser): ReadonlyArray<readonly [name: string, value: Json]> =>
  Object.entries(exportColumns).map(([name, valueOf]) => [name, valueOf(user)])

const formatObject = (user: ServerUser): string =>
  toJsonLine(Object.fromEntries(readValues(user).map(([name, value]) => [toFieldName(name), value])))

const formatCell = ([, value]: readonly [name: string, value: Json]): string => {
  if (value === null) return ""
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

const forms: Readonly<Record<UserFile.Format, (raw: boolean) => Form>> = {
  csv: (raw) => ({
    begin: stringify([Object.keys(exportColumns)]),
    // A text that a spreadsheet would take for a formula gets an apostrophe.
    line: (user) => stringify([readValues(user).map(formatCell)], { escape_formulas: !raw }),
    between: "",
    end: ""
  }),
  json: () => ({ begin: "[\n", line: formatObject, between: ",\n", end: "\n]\n" }),
  ndjson: () => ({ begin: "", line: (user) => `${formatObject(user)}\n`, between: "", end: "" })
}

/** The text of the export, in pieces. `step` runs for each user. */
const streamPieces = (input: ExportInput, { begin, between, end, line }: Form, step: Effect.Effect<void>) =>
  AllUsers.stream({
    query: Option.getOrUndefined(input.query),
    teamId: Option.getOrUndefined(input.team),
    ...(input.anonymous && { includeAnonymous: true })
  }).pipe(
    Stream.tap(() => step),
    Stream.zipWithIndex,
    Stream.map(([user, at]) => (at === 0 ? line(user) : between + line(user))),
    (users) => Stream.concat(Stream.make(begin), Stream.concat(users, Stream.make(end)))
  )

export const exportUsers = Effect.fnUntraced(function* (input: ExportInput) {
  const isShown = input.file === "-"
  const format = yield* isShown && Option.isNone(input.format)
    ? Effect.succeed("ndjson" as const)
    : UserFile.resolveFormat(input.file, input.format)
  const isVisible = ProgressBar.canDraw({ json: input.json, isShown })
  const { step } = yield* ProgressBar.make({ label: "users", total: undefined, isVisible })
  let written = 0
  const count = Effect.andThen(
    Effect.sync(() => written++),
    step
  )
  const exportedPieces = streamPieces(input, forms[format](input.raw), count)
  if (isShown) {
    const { stdout } = yield* Stdio.Stdio
    // A spreadsheet of texts as they are is for programs, on a terminal people read it.
    const text = process.stdout.isTTY ? Stream.map(exportedPieces, stripControls) : exportedPieces
    return yield* text.pipe(Stream.run(stdout({ endOnDone: false })), withServerApp(input))
  }
  yield* OutputFile.replace(input.file, (append) =>
    Stream.runForEach(exportedPieces, append).pipe(withServerApp(input))
  )
  yield* Output.printResult(
    input,
    { file: input.file, users: written },
    `Wrote ${Output.formatCount(written, "user")} to ${input.file}, without passwords and keys of authenticators.`
  )
}, Effect.scoped)
