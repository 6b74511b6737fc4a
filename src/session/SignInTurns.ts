/** Sign-ins that wait for each other, such as those of guests. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { TokenStore } from "../token/TokenStore.ts"
import { Session } from "./Session.ts"

/** When the last waiting caller of each store will have had its turn. All apps of a process share it. */
const Turns = Context.Reference<WeakMap<TokenStore["Service"], Promise<void>>>("gatefold/session/SignInTurns", {
  defaultValue: () => new WeakMap()
})

/**
 * Runs one effect after the other for each store, so that a page does not end up with several anonymous users. By hand,
 * because Effect's `Semaphore` would add half a kilobyte to every React app.
 */
export const runInTurn = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Session> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(takeTurn, ({ end, turn }) => {
      const waited = Effect.andThen(
        Effect.promise(() => turn),
        effect
      )
      return Effect.ensuring(restore(waited), Effect.sync(end))
    })
  )

/** Takes the next turn at the session's store: it begins when `turn` resolves, and lasts until `end` is called. */
const takeTurn = Effect.gen(function* () {
  const { store } = yield* Session
  const turns = yield* Turns
  const turn = turns.get(store) ?? Promise.resolve()
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  // If a caller gives up while waiting, those behind it still wait for those before it.
  turns.set(
    store,
    turn.then(() => ended)
  )
  return { turn, end }
})
