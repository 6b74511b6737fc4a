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
  const started = startedTasks.get(client) ?? new Map<string, StartedTask<unknown, unknown>>()
  startedTasks.set(client, started)
  let task: StartedTask<A, E> | undefined
  // The name determines the types.
  const find = () => (task ??= started.get(name) as StartedTask<A, E> | undefined)

  const start = (): StartedTask<A, E> => {
    const own: StartedTask<A, E> = { listeners: Listeners.make(), exit: undefined }
    client.fork(effect, changes).addObserver((exit) => {
      own.exit = exit
      own.listeners.notify()
      forgetIfLeft(own)
    })
    return own
  }

  const forgetIfLeft = (own: StartedTask<A, E>) =>
    void Promise.resolve().then(() => {
      if (own.listeners.isEmpty() && own.exit !== undefined && started.get(name) === own) started.delete(name)
    })

  return {
    exit: () => find()?.exit,
    subscribe: (listener) => {
      const own = find() ?? (task = start())
      // A page that was hidden, as in an `<Activity>`, shows a task again that was dropped meanwhile.
      started.set(name, own)
      const remove = own.listeners.add(listener)
      return () => {
        remove()
        forgetIfLeft(own)
      }
    }
  }
}
