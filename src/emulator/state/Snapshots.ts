/** The whole state of an emulator as a value. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import { findFirstProblem } from "../errors/FirstProblem.ts"
import * as Migrations from "../storage/Migrations.ts"
import { type Captured, StateParts } from "../storage/StateParts.ts"
import { type Contents, Tables } from "../storage/Tables.ts"
import { SnapshotError } from "./SnapshotError.ts"
import { Traffic } from "./Traffic.ts"

/**
 * The state of an emulator at one moment: all data, the mailbox, the journal, the clock's offset, rate limits, scripted
 * answers of the identity provider, and pending webhooks. It is an immutable plain value with an internal format. It
 * contains secrets.
 */
export interface Snapshot {
  readonly version: number
  readonly tables: Contents
  readonly memory: Captured
}

export class Snapshots extends Context.Service<
  Snapshots,
  {
    /** The current state, without waiting for requests. */
    readonly now: Effect.Effect<Snapshot>
    /** The state between two requests. Waits for requests in progress and their mails. */
    readonly take: Effect.Effect<Snapshot>
    /** The state for another emulator beside this one, which does nothing for a second time. */
    readonly copy: Effect.Effect<Snapshot>
    /** Replaces the state, also in the file, with a snapshot from outside. An invalid snapshot changes nothing. */
    readonly restore: (snapshot: Snapshot) => Effect.Effect<void, SnapshotError>
    /** Replaces the state with a snapshot of this process; then requests go on after `andThen`. */
    readonly restoreOwn: (snapshot: Snapshot, andThen?: Effect.Effect<void>) => Effect.Effect<void>
    /** Starts what waits for a time, after the state was replaced. */
    readonly resume: Effect.Effect<void>
  }
>()("gatefold/emulator/state/Snapshots") {}

const Cell = Schema.Union([Schema.String, Schema.Finite, Schema.Null])

const TableContents = Schema.Record(Schema.String, Schema.Array(Schema.Array(Cell)))

const make = Effect.gen(function* () {
  const parts = yield* StateParts
  const tables = yield* Tables
  const traffic = yield* Traffic
  // Uses the clock of the emulator instead of the caller's.
  const inEmulator = Effect.provideContext(yield* Effect.context<never>())

  const now = Effect.map(tables.read, (contents): Snapshot => ({
    version: Migrations.latest,
    tables: contents,
    memory: parts.capture()
  }))

  const put = ({ memory, tables: contents }: Snapshot) => tables.replace(contents, () => parts.restore(memory))

  const decode = (snapshot: Snapshot) =>
    Schema.decodeUnknownEffect(Schema.Struct({ tables: TableContents, memory: Schema.Struct(parts.schemas()) }))(
      snapshot
    )

  const check = (snapshot: Snapshot) =>
    snapshot?.version === Migrations.latest
      ? Effect.mapError(decode(snapshot), ({ issue }) => new SnapshotError(findFirstProblem(issue)))
      : Effect.fail(new SnapshotError({ path: "version", problem: `Expected ${Migrations.latest}` }))

  /** The error of a snapshot whose rows violate a column or key constraint. */
  const toSnapshotError = ({ reason }: SqlError) =>
    new SnapshotError({
      path: "tables",
      problem: String(reason.cause instanceof Error ? reason.cause.message : reason)
    })

  const resume = Effect.suspend(() => inEmulator(Effect.all(parts.resumes(), { discard: true })))

  return Snapshots.of({
    now,
    resume,
    take: traffic.runExclusively(now),
    copy: Effect.map(traffic.runExclusively(now), (snapshot) => ({
      ...snapshot,
      memory: parts.copy(snapshot.memory)
    })),
    restore: Effect.fnUntraced(function* (snapshot: Snapshot) {
      yield* check(snapshot)
      yield* traffic.runInterrupting(put(snapshot).pipe(Effect.mapError(toSnapshotError), Effect.ensuring(resume)))
    }),
    restoreOwn: (snapshot, andThen = Effect.void) =>
      traffic.runInterrupting(Effect.orDie(put(snapshot)).pipe(Effect.andThen(andThen), Effect.andThen(resume)))
  })
})

/** Captures the tables and all parts of the state. */
export const layer = Layer.effect(Snapshots, make)
