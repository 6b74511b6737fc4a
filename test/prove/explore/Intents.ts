/**
 * Watches over the sign-ins and sign-outs of a store, from whichever tab: the last one begun that does not fail must
 * win, and what the others have opened must not stay open.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Intent, Tokens, TokenStore } from "../../../src/token/TokenStore.ts"

interface Begun {
  readonly kind: "signIn" | "signOut"
  state: "under way" | "counts" | "over"
  tokens?: Tokens
}

/** Runs a step of a store and notes it, with nobody in between. */
export const step = <A, E, B>(effect: Effect.Effect<A, E>, note: (exit: Exit.Exit<A, E>) => B): Effect.Effect<B> =>
  Effect.map(Effect.context<never>(), (context) => note(Effect.runSyncExitWith(context)(effect)))

/** One order for all stores that are one, such as those of the tabs of a browser. */
export const watch = (violate: (detail: string) => void) => {
  const order: Array<Begun> = []
  const isLast = (begun: Begun) => order.slice(order.indexOf(begun) + 1).every(({ state }) => state === "over")

  return {
    over: (store: TokenStore["Service"]): TokenStore["Service"] => ({
      ...store,
      begin: step(store.begin, (exit) => {
        const intent = Exit.isSuccess(exit) ? exit.value : undefined
        if (intent === undefined) throw new Error("a store cannot begin")
        const begun: Begun = { kind: "signIn", state: "under way" }
        order.push(begun)
        return {
          set: (tokens) =>
            Effect.flatten(
              step(intent.set(tokens), (exit) => {
                const counts = Exit.isSuccess(exit) && exit.value
                begun.tokens = tokens
                begun.state = counts ? "counts" : "over"
                if (counts && !isLast(begun)) violate("a sign-in has won over one that was begun later")
                if (!counts && Exit.isSuccess(exit) && isLast(begun)) violate("a sign-in has lost to none")
                return exit
              })
            ),
          drop: Effect.asVoid(step(intent.drop, () => (begun.state = "over")))
        } satisfies Intent
      }),
      clear: Effect.flatten(
        step(store.clear, (exit) => {
          order.push({ kind: "signOut", state: "counts" })
          return exit
        })
      )
    }),
    /** At rest: the tokens that the last one to count has brought; undefined after a sign-out. */
    winner: (): Tokens | undefined => order.findLast(({ state }) => state === "counts")?.tokens,
    /** At rest: what sign-ins have brought that did not count. */
    losers: (): ReadonlyArray<Tokens> =>
      order.flatMap(({ state, tokens }) => (state === "over" && tokens !== undefined ? [tokens] : []))
  }
}
