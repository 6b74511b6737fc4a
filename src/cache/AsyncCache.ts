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
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { after, monotonicMillis } from "../concurrency/Timer.ts"
import * as EntryState from "./EntryState.ts"

/** The shortest time between two reads of one key, in milliseconds (docs/protocol/session.md#cached-reads). */
export const throttleMillis = 300

/**
 * How long a value is kept after its last subscriber has left, in milliseconds (docs/protocol/session.md#cached-reads).
 */
export const keepMillis = 5_000

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

/** The options of a cache. */
export interface AsyncCacheOptions<R, X> {
  readonly clock: Clock.Clock
  /** Begins a read. */
  readonly fork: <A, E>(read: Read<A, E, R>) => Fiber.Fiber<A, E | X>
  /** Called with the cause of a failed refresh; returns whether to keep the former value. */
  readonly keepsValue: (cause: Cause.Cause<unknown>) => boolean
  /** Called when the last entry is dropped. */
  readonly onEmpty: () => void
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

/** A read under way. A fiber may already run before it is known here. */
interface Running {
  fiber?: Fiber.Fiber<unknown, unknown>
}

interface Cache<R, X> extends AsyncCacheOptions<R, X> {
  readonly entries: Map<string, Entry<R, X>>
}

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
class Entry<R, X> {
  read: Read<unknown, unknown, R>
  /** Absent until the restored value is used. */
  view: View<unknown, unknown> | undefined
  readonly #cache: Cache<R, X>
  readonly #listeners = new Set<() => void>()
  readonly #gate = makeGate()
  #restored: EntryState.EntryState<unknown, unknown> = EntryState.notRead
  #snapshot: EntryState.EntryState<unknown, unknown> = EntryState.noResult
  #running: Running | undefined
  #startedAt = -Infinity
  /** A first subscriber, or another look at a failure, later than this starts a new read. */
  #staleAt: number
  #cancelExpiry = () => {}

  constructor(cache: Cache<R, X>, read: Read<unknown, unknown, R>) {
    this.read = read
    this.#cache = cache
    this.#staleAt = this.#now() + keepMillis
  }

  /* ------------------------------------------------------------------- views */

  snapshot(): EntryState.EntryState<unknown, unknown> {
    return this.#snapshot
  }

  serverSnapshot(): EntryState.EntryState<unknown, unknown> {
    return this.#restored
  }

  state(): EntryState.ReadState<unknown, unknown> {
    if (this.#snapshot.state._tag === "Failure" && this.#listeners.size === 0) {
      if (this.#staleAt === Infinity) this.#staleAt = this.#now() + throttleMillis
      else if (this.#now() >= this.#staleAt) this.#snapshot = EntryState.noResult
    }
    if (EntryState.isPending(this.#snapshot) && this.#running === undefined) this.#start()
    return this.#snapshot.state
  }

  ready(): Promise<void> {
    this.state()
    return this.#gate.waitForFirst(EntryState.isPending(this.#snapshot))
  }

  refetch(): Promise<void> {
    if (this.#running === undefined && this.#now() - this.#startedAt >= throttleMillis) this.#start()
    return this.#running === undefined ? done : this.#gate.wait()
  }

  subscribe(listener: () => void): () => void {
    const isStale = this.#listeners.size === 0 && this.#now() >= this.#staleAt
    this.#listeners.add(listener)
    this.#cancelExpiry()
    if (this.#running === undefined && (isStale || EntryState.isPending(this.#snapshot))) this.#start()
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#staleAt = this.#now() + throttleMillis
      this.#expire()
    }
  }

  /* ----------------------------------------------------------------- changes */

  restore(value: unknown): void {
    this.#snapshot = this.#restored = { ...EntryState.noResult, state: { _tag: "Success", value } }
  }

  forget(): void {
    this.#snapshot = EntryState.noResult
    this.#restored = EntryState.notRead
  }

  refresh(): void {
    if (this.#listeners.size > 0 || this.#running !== undefined) this.#start()
    else this.drop()
    this.#notify()
  }

  drop(): void {
    const { entries, onEmpty } = this.#cache
    this.#replace()
    this.#snapshot = EntryState.noResult
    if (this.#isKept()) entries.delete(this.read.key)
    this.#gate.open()
    if (entries.size === 0) onEmpty()
  }

  #expire(): void {
    this.#cancelExpiry()
    if (this.#isKept()) this.#cancelExpiry = after(this.#cache.clock, keepMillis, () => this.drop())
  }

  #isKept(): boolean {
    return this.#cache.entries.get(this.read.key) === this
  }

  #now(): number {
    return monotonicMillis(this.#cache.clock)
  }

  #notify(): void {
    Array.from(this.#listeners).forEach((listener) => listener())
  }

  #change(next: EntryState.EntryState<unknown, unknown>): void {
    this.#snapshot = next
    this.#notify()
  }

  /* ------------------------------------------------------------------- reads */

  /** Replaces the read under way, whose result is then ignored. */
  #replace(next?: Running): void {
    const previous = this.#running
    this.#running = next
    previous?.fiber?.interruptUnsafe()
    this.#cancelExpiry()
  }

  #start(): void {
    const own: Running = {}
    this.#replace(own)
    this.#startedAt = this.#now()
    const fiber = this.#cache.fork(this.read)
    own.fiber = fiber
    // The read may have changed the owner, or ended, at once.
    if (this.#running !== own) return fiber.interruptUnsafe()
    fiber.addObserver((exit) => (this.#running === own ? this.#end(exit) : undefined))
    if (this.#running === own && !EntryState.isPending(this.#snapshot) && !this.#snapshot.isRefreshing)
      this.#change({ ...this.#snapshot, isRefreshing: true })
  }

  #end(exit: Exit.Exit<unknown, unknown>): void {
    this.#running = undefined
    if (Exit.isFailure(exit)) {
      this.#staleAt = Infinity
      const keepsValue = this.#snapshot.state._tag === "Success" && this.#cache.keepsValue(exit.cause)
      this.#change(EntryState.failed(this.#snapshot, exit.cause, keepsValue))
    } else {
      if (this.read.isAction === true) return this.drop()
      this.#staleAt = this.#now() + keepMillis
      this.#change(EntryState.succeeded(this.#snapshot, exit.value))
    }
    this.#gate.open()
    if (this.#listeners.size === 0) this.#expire()
  }
}

/** Makes a cache. */
export const make = <R, X>(options: AsyncCacheOptions<R, X>): AsyncCache<R, X> => {
  const entries = new Map<string, Entry<R, X>>()
  const cache = { ...options, entries }
  const enter = (read: Read<unknown, unknown, R>) => {
    const entry = new Entry(cache, read)
    entries.set(read.key, entry)
    return entry
  }

  const makeView = (read: Read<unknown, unknown, R>): View<unknown, unknown> => {
    const { key } = read
    const entry = () => {
      const current = entries.get(key) ?? enter(read)
      current.view ??= view
      return current
    }
    const view: View<unknown, unknown> = {
      // Entries without subscribers are dropped again.
      snapshot: () => entries.get(key)?.snapshot() ?? EntryState.noResult,
      state: () => entry().state(),
      ready: () => entry().ready(),
      refetch: () => entry().refetch(),
      subscribe: (listener) => entry().subscribe(listener),
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
      entries.forEach((entry) =>
        entry.read.shows.some((resource) => changed.includes(resource)) ? entry.refresh() : undefined
      ),
    changeOwner: () => {
      const owned = [...entries.values()].filter(({ read }) => read.isOwnerless !== true)
      owned.forEach((entry) => entry.forget())
      owned.forEach((entry) => entry.refresh())
    },
    clear: () => entries.forEach((entry) => entry.drop())
  }
}
