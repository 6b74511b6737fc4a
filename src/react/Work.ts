/**
 * Work that a page starts when it is shown, once: a code works only once, and StrictMode mounts components twice.
 */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { AuthClient } from "./AuthClient.ts"
import type { AppError, ClientServices } from "./Operation.ts"

/** Starts with the first subscription. It goes on when the page is left, and is then dropped. */
export interface Work<A, E> {
  readonly subscribe: (listener: () => void) => () => void
  readonly exit: () => Exit.Exit<A, E | AppError> | undefined
}

const works = new WeakMap<AuthClient, Map<string, Work<unknown, unknown>>>()

/** The existing work of this name, else new work. */
export const workOf = <A, E>(
  client: AuthClient,
  name: string,
  effect: Effect.Effect<A, E, ClientServices>,
  changes?: ReadonlyArray<string>
): Work<A, E> => {
  const known = works.get(client) ?? new Map<string, Work<unknown, unknown>>()
  works.set(client, known)
  const found = known.get(name)
  // The name determines the types.
  if (found !== undefined) return found as Work<A, E>
  const listeners = new Set<() => void>()
  let exit: Exit.Exit<A, E | AppError> | undefined
  let isBegun = false
  const forgetIfLeft = () =>
    void Promise.resolve().then(() => {
      if (listeners.size === 0 && exit !== undefined && known.get(name) === work) known.delete(name)
    })
  const work: Work<A, E> = {
    exit: () => exit,
    subscribe: (listener) => {
      const own = () => listener()
      listeners.add(own)
      if (!isBegun) {
        isBegun = true
        client.fork(effect, changes).addObserver((result) => {
          exit = result
          listeners.forEach((tell) => tell())
          forgetIfLeft()
        })
      }
      return () => {
        listeners.delete(own)
        forgetIfLeft()
      }
    }
  }
  known.set(name, work)
  return work
}
