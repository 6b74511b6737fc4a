/**
 * The requests and answers of the emulator, in order, for tests and for debugging apps. Without bodies, query values
 * and credentials.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { accessLevels } from "../../domain/AccessLevel.ts"
import { StateParts } from "../storage/StateParts.ts"

/** One answered request. */
export const Entry = Schema.Struct({
  at: Schema.Finite,
  method: Schema.String,
  /** Without the query; at most 500 characters. */
  path: Schema.String,
  accessType: Schema.optional(Schema.Literals(accessLevels)),
  projectId: Schema.optional(Schema.String),
  userId: Schema.optional(Schema.String),
  /** The session that the request has started, such as a sign-in. */
  session: Schema.optional(Schema.Struct({ id: Schema.String, userId: Schema.String })),
  /** The status before any override; 0 if a fault left the request without an answer. */
  status: Schema.Int,
  knownError: Schema.optional(Schema.String),
  requestId: Schema.String,
  /** How long the answer took, by the emulator's clock, with what a fault has delayed it. */
  durationMillis: Schema.Finite,
  /** The ids of the fault rules that applied. `status` does not show their effect on a request that was carried out. */
  faults: Schema.Array(Schema.String)
})
export interface Entry extends Schema.Struct.Type<(typeof Entry)["fields"]> {}

/** The record of requests: the newest 10,000. */
export class Journal extends Context.Service<
  Journal,
  {
    readonly append: (entry: Entry) => void
    readonly entries: Effect.Effect<ReadonlyArray<Entry>>
    /** How many entries satisfy a condition. */
    readonly count: (matches: (entry: Entry) => boolean) => Effect.Effect<number>
    readonly clear: Effect.Effect<void>
  }
>()("gatefold/emulator/control/Journal") {}

const capacity = 10_000

const maxPath = 500

/** Copies a path, because a substring would keep the whole text in memory. Paths are ASCII. */
const shortenPath = (path: string): string => new TextDecoder().decode(new TextEncoder().encode(path.slice(0, maxPath)))

/** An empty journal in memory. */
export const layer: Layer.Layer<Journal, never, StateParts> = Layer.effect(
  Journal,
  Effect.map(StateParts, (parts) => {
    let entries: Array<Entry> = []
    parts.add({
      name: "journal",
      schema: Schema.Array(Entry),
      capture: () => entries.slice(-capacity),
      restore: (captured) => {
        entries = [...captured]
      }
    })
    return {
      append(entry) {
        entries.push({ ...entry, path: shortenPath(entry.path) })
        // Dropped in bulk, so that the common case is one push.
        if (entries.length >= 2 * capacity) entries = entries.slice(-capacity)
      },
      entries: Effect.sync(() => entries.slice(-capacity)),
      count: (matches) => Effect.sync(() => entries.slice(-capacity).filter(matches).length),
      clear: Effect.sync(() => {
        entries = []
      })
    }
  })
)
