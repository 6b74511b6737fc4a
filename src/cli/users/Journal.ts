/**
 * What has become of each row of an import, in a file beside it: an import that was interrupted goes on from it. Rows are
 * written down before they are sent, so that those whose outcome nobody has seen are known.
 */
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import type { UserId } from "../../domain/Ids.ts"
import { type CommandError, refused } from "../CommandError.ts"
import type { Row } from "./Columns.ts"

/** What an import is of; that of anything else is not continued. */
export interface Subject {
  /** Digest of the file. */
  readonly sha256: string
  readonly apiUrl: string
  readonly projectId: string
}

/** What has become of a row. */
export interface Outcome {
  readonly outcome: "created" | "updated" | "skipped"
  readonly userId: UserId | undefined
}

/** The progress of an import. */
export interface Journal {
  readonly startedAt: Date
  /** Rows that are done, with the ids of their users. */
  readonly done: ReadonlyMap<number, UserId | undefined>
  /** Rows that were sent by an earlier run, and whose outcome is unknown. */
  readonly unsettled: ReadonlySet<number>
  /** Writes down that rows are going to be sent. */
  readonly sending: (rows: ReadonlyArray<Row>) => Effect.Effect<void, CommandError>
  /** Writes down what has become of a row. */
  readonly settle: (row: Row, outcome: Outcome) => Effect.Effect<void, CommandError>
}

interface Header extends Subject {
  readonly startedAt: string
}

interface Entry extends Partial<Header> {
  readonly sending?: ReadonlyArray<number>
  readonly row?: number
  readonly userId?: UserId
}

const problemOf = (file: string) => (cause: unknown) =>
  refused(`Cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`)

/** The entries of a file. What was not written to the end is cut off. */
const entriesOf = (file: string): ReadonlyArray<Entry> => {
  if (!fs.existsSync(file)) return []
  const text = fs.readFileSync(file, "utf8")
  const whole = text.slice(0, text.lastIndexOf("\n") + 1)
  if (whole.length < text.length) fs.truncateSync(file, Buffer.byteLength(whole))
  return whole.split("\n").flatMap((line): ReadonlyArray<Entry> => (line === "" ? [] : [JSON.parse(line)]))
}

const isOf = (entry: Entry | undefined, subject: Subject): entry is Header =>
  entry?.sha256 === subject.sha256 && entry.apiUrl === subject.apiUrl && entry.projectId === subject.projectId

/** Opens the progress of an import, which is there or begins now. */
export const open = Effect.fnUntraced(function* (file: string, subject: Subject, restart: boolean) {
  const attempt = <A>(run: () => A) => Effect.try({ try: run, catch: problemOf(file) })
  if (restart) yield* attempt(() => fs.rmSync(file, { force: true }))
  const entries = yield* Effect.try({
    try: () => entriesOf(file),
    catch: () =>
      refused(`${file} is no progress of an import. Say --restart to begin anew, or --progress another file.`)
  })
  const [first] = entries
  if (entries.length > 0 && !isOf(first, subject)) {
    return yield* refused(
      `${file} is the progress of another import: the users, the service or the project are not the same. ` +
        "Say --restart to begin anew, or --progress another file."
    )
  }
  const startedAt = isOf(first, subject) ? new Date(first.startedAt) : new Date()
  const descriptor = yield* Effect.acquireRelease(
    attempt(() => fs.openSync(file, "a", 0o600)),
    (descriptor) => Effect.sync(() => fs.closeSync(descriptor))
  )
  const append = (entry: unknown, isToLast: boolean) =>
    attempt(() => {
      fs.writeSync(descriptor, `${JSON.stringify(entry)}\n`)
      if (isToLast) fs.fsyncSync(descriptor)
    })
  if (first === undefined) yield* append({ ...subject, startedAt }, true)
  const done = new Map(entries.flatMap(({ row, userId }) => (row === undefined ? [] : [[row, userId] as const])))
  const journal: Journal = {
    startedAt,
    done,
    unsettled: new Set(entries.flatMap(({ sending = [] }) => sending.filter((row) => !done.has(row)))),
    sending: (rows) => append({ sending: rows.map(({ row }) => row) }, true),
    settle: ({ line, oldId, row }, outcome) => {
      done.set(row, outcome.userId)
      return append({ row, line, oldId, ...outcome }, false)
    }
  }
  return journal
})
