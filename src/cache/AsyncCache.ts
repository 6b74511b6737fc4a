/**
 * A cache of reads, independent of any UI framework. The cache keeps a value while it has subscribers. Subscribers get
 * states that stay the same object until something changes (docs/protocol/session.md#cached-reads).
 *
 * - One read at a time for each key: callers during a read join it, and callers within 300 ms of its start get its
 *   result.
 * - After a write, the cache restarts the reads that show what it changed. This includes running reads, whose result
 *   may be older than the write.
 * - All entries belong to one owner. When the owner changes, the cache drops the former owner's entries and ignores
 *   late answers for them.
 */
import type * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as EntryState from "./EntryState.ts"
import * as Entry from "./internal/Entry.ts"

/** A read: its key, its effect, and the resources that it shows. */
export interface Read<A, E, R = never> {
  /** Identifies the read. It may contain input, so it is never shown outside of the cache. */
  readonly key: string
  /** The resources that it shows: it is stale once a write has changed one of them. */
  readonly shows: ReadonlyArray<string>
  readonly effect: Effect.Effect<A, E, R>
  /** Belongs to no owner, and is kept when the owner changes. */
  readonly isOwnerless?: boolean | undefined
  /** An action, not a read: its success is not kept, and the next caller runs it again. */
  readonly isAction?: boolean | undefined
}

/**
 * The cache entry of one read, for those who show it. Its functions are stable: they stay the same as long as the
 * object does.
 */
export interface View<A, E> {
  /** Calls the listener after each change of the snapshot. Starts a read if the value is missing or stale. */
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => EntryState.EntryState<A, E>
  /**
   * For callers that cannot subscribe yet, such as a first render: starts a read unless there is a value. A failure
   * that was returned here some time ago is read again.
   */
  readonly state: () => EntryState.ReadState<A, E>
  /**
   * A promise that resolves when there is a value or a failure. It never rejects, and all who wait get the same one.
   */
  readonly ready: () => Promise<void>
  /**
   * Joins the read under way, or starts one unless one was started within the last 300 ms. Resolves when it is done,
   * and never rejects.
   */
  readonly refetch: () => Promise<void>
  /** The restored snapshot, such as from a server render; `notRead` if there is none. */
  readonly serverSnapshot: () => EntryState.EntryState<A, E>
}

/** A cache (see the module). Any read may also fail with `X`. */
export interface AsyncCache<R, X> {
  readonly view: <A, E>(read: Read<A, E, R>) => View<A, E | X>
  /** Restores a value that was read elsewhere, such as on a server. */
  readonly restore: (key: string, shows: ReadonlyArray<string>, value: unknown) => void
  /** Reads entries that show a changed resource again, or drops them if nobody subscribes. */
  readonly invalidate: (changed: ReadonlyArray<string>) => void
  /** Drops the entries of the former owner, notifies subscribers, and reads for the new owner. */
  readonly changeOwner: () => void
  /** Drops all entries without starting reads. */
  readonly clear: () => void
}

export interface AsyncCacheOptions<R, X> {
  readonly clock: Clock.Clock
  readonly fork: <A, E>(read: Read<A, E, R>) => Fiber.Fiber<A, E | X>
  /** Called with the cause of a failed refresh; returns whether to keep the former value. */
  readonly keepsValue: (cause: Cause.Cause<unknown>) => boolean
  /** Called when the last entry is dropped. */
  readonly onEmpty: () => void
}

export const make = <R, X>(options: AsyncCacheOptions<R, X>): AsyncCache<R, X> => {
  const entries = new Map<string, Entry.Entry<R>>()
  const enter = (read: Read<unknown, unknown, R>) => {
    const entry = Entry.make(options, entries, read)
    entries.set(read.key, entry)
    return entry
  }

  const makeView = (read: Read<unknown, unknown, R>): View<unknown, unknown> => {
    const { key } = read
    const getEntry = () => {
      const current = entries.get(key) ?? enter(read)
      current.view ??= view
      return current
    }
    const view: View<unknown, unknown> = {
      // Entries without subscribers are dropped again.
      snapshot: () => entries.get(key)?.snapshot() ?? EntryState.noResult,
      state: () => getEntry().state(),
      ready: () => getEntry().ready(),
      refetch: () => getEntry().refetch(),
      subscribe: (listener) => getEntry().subscribe(listener),
      serverSnapshot: () => entries.get(key)?.serverSnapshot() ?? EntryState.notRead
    }
    return view
  }

  return {
    // Casts: entries have any types, but reads with one key have the same ones.
    view: <A, E>(read: Read<A, E, R>) => {
      const entry = entries.get(read.key)
      if (entry === undefined) return makeView(read) as View<A, E | X>
      entry.read = read
      return (entry.view ??= makeView(read)) as View<A, E | X>
    },
    restore: (key, shows, value) => {
      enter({ key, shows, effect: Effect.never }).restore(value)
    },
    invalidate: (changed) =>
      entries.forEach((entry) => {
        if (entry.read.shows.some((resource) => changed.includes(resource))) entry.refresh()
      }),
    changeOwner: () => {
      const owned = [...entries.values()].filter(({ read }) => read.isOwnerless !== true)
      owned.forEach((entry) => entry.forget())
      owned.forEach((entry) => entry.refresh())
    },
    clear: () => entries.forEach((entry) => entry.drop())
  }
}
