/**
 * The lock manager of a browser, as the Web Locks specification has it (https://w3c.github.io/web-locks), for exclusive
 * locks: requests are granted in the order of asking, each step is a task of its own, and `steal` breaks a lock. Which
 * other tasks come in between, the schedule decides.
 */
import * as Effect from "effect/Effect"
import type { LockManager } from "../../../src/platform/Locks.ts"

interface Request {
  readonly name: string
  readonly callback: () => Promise<void>
  readonly signal: AbortSignal
  readonly onAbort: () => void
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** A task, before and after which anything else may run. */
const queueTask = (task: () => void): void => void Effect.runFork(Effect.andThen(Effect.yieldNow, Effect.sync(task)))

/** The locks of one origin. `onWait` is called for each request that finds its lock held. */
export const make = (onWait: () => void = () => undefined) => {
  let requests: ReadonlyArray<Request> = []
  /** Who holds a lock, by its name. */
  const held = new Map<string, Request>()

  /** The lock task queue: steps in the order in which they were enqueued. */
  const steps: Array<() => void> = []
  const enqueue = (step: () => void): void => {
    steps.push(step)
    queueTask(() => steps.shift()!())
  }

  const processQueue = (): void => {
    for (const request of requests) {
      if (held.has(request.name)) continue
      requests = requests.filter((other) => other !== request)
      held.set(request.name, request)
      queueTask(() => grant(request))
    }
  }

  const release = (request: Request): void => {
    if (held.get(request.name) !== request) return
    held.delete(request.name)
    processQueue()
  }

  const grant = (request: Request): void => {
    const { callback, onAbort, reject, resolve, signal } = request
    if (signal.aborted) return enqueue(() => release(request))
    signal.removeEventListener("abort", onAbort)
    const settled = (settle: (value: unknown) => void) => (value: unknown) =>
      enqueue(() => {
        release(request)
        settle(value)
      })
    new Promise((run) => run(callback())).then(settled(resolve), settled(reject))
  }

  const manager: LockManager = {
    request: (name, { signal }, callback) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const onAbort = () => {
          enqueue(() => {
            requests = requests.filter((other) => other !== request)
            processQueue()
          })
          reject(signal.reason)
        }
        const request: Request = { name, callback, signal, onAbort, resolve, reject }
        signal.addEventListener("abort", onAbort)
        enqueue(() => {
          if (held.has(name)) onWait()
          requests = [...requests, request]
          processQueue()
        })
      })
  }

  return {
    manager,
    /** Another page asks with `steal`: whoever holds a lock goes on without knowing, and the next one gets it. */
    steal: Effect.sync(() => {
      for (const [name, request] of held) {
        held.delete(name)
        request.reject(new DOMException("the lock was stolen", "AbortError"))
      }
      enqueue(processQueue)
    }),
    /** A page that hangs asks for a lock and keeps it for a while. */
    hang: (name: string, millis: number) =>
      Effect.promise(() =>
        manager.request(
          name,
          { signal: new AbortController().signal },
          () => new Promise((resolve) => setTimeout(resolve, millis))
        )
      ).pipe(Effect.ignore),
    /** How many hold a lock or wait for one. */
    pending: () => held.size + requests.length + steps.length
  }
}
