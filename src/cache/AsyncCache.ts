/**
 * What has been read from the service, for as long as somebody looks at it.
 * It knows of no framework: whoever renders subscribes, and gets snapshots
 * that stay the same object until something has changed (spec §9).
 *
 * - One read at a time for each key. Who asks meanwhile joins it; who asks
 *   within 300 ms of its start gets what it brought.
 * - After a write the reads that it made stale start anew at once, also those
 *   under way: what they bring may be older than the write.
 * - Everything belongs to one owner. When that changes, nothing of the former
 *   one is left, nor does a late answer bring it back.
 */
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { equals } from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"

/** How often the network is asked for one key, at most (spec §9). */
export const throttleMillis = 300

/** How long a value is kept after the last subscriber has left (spec §9). */
export const keepMillis = 5_000

/** What is read, and how. */
export interface Source<A, E> {
  /** Sources of the same key are the same. It may hold input, so it stays in here. */
  readonly key: string
  /** What writes call it that make it stale. */
  readonly name: string
  readonly read: Effect.Effect<A, E>
  /** Belongs to no owner, and stays when that changes. */
  readonly shared?: boolean | undefined
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

/** One source in the cache. */
export interface Resource<A, E> {
  readonly snapshot: () => Snapshot<A, E>
  /** Calls the listener after each change of the snapshot; reads if there is nothing, or nothing fresh. */
  readonly subscribe: (listener: () => void) => () => void
  /** Joins the read under way, or answers what the last one brought if it began just now, or reads. */
  readonly read: Effect.Effect<A, E>
  /**
   * For those who wait before they can subscribe: starts a read unless there
   * is something, and resolves once there is. A failure that was shown a while
   * ago counts as nothing. Undefined when there is nothing to wait for.
   */
  readonly ready: () => Promise<void> | undefined
}

/** A cache; all of its timers and reads end with its scope. */
export interface AsyncCache {
  readonly resource: <A, E>(source: Source<A, E>) => Resource<A, E>
  /** Puts in what was read elsewhere, such as on a server. */
  readonly restore: (key: string, name: string, value: unknown) => Snapshot<unknown, unknown>
  /** Reads anew what writes have made stale, or forgets it if nobody looks. */
  readonly invalidate: (names: ReadonlyArray<string>) => void
  /** Forgets everything of the former owner, then tells who looks, then reads for the new one. */
  readonly changeOwner: () => void
  readonly isEmpty: () => boolean
}

/** How a cache treats failures. */
export interface AsyncCacheOptions {
  /** Whether a value is still good after a refresh has failed like this. Default: never. */
  readonly keepsValue?: ((cause: Cause.Cause<unknown>) => boolean) | undefined
  /** Hears of refreshes that failed while the value was kept. */
  readonly onRefreshFailure?: ((cause: Cause.Cause<unknown>) => void) | undefined
  /** Hears when the last entry is dropped. */
  readonly onEmpty?: (() => void) | undefined
}

interface Entry {
  source: Source<unknown, unknown>
  snapshot: Snapshot<unknown, unknown>
  readonly listeners: Set<() => void>
  /** How many wait for a read or listen. */
  holders: number
  /** The read under way. */
  fiber: Fiber.Fiber<unknown, unknown> | undefined
  /** What those wait for who joined it; it outlives reads that start anew. */
  answer: Deferred.Deferred<unknown, unknown> | undefined
  waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined
  startedAt: number
  settledAt: number
  /** When the last subscriber left. */
  leftAt: number | undefined
  /** When somebody first met the failure. */
  shownAt: number | undefined
  expiry: Fiber.Fiber<void> | undefined
}

const pending: Settled<never, never> = { _tag: "Pending" }

/** Nothing is there yet. */
export const nothing: Snapshot<never, never> = { settled: pending, isRefreshing: false, refreshFailure: undefined }

/** Makes a cache over the clock of a context. */
export const makeUnsafe = (
  scope: Scope.Scope,
  context: Context.Context<never> = Context.empty(),
  options: AsyncCacheOptions = {}
): AsyncCache => {
  const entries = new Map<string, Entry>()
  const resources = new WeakMap<Entry, Resource<unknown, unknown>>()
  const clock = Context.get(context, Clock.Clock)
  const runFork = Effect.runForkWith(context)

  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

  /** Runs in the scope; `onStart` hears of the fiber before the effect begins. */
  const fork = <A, E>(effect: Effect.Effect<A, E>, onStart?: (fiber: Fiber.Fiber<A, E>) => void) =>
    runFork(
      Effect.withFiber<A, E>((self) => {
        const fiber = self as Fiber.Fiber<A, E>
        Fiber.runIn(fiber, scope)
        onStart?.(fiber)
        return effect
      })
    )

  // A listener may unsubscribe itself or others.
  const notify = (entry: Entry) => Array.from(entry.listeners).forEach((listener) => listener())

  const set = (entry: Entry, snapshot: Snapshot<unknown, unknown>) => {
    entry.snapshot = snapshot
    notify(entry)
  }

  /* ------------------------------------------------------------------ reads */

  const start = (entry: Entry): void => {
    const previous = entry.fiber
    entry.startedAt = now()
    entry.answer ??= Deferred.makeUnsafe()
    const { read } = entry.source
    fork(
      previous === undefined ? read : Effect.andThen(Effect.uninterruptible(Fiber.interrupt(previous)), read),
      (fiber) => {
        entry.fiber = fiber
        fiber.addObserver((exit) => {
          // Any other read has taken its place: this answer comes too late.
          if (entry.fiber !== fiber) return
          entry.fiber = undefined
          settle(entry, exit)
        })
      }
    )
    const { snapshot } = entry
    if (entry.fiber !== undefined && snapshot.settled !== pending && !snapshot.isRefreshing) {
      set(entry, { ...snapshot, isRefreshing: true })
    }
  }

  const settle = (entry: Entry, exit: Exit.Exit<unknown, unknown>): void => {
    const { answer, waiting } = entry
    entry.answer = entry.waiting = entry.shownAt = undefined
    entry.settledAt = now()
    set(entry, after(entry.snapshot, exit))
    if (answer !== undefined) Deferred.doneUnsafe(answer, exit)
    waiting?.resolve()
    if (entry.holders === 0) expire(entry)
  }

  const after = ({ settled }: Snapshot<unknown, unknown>, exit: Exit.Exit<unknown, unknown>) => {
    const result = (settled: Settled<unknown, unknown>, refreshFailure?: Cause.Cause<unknown>) => ({
      settled,
      isRefreshing: false,
      refreshFailure
    })
    if (Exit.isSuccess(exit)) {
      const isSame = settled._tag === "Success" && equals(settled.value, exit.value)
      return result(isSame ? settled : { _tag: "Success", value: exit.value })
    }
    if (scope.state._tag === "Closed") return result(settled)
    if (settled._tag === "Success" && options.keepsValue?.(exit.cause) === true) {
      options.onRefreshFailure?.(exit.cause)
      return result(settled, exit.cause)
    }
    return result({ _tag: "Failure", cause: exit.cause })
  }

  /* ----------------------------------------------------------------- expiry */

  const drop = (entry: Entry): void => {
    const { answer, fiber, waiting } = entry
    entry.fiber = entry.answer = entry.waiting = undefined
    entry.snapshot = nothing
    fiber?.interruptUnsafe()
    if (answer !== undefined) Deferred.doneUnsafe(answer, Effect.interrupt)
    waiting?.resolve()
    if (entries.get(entry.source.key) === entry) entries.delete(entry.source.key)
    if (entries.size === 0) options.onEmpty?.()
  }

  const expire = (entry: Entry): void => {
    entry.expiry?.interruptUnsafe()
    entry.expiry = fork(
      Effect.andThen(
        Effect.sleep(keepMillis),
        Effect.sync(() => {
          entry.expiry = undefined
          if (entry.holders === 0) drop(entry)
        })
      )
    )
  }

  const hold = (entry: Entry): (() => void) => {
    entry.holders++
    entry.expiry?.interruptUnsafe()
    entry.expiry = undefined
    return () => {
      if (--entry.holders === 0) expire(entry)
    }
  }

  /* -------------------------------------------------------------- resources */

  const isFresh = (entry: Entry): boolean =>
    entry.leftAt === undefined ? now() - entry.settledAt <= keepMillis : now() - entry.leftAt < throttleMillis

  const make = (source: Source<unknown, unknown>): Entry => {
    const own: Entry = {
      source,
      snapshot: nothing,
      listeners: new Set(),
      holders: 0,
      fiber: undefined,
      answer: undefined,
      waiting: undefined,
      startedAt: -Infinity,
      settledAt: -Infinity,
      leftAt: undefined,
      shownAt: undefined,
      expiry: undefined
    }
    /** The entry of this key: one that was dropped is put back if its place is still free. */
    const current = (): Entry => {
      const entry = entries.get(source.key)
      if (entry !== undefined) return entry
      entries.set(source.key, own)
      own.leftAt = undefined
      own.startedAt = -Infinity
      return own
    }
    resources.set(own, {
      snapshot: () => (entries.get(source.key) ?? own).snapshot,
      subscribe: (listener) => {
        const entry = current()
        // The same function may listen twice.
        const own = () => listener()
        const isFirst = entry.listeners.size === 0
        const isKnown = entry.snapshot.settled !== pending
        const isStale = isFirst && isKnown && !isFresh(entry)
        const release = hold(entry)
        entry.listeners.add(own)
        if (entry.fiber === undefined && (!isKnown || isStale)) start(entry)
        return () => {
          if (!entry.listeners.delete(own)) return
          if (entry.listeners.size === 0) entry.leftAt = now()
          release()
        }
      },
      read: Effect.suspend(() => {
        const entry = current()
        const { settled } = entry.snapshot
        if (entry.fiber === undefined) {
          if (now() - entry.startedAt < throttleMillis) {
            if (settled._tag === "Success") return Effect.succeed(settled.value)
            if (settled._tag === "Failure") return Effect.failCause(settled.cause)
          }
          start(entry)
        }
        const after = entry.answer
        if (after === undefined) return exitOf(entry.snapshot.settled)
        const release = hold(entry)
        return Effect.ensuring(Deferred.await(after), Effect.sync(release))
      }),
      ready: () => {
        const entry = current()
        const { settled } = entry.snapshot
        if (settled._tag === "Success") return undefined
        if (settled._tag === "Failure") {
          entry.shownAt ??= now()
          if (entry.holders > 0 || now() - entry.shownAt < throttleMillis) return undefined
          entry.snapshot = nothing
        }
        if (entry.fiber === undefined) start(entry)
        if (entry.snapshot.settled !== pending) return undefined
        if (entry.waiting === undefined) {
          let resolve = () => {}
          const promise = new Promise<void>((done) => (resolve = done))
          entry.waiting = { promise, resolve }
        }
        return entry.waiting.promise
      }
    })
    return own
  }

  return {
    // The key decides the types: sources of the same key are the same.
    resource: <A, E>(source: Source<A, E>) => {
      const entry = entries.get(source.key)
      if (entry !== undefined) entry.source = source
      return resources.get(entry ?? make(source)) as Resource<A, E>
    },
    restore: (key, name, value) => {
      const entry = make({ key, name, read: Effect.interrupt })
      entry.snapshot = { ...nothing, settled: { _tag: "Success", value } }
      entry.startedAt = entry.settledAt = now()
      entries.set(key, entry)
      return entry.snapshot
    },
    invalidate: (names) => {
      for (const entry of Array.from(entries.values())) {
        if (!names.includes(entry.source.name)) continue
        if (entry.holders > 0 || entry.fiber !== undefined) start(entry)
        else drop(entry)
      }
    },
    changeOwner: () => {
      const left = [...entries.values()].filter(({ source }) => source.shared !== true)
      for (const entry of left) entry.snapshot = nothing
      for (const entry of left) {
        if (entry.holders > 0 || entry.fiber !== undefined) start(entry)
        else drop(entry)
      }
      left.forEach(notify)
    },
    isEmpty: () => entries.size === 0
  }
}

const exitOf = (settled: Settled<unknown, unknown>): Effect.Effect<unknown, unknown> =>
  settled._tag === "Success"
    ? Effect.succeed(settled.value)
    : settled._tag === "Failure"
      ? Effect.failCause(settled.cause)
      : Effect.interrupt

/** Makes a cache that ends with the scope. */
export const make = (options?: AsyncCacheOptions): Effect.Effect<AsyncCache, never, Scope.Scope> =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) =>
    Effect.succeed(makeUnsafe(Context.get(context, Scope.Scope), context, options))
  )
