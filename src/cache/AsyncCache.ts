/**
 * What has been read from the service, for as long as somebody looks at it.
 * It knows of no framework: whoever renders subscribes, and gets snapshots
 * that stay the same object until something has changed (docs/protocol/session.md#cached-reads).
 *
 * - One read at a time for each key. Who asks meanwhile joins it; who asks
 *   within 300 ms of its start gets what it brought.
 * - After a write the reads that show what it has changed start anew at once, also those
 *   under way: what they bring may be older than the write.
 * - Everything belongs to one owner. When that changes, nothing of the former
 *   one is left, nor does a late answer bring it back.
 */
import type * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { equals } from "effect/Equal"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { after } from "../platform/Timer.ts"

/** How often the network is asked for one key, at most (docs/protocol/session.md#cached-reads). */
export const throttleMillis = 300

/** How long a value is kept after the last subscriber has left (docs/protocol/session.md#cached-reads). */
export const keepMillis = 5_000

/** What is read, and how. */
export interface Source<A, E, R = never> {
  /** Sources of the same key are the same. It may hold input, so it stays in here. */
  readonly key: string
  /** What it shows: once a write has changed some of that, it is stale. */
  readonly shows: ReadonlyArray<string>
  readonly effect: Effect.Effect<A, E, R>
  /** Belongs to no owner, and stays when that changes. */
  readonly shared?: boolean | undefined
  /** Done rather than read: its success is forgotten at once, and the next who asks begins anew. */
  readonly once?: boolean | undefined
}

/** What a read has come to. The same object until that changes. */
export type Settled<A, E> =
  | { readonly _tag: "Pending" }
  | { readonly _tag: "Success"; readonly value: A }
  | { readonly _tag: "Failure"; readonly cause: Cause.Cause<E> }

/** The same, and what goes on behind it. */
export interface Snapshot<A, E> {
  readonly settled: Settled<A, E>
  /** Whether a read is under way that may replace what is there. */
  readonly isRefreshing: boolean
  /** Why the last refresh failed, when its failure did not replace the value. */
  readonly refreshFailure: Cause.Cause<E> | undefined
}

/** One source as those see it who show it. All functions stay the same for as long as the object does. */
export interface View<A, E> {
  /** Calls the listener after each change of the snapshot; reads if there is nothing, or nothing fresh. */
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => Snapshot<A, E>
  /**
   * For those who look before they can subscribe: starts a read unless there
   * is something. A failure that was seen here a while ago counts as nothing.
   */
  readonly settled: () => Settled<A, E>
  /** The same as a promise of there being something, which never rejects; of those who wait, all get the same one. */
  readonly ready: () => Promise<void>
  /** Joins the read under way, or reads unless one has begun just now; resolves when that is done, and never rejects. */
  readonly refetch: () => Promise<void>
  /** What was restored; {@link unknown} if nothing was. */
  readonly serverSnapshot: () => Snapshot<A, E>
}

/** See the module. Any read may also fail with `X`. */
export interface AsyncCache<R, X> {
  readonly view: <A, E>(source: Source<A, E, R>) => View<A, E | X>
  /** Puts in what was read elsewhere, such as on a server. */
  readonly restore: (key: string, shows: ReadonlyArray<string>, value: unknown) => void
  /** Reads anew whatever shows something that has changed, or forgets it if nobody looks. */
  readonly invalidate: (changed: ReadonlyArray<string>) => void
  /** Forgets everything of the former owner, then tells who looks, and reads for the new one. */
  readonly changeOwner: () => void
  /** Forgets everything, and starts nothing. */
  readonly clear: () => void
}

/** What a cache works with. */
export interface AsyncCacheOptions<R, X> {
  readonly clock: Clock.Clock
  /** Begins to read. */
  readonly read: <A, E>(source: Source<A, E, R>) => Fiber.Fiber<A, E | X>
  /** Hears why a refresh has failed; whether the value is still good. */
  readonly keepsValue: (cause: Cause.Cause<unknown>) => boolean
  /** Hears when the last entry is dropped. */
  readonly onEmpty: () => void
}

interface Entry<R> {
  source: Source<unknown, unknown, R>
  /** Absent until somebody looks at what was restored. */
  view: View<unknown, unknown> | undefined
  readonly snapshot: View<unknown, unknown>["snapshot"]
  readonly serverSnapshot: View<unknown, unknown>["serverSnapshot"]
  readonly settled: View<unknown, unknown>["settled"]
  readonly ready: View<unknown, unknown>["ready"]
  readonly refetch: View<unknown, unknown>["refetch"]
  readonly subscribe: View<unknown, unknown>["subscribe"]
  readonly forget: () => void
  readonly refresh: () => void
  readonly drop: () => void
}

const pending: Settled<never, never> = { _tag: "Pending" }

/** Nothing is there yet. */
export const nothing: Snapshot<never, never> = { settled: pending, isRefreshing: false, refreshFailure: undefined }

/** The same on a server, where nothing is read. */
export const unknown: Snapshot<never, never> = { ...nothing, settled: { ...pending } }

/** What React's `use` looks at first: it then goes on at once. */
type Tracked = Promise<void> & { readonly status?: "pending" | "fulfilled" }

const fulfil = (promise: Tracked): Tracked => Object.assign(promise, { status: "fulfilled" as const })

const done = fulfil(Promise.resolve())

/** Makes a cache. */
export const make = <R, X>({ clock, keepsValue, onEmpty, read }: AsyncCacheOptions<R, X>): AsyncCache<R, X> => {
  const entries = new Map<string, Entry<R>>()

  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

  const enter = (
    source: Source<unknown, unknown, R>,
    view?: View<unknown, unknown>,
    restored: Snapshot<unknown, unknown> = unknown
  ): Entry<R> => {
    let snapshot: Snapshot<unknown, unknown> = restored === unknown ? nothing : restored
    const listeners = new Set<() => void>()
    const { key } = source
    let fiber: Fiber.Fiber<unknown, unknown> | undefined
    let stay = () => {}
    let turns = 0
    let startedAt = -Infinity
    /** Who subscribes first, or looks at a failure again, later than this gets something new. */
    let staleAt = now() + keepMillis
    let promise = done
    const waiting: Array<() => void> = []

    const tell = () => [...listeners].forEach((listener) => listener())

    const set = (
      settled: Settled<unknown, unknown>,
      isRefreshing = false,
      refreshFailure?: Cause.Cause<unknown>
    ): void => {
      snapshot = { settled, isRefreshing, refreshFailure }
      tell()
    }

    const wait = () => new Promise<void>((resolve) => waiting.push(resolve))

    const wake = () => {
      fulfil(promise)
      waiting.splice(0).forEach((resolve) => resolve())
    }

    const start = (): void => {
      // Whatever the former read brings comes too late.
      const turn = ++turns
      fiber?.interruptUnsafe()
      stay()
      startedAt = now()
      const begun = read(entry.source)
      if (turn !== turns) return begun.interruptUnsafe()
      fiber = begun
      begun.addObserver((exit) => (turn === turns ? settle(exit) : undefined))
      const { isRefreshing, refreshFailure, settled } = snapshot
      if (fiber !== undefined && settled !== pending && !isRefreshing) set(settled, true, refreshFailure)
    }

    const settle = (exit: Exit.Exit<unknown, unknown>): void => {
      const { settled } = snapshot
      fiber = undefined
      staleAt = Infinity
      if (exit._tag === "Failure") {
        const { cause } = exit
        if (settled._tag === "Success" && keepsValue(cause)) set(settled, false, cause)
        else set({ _tag: "Failure", cause })
      } else {
        if (source.once === true) return drop()
        staleAt = now() + keepMillis
        const { value } = exit
        set(settled._tag === "Success" && equals(settled.value, value) ? settled : { _tag: "Success", value })
      }
      wake()
      if (listeners.size === 0) expire()
    }

    const drop = () => {
      turns++
      fiber?.interruptUnsafe()
      stay()
      fiber = undefined
      snapshot = nothing
      if (entries.get(key) === entry) entries.delete(key)
      wake()
      if (entries.size === 0) onEmpty()
    }

    const expire = () => {
      stay()
      if (entries.get(key) === entry) stay = after(clock, keepMillis, drop)
    }

    const look = () => {
      if (snapshot.settled._tag === "Failure" && listeners.size === 0) {
        if (staleAt === Infinity) staleAt = now() + throttleMillis
        else if (now() >= staleAt) snapshot = nothing
      }
      if (snapshot.settled === pending && fiber === undefined) start()
      return snapshot.settled
    }

    const entry: Entry<R> = {
      source,
      view,
      snapshot: () => snapshot,
      settled: look,
      ready: () => {
        if (look() === pending && promise.status === "fulfilled") promise = wait()
        return promise
      },
      refetch: () => {
        if (fiber === undefined && now() - startedAt >= throttleMillis) start()
        return fiber === undefined ? done : wait()
      },
      subscribe: (listener) => {
        const isStale = listeners.size === 0 && now() >= staleAt
        listeners.add(listener)
        stay()
        if (fiber === undefined && (isStale || snapshot.settled === pending)) start()
        return () => {
          if (!listeners.delete(listener) || listeners.size > 0) return
          staleAt = now() + throttleMillis
          expire()
        }
      },
      serverSnapshot: () => restored,
      forget: () => {
        snapshot = nothing
        restored = unknown
      },
      refresh: () => {
        if (listeners.size > 0 || fiber !== undefined) start()
        else drop()
        tell()
      },
      drop
    }
    entries.set(key, entry)
    return entry
  }

  const makeView = (source: Source<unknown, unknown, R>): View<unknown, unknown> => {
    const { key } = source
    const entry = () => entries.get(key) ?? enter(source, view)
    const view: View<unknown, unknown> = {
      // Whoever merely looks leaves nothing behind.
      snapshot: () => entries.get(key)?.snapshot() ?? nothing,
      settled: () => entry().settled(),
      ready: () => entry().ready(),
      refetch: () => entry().refetch(),
      subscribe: (listener) => entry().subscribe(listener),
      serverSnapshot: () => entries.get(key)?.serverSnapshot() ?? unknown
    }
    return view
  }

  return {
    // The key decides the types: sources of the same key are the same.
    view: <A, E>(source: Source<A, E, R>) => {
      const entry = entries.get(source.key)
      if (entry === undefined) return makeView(source) as View<A, E | X>
      entry.source = source
      return (entry.view ??= makeView(source)) as View<A, E | X>
    },
    restore: (key, shows, value) => {
      enter({ key, shows, effect: Effect.never }, undefined, { ...nothing, settled: { _tag: "Success", value } })
    },
    invalidate: (changed) =>
      entries.forEach((entry) =>
        entry.source.shows.some((resource) => changed.includes(resource)) ? entry.refresh() : undefined
      ),
    changeOwner: () => {
      const left = [...entries.values()].filter(({ source }) => source.shared !== true)
      left.forEach(({ forget }) => forget())
      left.forEach(({ refresh }) => refresh())
    },
    clear: () => entries.forEach(({ drop }) => drop())
  }
}
