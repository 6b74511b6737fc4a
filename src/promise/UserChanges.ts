/**
 * Tells a listener who is signed in: at first, and whenever that or the user changes.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as CurrentUser from "../client/CurrentUser.ts"
import type { ClientServices } from "../app/ClientLayer.ts"
import { isSameOwner } from "../session/Session.ts"
import { TokenStore } from "../token/TokenStore.ts"
import type { OnStale } from "./AppRuntime.ts"
import type { RunToExit } from "./Method.ts"

/**
 * Calls the listener with the signed-in user, or null: soon, after each sign-in and sign-out, also in another tab, and
 * after operations that change the user. Returns a function that stops it. While the user can't be read, nothing is
 * told; the next change tries again.
 */
export type OnUserChange = (listener: (user: CurrentUser.CurrentUser | null) => void) => () => void

/** Makes the method of an app. */
export const make =
  (run: RunToExit<ClientServices>, onStale: OnStale): OnUserChange =>
  (listener) => {
    const ended = new AbortController()
    const { signal } = ended
    let reads = 0
    let told: string | undefined

    const tell = async () => {
      const own = ++reads
      const exit = await run(CurrentUser.get, { signal })
      // A read that began later knows better.
      if (own !== reads || signal.aborted || Exit.isFailure(exit)) return
      const user = exit.value as CurrentUser.CurrentUser | null
      const text = JSON.stringify(user)
      if (text === told) return
      told = text
      listener(user)
    }
    const tellLater = () => void tell().catch(() => undefined)

    const watch = Effect.gen(function* () {
      const store = yield* TokenStore
      let owner = yield* store.get
      yield* store.changes(() => {
        void run(
          Effect.map(store.get, (now) => {
            if (!isSameOwner(owner, now)) tellLater()
            owner = now
          }),
          { signal }
        ).catch(() => undefined)
      })
      return yield* Effect.never
    })
    void run(Effect.scoped(watch), { signal }).catch(() => undefined)
    const stop = onStale((changed) => (changed.includes("users") ? tellLater() : undefined))
    tellLater()
    return () => {
      stop()
      ended.abort()
    }
  }
