/** A task that a page starts once when it is shown: a code works only once, and StrictMode mounts components twice. */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { ClientAppError, ClientServices } from "../../app/ClientLayer.ts"
import * as Listeners from "../../concurrency/Listeners.ts"
import type { AuthClient } from "../AuthClient.ts"

/** A task that starts with its first subscription. If the user leaves the page, it continues and is then dropped. */
export interface PageTask<A, E> {
  readonly subscribe: (listener: () => void) => () => void
  readonly exit: () => Exit.Exit<A, E | ClientAppError> | undefined
}

interface StartedTask<A, E> {
  readonly listeners: Listeners.Listeners<[]>
  exit: Exit.Exit<A, E | ClientAppError> | undefined
}

const startedTasks = new WeakMap<AuthClient, Map<string, StartedTask<unknown, unknown>>>()

/** A task of a name. Tasks of the same name are one: under way, or done while a page shows it. */
export const make = <A, E>(
  client: AuthClient,
  name: string,
  effect: Effect.Effect<A, E, ClientServices>,
  changes?: ReadonlyArray<string>
): PageTask<A, E> => {
  let task: StartedTask<A, E> | undefined

  // The name determines the types.
  const find = () => (task ??= startedTasks.get(client)?.get(name) as StartedTask<A, E> | undefined)

  const start = (): StartedTask<A, E> => {
    const started: StartedTask<A, E> = { listeners: Listeners.make(), exit: undefined }
    const byName = startedTasks.get(client) ?? new Map<string, StartedTask<unknown, unknown>>()
    startedTasks.set(client, byName.set(name, started))
    client.fork(effect, changes).addObserver((exit) => {
      started.exit = exit
      started.listeners.notify()
      forgetIfLeft(started)
    })
    return started
  }

  const forgetIfLeft = (started: StartedTask<A, E>) =>
    void Promise.resolve().then(() => {
      const byName = startedTasks.get(client)
      if (started.listeners.isEmpty() && started.exit !== undefined && byName?.get(name) === started) {
        byName.delete(name)
      }
    })

  return {
    exit: () => find()?.exit,
    subscribe: (listener) => {
      const started = (task = find() ?? start())
      const remove = started.listeners.add(listener)
      return () => {
        remove()
        forgetIfLeft(started)
      }
    }
  }
}
