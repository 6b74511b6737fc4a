/** Sends rows to a project: they become its users, each of them once. It can be interrupted and run again. */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { RequestRefused } from "../../domain/errors/RequestRefused.ts"
import { isTransportError } from "../../domain/errors/TransportError.ts"
import { CommandError } from "../CommandError.ts"
import * as InputFile from "../input/InputFile.ts"
import * as Output from "../output/Output.ts"
import { withStop } from "../output/ProblemText.ts"
import * as ProgressBar from "../output/ProgressBar.ts"
import { withServerApp, isWithoutApi, toCommandError } from "../target/Calls.ts"
import * as Target from "../target/Target.ts"
import * as AllUsers from "./AllUsers.ts"
import type * as Columns from "./Columns.ts"
import { importRow, type ImportOptions } from "./ImportRow.ts"
import * as ProgressFile from "./ProgressFile.ts"
import type { SendInput } from "./SendFlags.ts"

export interface LineProblem {
  readonly line: number
  readonly problem: string
}

export const printProblem = ({ json }: SendInput, { line, problem }: LineProblem) =>
  json ? Output.printJson({ line, problem }) : Output.note(`line ${line}: ${problem}`)

const hashFile = (file: string) =>
  InputFile.stream(file).pipe(
    Stream.runFold(
      () => createHash("sha256"),
      (hash, bytes) => hash.update(bytes)
    ),
    Effect.map((hash) => hash.digest("hex"))
  )

/** Whether the error would be the same for every other user. */
const concernsAll = (error: { readonly _tag: string }): boolean => {
  if (error instanceof CommandError) return false
  if (error instanceof RequestRefused) return !["SchemaError", "BodyParsingError"].includes(error.reason._tag)
  if (!isTransportError(error)) return false
  const { reason } = error
  if (reason._tag === "UnexpectedStatus") return reason.status >= 500 || isWithoutApi(reason)
  return reason._tag !== "InvalidRequest"
}

const batchSize = 100

export const noteOnInterrupt = <A, E, R>(work: Effect.Effect<A, E, R>, { json }: SendInput): Effect.Effect<A, E, R> =>
  json ? work : Effect.onInterrupt(work, () => Output.note("The import stopped. Run the same command to continue."))

/**
 * Opens the progress file of an import. Before that it checks that the service answers, so that a wrong URL gets no
 * user.
 */
export const openProgress = Effect.fnUntraced(function* (input: SendInput) {
  const { apiUrl, projectId } = yield* Target.find(input)
  const newest = { orderBy: "signedUpAt", desc: true, includeAnonymous: true, pageSize: 1 } as const
  const { items } = yield* AllUsers.fetchPage(newest, undefined).pipe(withServerApp(input))
  const file = Option.getOrElse(input.progress, () => `${input.file}.progress`)
  const subject = { sha256: yield* hashFile(input.file), apiUrl, projectId }
  return yield* ProgressFile.open(file, subject, items[0]?.signedUpAt ?? null, input)
})

export const sendRows = Effect.fnUntraced(
  function* <E extends { readonly _tag: string; readonly message: string }>(
    input: SendInput,
    rows: Stream.Stream<Columns.Row, E>,
    progress: ProgressFile.ProgressFile,
    total: number
  ) {
    const before = progress.done.size
    if (before > 0) {
      yield* Output.note(`Going on after ${before} of ${Output.formatCount(total, "user")} that are done.`)
    }
    const options: ImportOptions = {
      existing: input.existing,
      lastSignUpBefore: progress.lastSignUpBefore,
      directory: AllUsers.makeDirectory(),
      notCreated: progress.notCreated
    }
    const counts = { created: 0, updated: 0, skipped: 0, failed: 0, before }
    const { step } = yield* ProgressBar.make({ label: "users", total, before, isVisible: !input.json })
    const sendRow = (row: Columns.Row) =>
      importRow(row, options, progress.unsettled.has(row.row)).pipe(
        Effect.flatMap((outcome) => {
          counts[outcome.outcome]++
          return progress.settle(row, outcome)
        }),
        Effect.catch((error) => {
          if (concernsAll(error)) return Effect.fail(error)
          counts.failed++
          return printProblem(input, { line: row.line, problem: toCommandError(error).message })
        }),
        Effect.andThen(step)
      )
    yield* rows.pipe(
      Stream.filter(({ row }) => !progress.done.has(row)),
      Stream.grouped(batchSize),
      Stream.runForEach((batch) =>
        Effect.andThen(
          progress.recordSending(batch),
          Effect.forEach(batch, sendRow, { concurrency: input.concurrency, discard: true })
        )
      ),
      withServerApp(input),
      Effect.mapError(({ code, exitCode, message }) => {
        const advice = "The import has stopped; the same command goes on from here."
        return new CommandError({ code, exitCode, message: `${withStop(message)} ${advice}` })
      })
    )
    return counts
  },
  Effect.scoped,
  noteOnInterrupt
)

type Counts = Effect.Success<ReturnType<typeof sendRows>>

export const formatCounts = ({ before, created, failed, skipped, updated }: Counts): string =>
  `${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed, ${before} before.`
