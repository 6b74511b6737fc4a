/**
 * What the emulator was asked and what it answered, in order: for tests that
 * count requests and for people who wonder what their app does. It holds no
 * bodies, no query values and no credentials.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** One answered request. */
export interface Entry {
  readonly at: number
  readonly method: string
  /** Without the query; what goes beyond 500 characters is cut off. */
  readonly path: string
  readonly accessType: "client" | "server" | "admin" | undefined
  readonly projectId: string | undefined
  readonly userId: string | undefined
  /** The status before any override. */
  readonly status: number
  readonly knownError: string | undefined
  readonly requestId: string
}

/** The record of requests; the oldest entries go when there are more than 10,000. */
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

const CAPACITY = 10_000

const MAX_PATH = 500

/** A copy, because a part of a text keeps the whole of it in memory; a path is ASCII. */
const shortened = (path: string): string => Buffer.from(path.slice(0, MAX_PATH), "latin1").toString("latin1")

/** An empty journal in memory. */
export const layer: Layer.Layer<Journal> = Layer.sync(Journal, () => {
  let entries: Array<Entry> = []
  return {
    append(entry) {
      entries.push({ ...entry, path: shortened(entry.path) })
      // dropping in bulk keeps the common case at one push
      if (entries.length >= 2 * CAPACITY) entries = entries.slice(-CAPACITY)
    },
    entries: Effect.sync(() => entries.slice(-CAPACITY)),
    count: (matches) => Effect.sync(() => entries.slice(-CAPACITY).filter(matches).length),
    clear: Effect.sync(() => {
      entries = []
    })
  }
})
