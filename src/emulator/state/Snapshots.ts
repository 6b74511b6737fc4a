/** The whole state of an emulator as a value. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Migrations from "../storage/Migrations.ts"
import { type Captured, StateParts } from "../storage/StateParts.ts"
import { type Contents, Tables } from "../storage/Tables.ts"
import { Traffic } from "./Traffic.ts"

/**
 * The state of an emulator at one moment: all data, the mailbox, the journal, the offset of the clock, rate limits, what
 * the identity provider was told, and webhooks on their way. It is a plain value that does not change; what is in it is
 * nobody's business but the emulator's. It contains secrets.
 */
export interface Snapshot {
  /** The version of the tables. */
  readonly version: number
  readonly tables: Contents
  readonly memory: Captured
}

/** The snapshots of one emulator. */
export class Snapshots extends Context.Service<
  Snapshots,
  {
    /** The state as it is, without waiting for requests. */
    readonly now: Effect.Effect<Snapshot>
    /** The state between two requests: those under way, and the mails that they send, end before. */
    readonly take: Effect.Effect<Snapshot>
    /** Replaces the state, also in the file; then requests go on after `before`. */
    readonly restore: (snapshot: Snapshot, before?: Effect.Effect<void>) => Effect.Effect<void>
    /** Starts what waits for a time, after the state was replaced. */
    readonly resume: Effect.Effect<void>
  }
>()("gatefold/emulator/state/Snapshots") {}

/** Snapshots of the tables and all parts of the state. */
export const layer: Layer.Layer<Snapshots, never, Tables | Traffic> = Layer.effect(
  Snapshots,
  Effect.gen(function* () {
    const parts = yield* StateParts
    const tables = yield* Tables
    const traffic = yield* Traffic
    // the clock of the emulator, not that of whoever restores
    const inEmulator = Effect.provideContext(yield* Effect.context<never>())

    const now = Effect.map(tables.read, (contents): Snapshot => ({
      version: Migrations.latest,
      tables: contents,
      memory: parts.capture()
    }))

    const put = ({ memory, tables: contents, version }: Snapshot) =>
      version === Migrations.latest
        ? Effect.orDie(tables.replace(contents, () => parts.restore(memory)))
        : Effect.die(new Error("The snapshot was taken by another version of the emulator."))

    const resume = Effect.suspend(() => inEmulator(Effect.all(parts.resumes(), { discard: true })))

    return {
      now,
      resume,
      take: traffic.between(now),
      restore: (snapshot, before = Effect.void) =>
        traffic.instead(put(snapshot).pipe(Effect.andThen(before), Effect.andThen(resume)))
    }
  })
)
