/**
 * Locks that the processes of one machine share: files that exist while they are held. One that its holder has left
 * behind is taken away: that of a process that has ended, or after a minute.
 */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import { hostname } from "node:os"
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { attempt } from "../../domain/Attempt.ts"
import * as Locks from "../../platform/Locks.ts"
import { readErrorCode } from "../SystemError.ts"
import { isAlive } from "./Processes.ts"

/** The interval of attempts to take a lock, in milliseconds. */
const pollMillis = 25

/** After this time a lock counts as left behind, in milliseconds: no work under a lock takes so long. */
const abandonedMillis = 60_000

/** Creates a file, unless it is there: with the text in it, or not at all. */
const create = (file: string, text: string): boolean => {
  let descriptor: number
  try {
    descriptor = fs.openSync(file, "wx", 0o600)
  } catch (error) {
    if (readErrorCode(error) === "EEXIST") return false
    throw error
  }
  try {
    fs.writeFileSync(descriptor, text)
    return true
  } catch (error) {
    // No space is left. A lock without a holder would block every process.
    fs.rmSync(file, { force: true })
    throw error
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Whether a file has not changed for this time, in milliseconds. False if it is gone, or its time is in the future. */
export const isOlderThan = (file: string, millis: number): boolean => {
  const stat = attempt(() => fs.lstatSync(file))
  return stat !== undefined && Date.now() - stat.mtimeMs > millis
}

const isOld = (file: string): boolean => isOlderThan(file, abandonedMillis)

/**
 * A lock is abandoned if it is old, or if its process on this host is gone. It names its holder: host, process, and a
 * random id.
 */
const isAbandoned = (file: string): boolean => {
  if (isOld(file)) return true
  const [host, pid] = attempt(() => fs.readFileSync(file, "utf8"))?.split(" ") ?? []
  return host === hostname() && pid !== undefined && !isAlive(Number(pid))
}

/**
 * Removes a lock that was left behind, unless another process did so and the lock is held again.
 *
 * Such a lock is absent for a moment, in which a third process can take it. Two then hold it, as they do if one has
 * waited too long ({@link Locks.timeoutMillis}): callers must not lose more by this than one of two changes.
 */
const clearAway = (file: string): void => {
  // Only one process can move a file away, and what was moved stays what it was.
  const moved = `${file}.${randomUUID()}`
  fs.renameSync(file, moved)
  if (!isAbandoned(moved)) attempt(() => fs.linkSync(moved, file))
  fs.rmSync(moved, { force: true })
}

/** Takes a lock, and returns a function that releases it; undefined if it cannot take the lock in time. */
const take = (file: string, restore: <A>(effect: Effect.Effect<A>) => Effect.Effect<A>, untilMillis: number) => {
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`
  const attempts: Effect.Effect<(() => void) | undefined> = Effect.suspend(() => {
    const isAcquired = attempt(() => create(file, owner))
    // The folder is gone or not writable. The write that follows reports it.
    if (isAcquired === undefined) return Effect.undefined
    if (isAcquired) {
      return Effect.succeed(() => {
        // If the file cannot be removed, the lock expires: the work under it has succeeded all the same.
        if (attempt(() => fs.readFileSync(file, "utf8")) === owner) attempt(() => fs.rmSync(file, { force: true }))
      })
    }
    if (isAbandoned(file)) attempt(() => clearAway(file))
    return Effect.flatMap(Clock.currentTimeMillis, (now) =>
      now >= untilMillis ? Effect.undefined : Effect.andThen(restore(Effect.sleep(pollMillis)), attempts)
    )
  })
  return attempts
}

/**
 * Runs an effect while no other process holds the lock of that path; where locks are not possible, and after
 * {@link Locks.timeoutMillis}, without it. A name that is no path belongs to a store of another kind, which no other
 * process shares.
 */
export const withLock: Locks.WithLock = (name, effect) =>
  path.isAbsolute(name)
    ? Effect.uninterruptibleMask((restore) =>
        Clock.currentTimeMillis.pipe(
          Effect.flatMap((now) => take(name, restore, now + Locks.timeoutMillis)),
          Effect.flatMap((release) =>
            Effect.ensuring(
              restore(effect),
              Effect.sync(() => release?.())
            )
          )
        )
      )
    : effect
