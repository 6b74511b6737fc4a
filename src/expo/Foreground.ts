/** The return of an app from the background. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Listeners from "../concurrency/Listeners.ts"
import { Session } from "../session/Session.ts"

/** The part of `AppState` of React Native that is used. */
export interface AppState {
  addEventListener(type: "change", listener: (state: string) => void): { remove(): void }
}

/**
 * Calls the listener when the app comes back from the background; returns a function that stops it. Dialogs of the
 * system that only cover the app (`inactive`) do not count.
 */
export const onForeground = (appState: AppState, listener: () => void): (() => void) => {
  let isAway = false
  const subscription = appState.addEventListener("change", (state) => {
    if (state === "active" && isAway) listener()
    isAway = state === "background" || (isAway && state !== "active")
  })
  return () => subscription.remove()
}

/**
 * Refreshes an expired access token in the foreground, until the scope closes, so that the first call does not wait for
 * it. This also notices a session that has ended meanwhile. Offline nothing happens.
 */
export const keepFresh = Effect.fnUntraced(function* (
  appState: AppState
): Effect.fn.Return<void, never, Session | Scope.Scope> {
  const { credentials } = yield* Session
  const stop = onForeground(appState, yield* Listeners.makeForking(Effect.exit(credentials)))
  yield* Effect.addFinalizer(() => Effect.sync(stop))
})
