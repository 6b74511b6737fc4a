/** The order of sign-ins in a store that no other tab shares. */
import * as Effect from "effect/Effect"
import type { Intent } from "../TokenStore.ts"

/** Sign-ins under way. */
export interface Intents {
  /** Begins one; `isLatest` lets `set` check that no other has begun since. */
  readonly begin: (
    set: (isLatest: () => boolean, ...args: Parameters<Intent["set"]>) => ReturnType<Intent["set"]>
  ) => Effect.Effect<Intent>
  /** Abandons all sign-ins that have begun: when they finish, their tokens are not stored. */
  readonly end: () => void
}

/** Makes the intents of a store, with no sign-in under way. */
export const make = (): Intents => {
  let order: ReadonlyArray<symbol> = []
  return {
    begin: (set) =>
      Effect.sync(() => {
        const mine = Symbol("intent")
        order = [...order, mine]
        return {
          set: (tokens) => set(() => order.at(-1) === mine, tokens),
          drop: Effect.sync(() => {
            order = order.filter((candidate) => candidate !== mine)
          })
        }
      }),
    end: () => {
      order = []
    }
  }
}
