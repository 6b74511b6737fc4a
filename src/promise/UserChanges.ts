/** Tells a listener who is signed in: at first, and whenever that or the user changes. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ClientServices } from "../app/ClientLayer.ts"
import * as CurrentUser from "../client/CurrentUser.ts"
import * as OwnerWatch from "../session/OwnerWatch.ts"
import { TokenStore } from "../token/TokenStore.ts"
import type { OnStale } from "./AppRuntime.ts"
import type { RunToExit } from "./Method.ts"

/**
 * Calls the listener with the signed-in user, or null: soon, after each sign-in and sign-out, also in another tab, and
 * after operations that change the user. Returns a function that stops it. If the service can't be asked, it calls
 * nobody, and asks again after the next change.
 */
export type OnUserChange = (listener: (user: CurrentUser.CurrentUser | null) => void) => () => void

export const make =
  (run: RunToExit<ClientServices>, onStale: OnStale): OnUserChange =>
  (listener) => {
    const ended = new AbortController()
    const { signal } = ended
    let reads = 0
    let reported: string | undefined

    /** Runs work, and ignores failures: it was stopped, or the app was disposed of. */
    const attempt = (effect: Effect.Effect<unknown, unknown, ClientServices>) =>
      run(effect, { signal }).catch(() => undefined)

    const notify = async () => {
      const ownRead = ++reads
      const exit = await attempt(CurrentUser.get)
      // A read that began later has the newer user.
      if (ownRead !== reads || signal.aborted || exit === undefined || Exit.isFailure(exit)) return
      const user = exit.value as CurrentUser.CurrentUser | null
      const text = JSON.stringify(user)
      if (text === reported) return
      reported = text
      listener(user)
    }

    const watch = Effect.gen(function* () {
      const store = yield* TokenStore
      const check = OwnerWatch.make(store, yield* store.get)
      const checkUser = Effect.map(check, (isAnother) => (isAnother ? void notify() : undefined))
      yield* store.changes(() => void attempt(checkUser))
      // Looks again after it listens, so that no change is missed.
      yield* checkUser
      return yield* Effect.never
    })
    void attempt(Effect.scoped(watch))
    const stop = onStale((changed) => (changed.includes("users") ? void notify() : undefined))
    void notify()
    return () => {
      stop()
      ended.abort()
    }
  }
