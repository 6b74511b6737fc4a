/** Stores the state of an emulator without a file for the next one, because a browser ends pages and workers. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { SnapshotError } from "./SnapshotError.ts"
import type { Snapshot } from "./Snapshots.ts"
import * as SnapshotText from "./SnapshotText.ts"

/** A storage for a state, as one text that contains secrets. Only one emulator may use it at a time. */
export interface StateStorage {
  /** The text of the last write; `undefined` before the first one. */
  readonly read: () => Promise<string | undefined>
  readonly write: (text: string) => Promise<void>
}

/**
 * The Cache Storage of this origin, which pages and workers share. Browsers have it on https, and on this machine.
 *
 * @param name The name of the cache. Default: `gatefold-emulator`.
 */
export const cacheStorage = (name = "gatefold-emulator"): StateStorage => {
  // Caches have addresses as keys; nothing is requested there.
  const key = "https://emulator.gatefold.invalid/state"
  return {
    read: async () => (await (await caches.open(name)).match(key))?.text(),
    write: async (text) => (await caches.open(name)).put(key, new Response(text))
  }
}

/** Warns that an emulator starts without its stored state. */
export const warnDiscarded = ({ message }: Pick<SnapshotError, "message">): Effect.Effect<void> =>
  Effect.logWarning(`The emulator starts empty, because the state that it kept cannot be used. ${message}`)

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Reads the stored state. If it is unreadable, logs a warning and returns `undefined`. */
export const read = (storage: StateStorage): Effect.Effect<Snapshot | undefined> =>
  Effect.tryPromise({ try: () => storage.read(), catch: (error) => ({ message: toMessage(error) }) }).pipe(
    Effect.flatMap((text) => (text === undefined ? Effect.undefined : SnapshotText.decode(text))),
    Effect.catch((error) => Effect.as(warnDiscarded(error), undefined))
  )

/**
 * Stores the current state, or logs why it cannot. Concurrent callers share one write, which starts after all of them
 * have called.
 */
export const writer = (storage: StateStorage, snapshot: Effect.Effect<Snapshot>): Effect.Effect<void> => {
  const mutex = Semaphore.makeUnsafe(1)
  let next: Deferred.Deferred<void> | undefined
  const write = Effect.suspend(() => {
    next = undefined
    return Effect.flatMap(snapshot, (state) =>
      Effect.tryPromise({ try: () => storage.write(SnapshotText.encode(state)), catch: toMessage })
    )
  }).pipe(Effect.catch((problem) => Effect.logWarning(`The state of the emulator was not kept. ${problem}`)))
  return Effect.uninterruptible(
    Effect.suspend(() => {
      if (next !== undefined) return Deferred.await(next)
      const written = Deferred.makeUnsafe<void>()
      next = written
      return Effect.onExit(mutex.withPermit(write), (exit) => Deferred.done(written, exit))
    })
  )
}
