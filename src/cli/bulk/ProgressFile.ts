/**
 * Records the outcome of each row of an import in a progress file, so that an interrupted import can continue. Writes
 * rows down before it sends them, so that rows with an unknown outcome are known.
 */
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TeamId, UserId } from "../../api/schema/Ids.ts"
import { type CommandError, refused } from "../CommandError.ts"
import { toWriteError } from "../output/OutputFile.ts"
import type { Row } from "./Columns.ts"

/** Identifies an import. Only the same import can continue. */
export interface Subject {
  readonly sha256: string
  readonly apiUrl: string
  readonly projectId: string
}

export interface Outcome {
  readonly outcome: "created" | "updated" | "skipped"
  readonly userId: UserId | undefined
}

export interface ProgressFile {
  /** The time of the newest sign-up before the import, by the service's clock. Null if there were no users. */
  readonly lastSignUpBefore: Date | null
  /** Rows that are done, with the ids of their users. */
  readonly done: ReadonlyMap<number, UserId | undefined>
  /** Rows that were sent by an earlier run, and whose outcome is unknown. */
  readonly unsettled: ReadonlySet<number>
  readonly recordSending: (rows: ReadonlyArray<Row>) => Effect.Effect<void, CommandError>
  /**
   * Writes down that a row has certainly created no user, so that a later run does not take another's user for its own.
   */
  readonly notCreated: (row: Row) => Effect.Effect<void, CommandError>
  /**
   * Writes down the teams that are there before the import creates any, and returns them; those of an earlier run, if
   * it has written them down. The clock does not tell which teams are new: that of the service may be behind.
   */
  readonly recordTeamsBefore: (teamIds: ReadonlyArray<TeamId>) => Effect.Effect<ReadonlySet<TeamId>, CommandError>
  readonly settle: (row: Row, outcome: Outcome) => Effect.Effect<void, CommandError>
}

const Header = Schema.Struct({
  sha256: Schema.String,
  apiUrl: Schema.String,
  projectId: Schema.String,
  lastSignUpBefore: Schema.NullOr(Schema.DateFromString)
})

/**
 * A line after the first one: rows that were going to be sent, a row that has created no user, the outcome of a row, or
 * the teams that were there before.
 */
const Entry = Schema.Union([
  Schema.Struct({ sending: Schema.Array(Schema.Int) }),
  Schema.Struct({ notCreated: Schema.Int }),
  Schema.Struct({ teamsBefore: Schema.Array(TeamId) }),
  Schema.Struct({ row: Schema.Int, userId: Schema.optionalKey(UserId) })
])

interface Written {
  readonly header: typeof Header.Type | undefined
  readonly entries: ReadonlyArray<typeof Entry.Type>
}

const nothingWritten: Written = { header: undefined, entries: [] }

const decodeHeader = Schema.decodeUnknownSync(Schema.fromJsonString(Header))
const decodeEntry = Schema.decodeUnknownSync(Schema.fromJsonString(Entry))

const beginning = '{"sha256":'

/** Opens a file to append, and never through a link, which could point to any file of the user. */
const appending = fs.constants.O_APPEND | fs.constants.O_CREAT | fs.constants.O_WRONLY | (fs.constants.O_NOFOLLOW ?? 0)

/** Reads a file, and throws if it is anything else. Cuts off an incomplete last line. */
const read = (file: string): Written => {
  if (!fs.existsSync(file)) return nothingWritten
  const text = fs.readFileSync(file, "utf8")
  const whole = text.slice(0, text.lastIndexOf("\n") + 1)
  const [first = "", ...lines] = whole.split("\n").filter((line) => line !== "")
  // Of a header that was not written to the end, its beginning is there.
  if (first === "" && !text.startsWith(beginning) && !beginning.startsWith(text)) {
    throw new Error("it is something else")
  }
  const written = {
    header: first === "" ? undefined : decodeHeader(first),
    entries: lines.map((line) => decodeEntry(line))
  }
  if (whole.length < text.length) fs.truncateSync(file, Buffer.byteLength(whole))
  return written
}

const isSameImport = (header: Subject, { apiUrl, projectId, sha256 }: Subject): boolean =>
  header.sha256 === sha256 && header.apiUrl === apiUrl && header.projectId === projectId

/** Reads what earlier runs of the same import have written. A restart removes it. */
const readEarlier = Effect.fnUntraced(function* (file: string, subject: Subject, restart: boolean) {
  const written = yield* Effect.try({
    try: () => read(file),
    catch: () => refused(`${file} is not an import progress file. Remove it, or pass another file with --progress.`)
  })
  if (restart) {
    yield* Effect.try({ try: () => fs.rmSync(file, { force: true }), catch: toWriteError(file) })
    return nothingWritten
  }
  if (written.header !== undefined && !isSameImport(written.header, subject)) {
    return yield* refused(
      `${file} is the progress of another import: its users, service or project differ. ` +
        "Pass --restart to start again, or another file with --progress."
    )
  }
  return written
})

/** The rows that were sent, and whose outcome is not written down. */
const findUnsettled = (entries: Written["entries"]): ReadonlySet<number> => {
  const unsettled = new Set<number>()
  for (const entry of entries) {
    if ("sending" in entry) for (const row of entry.sending) unsettled.add(row)
    else if ("row" in entry) unsettled.delete(entry.row)
    else if ("notCreated" in entry) unsettled.delete(entry.notCreated)
  }
  return unsettled
}

export const open = Effect.fnUntraced(function* (
  file: string,
  subject: Subject,
  lastSignUp: Date | null,
  { restart = false } = {}
) {
  const { entries, header } = yield* readEarlier(file, subject, restart)
  const attempt = <A>(run: () => A) => Effect.try({ try: run, catch: toWriteError(file) })
  const lastSignUpBefore = header === undefined ? lastSignUp : header.lastSignUpBefore
  const descriptor = yield* Effect.acquireRelease(
    attempt(() => fs.openSync(file, appending, 0o600)),
    (opened) => Effect.sync(() => fs.closeSync(opened))
  )
  const append = (entry: unknown, { fsync = false } = {}) =>
    attempt(() => {
      fs.writeSync(descriptor, `${JSON.stringify(entry)}\n`)
      if (fsync) fs.fsyncSync(descriptor)
    })
  const { apiUrl, projectId, sha256 } = subject
  if (header === undefined) yield* append({ sha256, apiUrl, projectId, lastSignUpBefore }, { fsync: true })
  const done = new Map(entries.flatMap((entry) => ("row" in entry ? [[entry.row, entry.userId] as const] : [])))
  const teamsBefore = entries.find((entry) => "teamsBefore" in entry)?.teamsBefore
  const progress: ProgressFile = {
    lastSignUpBefore,
    done,
    unsettled: findUnsettled(entries),
    recordSending: (rows) => append({ sending: rows.map(({ row }) => row) }, { fsync: true }),
    notCreated: ({ row }) => append({ notCreated: row }),
    recordTeamsBefore: (teamIds) =>
      teamsBefore === undefined
        ? Effect.as(append({ teamsBefore: teamIds }, { fsync: true }), new Set(teamIds))
        : Effect.succeed(new Set(teamsBefore)),
    settle: ({ line, oldId, row }, outcome) => {
      done.set(row, outcome.userId)
      return append({ row, line, oldId, ...outcome })
    }
  }
  return progress
})
