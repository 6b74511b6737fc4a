/** Web Locks for tests: in the order of asking, synchronous, and able to be stolen or never given back. */
import * as Effect from "effect/Effect"
import type { LockManager } from "../../src/platform/Locks.ts"

interface Request {
  readonly grant: () => Promise<void>
  readonly reject: (reason: unknown) => void
  readonly resolve: () => void
}

export const makeLocks = () => {
  const queues = new Map<string, Array<Request>>()
  /** Beginnings of names whose locks hang. */
  const hanging = new Set<string>()
  const hangs = () => ({
    grant: () => new Promise<void>(() => undefined),
    reject: () => undefined,
    resolve: () => undefined
  })
  const findQueue = (name: string) => {
    const queue = queues.get(name) ?? ([...hanging].some((beginning) => name.startsWith(beginning)) ? [hangs()] : [])
    queues.set(name, queue)
    return queue
  }
  const leave = (name: string, request: Request) => {
    const queue = findQueue(name)
    const at = queue.indexOf(request)
    if (at < 0) return
    queue.splice(at, 1)
    if (at === 0 && queue.length > 0) start(name, queue[0]!)
  }
  const start = (name: string, request: Request) => {
    const over = () => {
      request.resolve()
      leave(name, request)
    }
    request.grant().then(over, over)
  }
  const add = (name: string, request: Request) => {
    const queue = findQueue(name)
    queue.push(request)
    if (queue.length === 1) start(name, request)
  }
  const manager: LockManager = {
    request: (name, { signal }, whileHeld) =>
      new Promise((resolve, reject) => {
        let held = false
        const request: Request = {
          grant: () => {
            held = true
            return whileHeld()
          },
          reject,
          resolve: () => resolve(undefined)
        }
        signal.addEventListener("abort", () => {
          if (held) return
          leave(name, request)
          reject(signal.reason)
        })
        add(name, request)
      })
  }
  return {
    manager,
    /** Takes the locks whose names begin so away from their holders, who go on without knowing. */
    steal: (beginning: string) => {
      hanging.delete(beginning)
      for (const [name, [holder]] of queues) {
        if (holder === undefined || !name.startsWith(beginning)) continue
        holder.reject(new DOMException("stolen", "AbortError"))
        leave(name, holder)
      }
    },
    /** Somebody takes every lock whose name begins so, and never gives it back. */
    hang: (beginning: string) => void hanging.add(beginning),
    /** How many hold a lock or wait for one. */
    pending: () => Array.from(queues.values()).reduce((sum, queue) => sum + queue.length, 0),
    settle: Effect.promise(() => Promise.resolve().then(() => undefined))
  }
}
