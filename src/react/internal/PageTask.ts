/** A task that a page starts once when it is shown: a code works only once, and StrictMode mounts components twice. */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { ClientAppError, ClientServices } from "../../app/ClientLayer.ts"
import * as Listeners from "../../concurrency/Listeners.ts"
import type { AuthClient } from "../AuthClient.ts"

/** Starts with the first subscription. It continues when the user leaves the page, and is then dropped. */
export interface PageTask<A, E> {
  readonly subscribe: (listener: () => void) => () => void
  readonly exit: () => Exit.Exit<A, E | ClientAppError> | undefined
}

const tasks = new WeakMap<AuthClient, Map<string, PageTask<unknown, unknown>>>()

/** The task of this name, under way or done, else a new one. */
export const pageTask = <A, E>(
  client: AuthClient,
  name: string,
  effect: Effect.Effect<A, E, ClientServices>,
  changes?: ReadonlyArray<string>
): PageTask<A, E> => {
  const byName = tasks.get(client) ?? new Map<string, PageTask<unknown, unknown>>()
  tasks.set(client, byName)
  const existing = byName.get(name)
  // The name determines the types.
  if (existing !== undefined) return existing as PageTask<A, E>
  const listeners = Listeners.make()
  let exit: Exit.Exit<A, E | ClientAppError> | undefined
  let isBegun = false
  const forgetIfLeft = () =>
    void Promise.resolve().then(() => {
      if (listeners.isEmpty() && exit !== undefined && byName.get(name) === task) byName.delete(name)
    })
  const task: PageTask<A, E> = {
    exit: () => exit,
    subscribe: (listener) => {
      const remove = listeners.add(listener)
      if (!isBegun) {
        isBegun = true
        client.fork(effect, changes).addObserver((result) => {
          exit = result
          listeners.notify()
          forgetIfLeft()
        })
      }
      return () => {
        remove()
        forgetIfLeft()
      }
    }
  }
  byName.set(name, task)
  return task
}
