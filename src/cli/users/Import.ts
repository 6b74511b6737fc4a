/** `gatefold users import`: users of a file become users of the project, each of them once. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Columns from "../bulk/Columns.ts"
import { formatCounts, openProgress, type LineProblem, sendRows, printProblem } from "../bulk/SendRows.ts"
import { refused } from "../CommandError.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import type { importFlags } from "./ImportExportCommands.ts"
import * as UserFile from "./UserFile.ts"

type ImportInput = InputOf<typeof importFlags>

/** The rows of the file that can be imported, and the problems of the others; those of a column's name once. */
const readRows = (input: ImportInput, format: UserFile.Format) => {
  const lineByEmail = new Map<string, number>()
  const reportedNames = new Set<string>()
  return UserFile.read(input.file, format, input.delimiter).pipe(
    Stream.zipWithIndex,
    Stream.map(([{ line, problem, values }, at]): Columns.Row | ReadonlyArray<LineProblem> => {
      if (values === undefined) return [{ line, problem: problem ?? "it cannot be read" }]
      const row = Columns.read(at + 1, line, values)
      if (!Columns.isRow(row)) {
        const unreported = row.nameProblems.filter((name) => !reportedNames.has(name))
        for (const name of unreported) reportedNames.add(name)
        return [...unreported, ...row.problems].map((text) => ({ line, problem: text }))
      }
      const email = row.email?.toLowerCase()
      const earlierLine = email === undefined ? undefined : lineByEmail.get(email)
      if (earlierLine !== undefined) return [{ line, problem: `the same email as in line ${earlierLine}` }]
      if (email !== undefined) lineByEmail.set(email, line)
      return row
    })
  )
}

const check = Effect.fnUntraced(function* (input: ImportInput, format: UserFile.Format) {
  const counts = { good: 0, bad: 0 }
  yield* Stream.runForEach(readRows(input, format), (row) => {
    if (Columns.isRow(row)) counts.good++
    else counts.bad++
    return Columns.isRow(row)
      ? Effect.void
      : Effect.forEach(row, (problem) => printProblem(input, problem), { discard: true })
  })
  return counts
})

export const importUsers = Effect.fnUntraced(function* (input: ImportInput) {
  const format = yield* UserFile.resolveFormat(input.file, input.format)
  const { bad, good } = yield* check(input, format)
  if (input.dryRun) {
    yield* Output.printResult(
      input,
      { good, bad },
      `${Output.formatCount(good, "user")} can be imported, ${bad} cannot.`
    )
    return yield* bad === 0 ? Effect.void : refused("Nothing was sent.")
  }
  if (bad > 0 && !input.skipInvalid) {
    return yield* refused(
      `${Output.formatCount(bad, "user")} cannot be imported, so nothing was sent. Correct the file, or pass --skip-invalid.`
    )
  }
  const rows = Stream.filter(readRows(input, format), Columns.isRow)
  const counts = yield* sendRows(input, rows, yield* openProgress(input), good)
  yield* Output.printResult(input, { ...counts, invalid: bad }, formatCounts(counts))
  if (counts.failed > 0) {
    return yield* refused(
      `${Output.formatCount(counts.failed, "user")} could not be imported. Run the same command to try again.`
    )
  }
})
