/**
 * The entry of a read, which is in the cache until it is dropped.
 *
 * | event                     | no result     | a value                         | a failure                      |
 * | ------------------------- | ------------- | ------------------------------- | ------------------------------ |
 * | look without a subscriber | starts a read | returns it                      | starts over after 300 ms       |
 * | first subscriber          | starts a read | starts a read if it is stale    | starts a read if it is stale   |
 * | refetch                   | starts a read | starts a read                   | starts a read                  |
 * | a read succeeds           | the value     | the value; the former, if equal | the value                      |
 * | a read fails              | the failure   | kept with the failure, or lost  | the failure                    |
 *
 * - A look, a subscriber and a refetch join the read under way. A refetch within 300 ms of its start returns its
 *   result.
 * - A value is stale after 5 s, and any result 300 ms after the last subscriber has left. It is dropped after 5 s.
 * - When a shown resource changes, an entry with a subscriber or a read under way reads again. Others are dropped. The
 *   same happens when the owner changes, but the result is forgotten first.
 */
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Timer from "../../concurrency/Timer.ts"
import type { AsyncCacheOptions, Read, View } from "../AsyncCache.ts"
import * as EntryState from "../EntryState.ts"

/** The shortest time between two reads of one key, in milliseconds (docs/protocol/session.md#cached-reads). */
export const throttleMillis = 300

/**
 * How long a value is kept after its last subscriber has left, in milliseconds (docs/protocol/session.md#cached-reads).
 */
export const keepMillis = 5_000

export interface Entry<R> extends View<unknown, unknown> {
  read: Read<unknown, unknown, R>
  /** Absent until the restored value is used. */
  view?: View<unknown, unknown>
  readonly restore: (value: unknown) => void
  /** Forgets the result of the former owner. */
  readonly forget: () => void
  /** Reads again if anyone waits for the result, and drops the entry otherwise. */
  readonly refresh: () => void
  readonly drop: () => void
}

export const make = <R, X>(
  { clock, fork, keepsValue, onEmpty }: AsyncCacheOptions<R, X>,
  entries: Map<string, Entry<R>>,
  read: Read<unknown, unknown, R>
): Entry<R> => {
  const now = () => Timer.readMonotonicMillis(clock)
  const listeners = new Set<() => void>()
  const gate = makeGate()
  const run = makeRun()
  let restored: EntryState.EntryState<unknown, unknown> = EntryState.notRead
  let snapshot: EntryState.EntryState<unknown, unknown> = EntryState.noResult
  let startedAt = -Infinity
  /** A first subscriber, or another look at a failure, later than this starts a new read. */
  let staleAt = now() + keepMillis
  let cancelExpiry = () => {}

  const notify = () => Array.from(listeners).forEach((listener) => listener())

  const change = (next: EntryState.EntryState<unknown, unknown>) => {
    snapshot = next
    notify()
  }

  const isKept = () => entries.get(read.key) === entry

  const drop = () => {
    cancelExpiry()
    run.stop()
    snapshot = EntryState.noResult
    if (isKept()) entries.delete(read.key)
    gate.open()
    if (entries.size === 0) onEmpty()
  }

  const expire = () => {
    cancelExpiry()
    if (isKept()) cancelExpiry = Timer.schedule(clock, keepMillis, drop)
  }

  const end = (exit: Exit.Exit<unknown, unknown>) => {
    const hasValue = Exit.isSuccess(exit)
    if (hasValue && entry.read.isAction === true) return drop()
    staleAt = hasValue ? now() + keepMillis : Infinity
    change(EntryState.recordEnd(snapshot, exit, keepsValue))
    gate.open()
    if (listeners.size === 0) expire()
  }

  const start = () => {
    cancelExpiry()
    startedAt = now()
    const isUnderWay = run.start(() => fork(entry.read), end)
    if (isUnderWay && !EntryState.isPending(snapshot) && !snapshot.isRefreshing) {
      change({ ...snapshot, isRefreshing: true })
    }
  }

  const state = () => {
    if (snapshot.state._tag === "Failure" && listeners.size === 0) {
      if (staleAt === Infinity) staleAt = now() + throttleMillis
      else if (now() >= staleAt) snapshot = EntryState.noResult
    }
    if (EntryState.isPending(snapshot) && !run.isUnderWay()) start()
    return snapshot.state
  }

  const subscribe = (listener: () => void) => {
    const isStale = listeners.size === 0 && now() >= staleAt
    listeners.add(listener)
    cancelExpiry()
    if (!run.isUnderWay() && (isStale || EntryState.isPending(snapshot))) start()
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      staleAt = now() + throttleMillis
      expire()
    }
  }

  const entry: Entry<R> = {
    read,
    state,
    subscribe,
    drop,
    snapshot: () => snapshot,
    serverSnapshot: () => restored,
    ready: () => {
      state()
      return gate.waitForFirst(EntryState.isPending(snapshot))
    },
    refetch: () => {
      if (!run.isUnderWay() && now() - startedAt >= throttleMillis) start()
      return run.isUnderWay() ? gate.wait() : done
    },
    restore: (value) => {
      snapshot = restored = { ...EntryState.noResult, state: { _tag: "Success", value } }
    },
    forget: () => {
      snapshot = EntryState.noResult
      restored = EntryState.notRead
    },
    refresh: () => {
      if (listeners.size > 0 || run.isUnderWay()) start()
      else drop()
      notify()
    }
  }
  return entry
}

/** The run of a read. The next one replaces it, and the result of a run that was replaced is ignored. */
const makeRun = () => {
  /** A fiber may already run before it is known here. */
  let current: { fiber?: Fiber.Fiber<unknown, unknown> } | undefined

  const replace = (next?: typeof current) => {
    const previous = current
    current = next
    previous?.fiber?.interruptUnsafe()
  }

  return {
    isUnderWay: () => current !== undefined,
    stop: () => replace(),
    /** Returns whether it is under way: it may also have changed the owner, or ended, at once. */
    start: (fork: () => Fiber.Fiber<unknown, unknown>, onEnd: (exit: Exit.Exit<unknown, unknown>) => void): boolean => {
      const ownRead: typeof current = {}
      replace(ownRead)
      const fiber = (ownRead.fiber = fork())
      if (current !== ownRead) {
        fiber.interruptUnsafe()
        return false
      }
      fiber.addObserver((exit) => {
        if (current !== ownRead) return
        current = undefined
        onEnd(exit)
      })
      return current === ownRead
    }
  }
}

/** Read by React's `use`, which then continues without suspending. */
type Tracked = Promise<void> & { readonly status?: "pending" | "fulfilled" }

const fulfil = (promise: Tracked): Tracked => Object.assign(promise, { status: "fulfilled" as const })

const done = fulfil(Promise.resolve())

/** Where callers wait until a read has a result, or is dropped. */
const makeGate = () => {
  const waiting: Array<() => void> = []
  let first = done
  const wait = () => new Promise<void>((resolve) => waiting.push(resolve))
  return {
    wait,
    /** For the first result. Everyone gets the same promise, also afterwards: React's `use` expects that. */
    waitForFirst: (isPending: boolean): Promise<void> => {
      if (isPending && first.status === "fulfilled") first = wait()
      return first
    },
    open: () => {
      fulfil(first)
      waiting.splice(0).forEach((resolve) => resolve())
    }
  }
}
