/**
 * The tokens of a session: those in its store, or in memory those that the store refused to write.
 *
 * Every write compares before it replaces, so that work begun for one session neither changes the tokens of another one
 * nor restores them after a sign-out.
 */
import * as Effect from "effect/Effect"
import * as Overlay from "../../token/Overlay.ts"
import type { SignOutElsewhere } from "../../token/SignOutElsewhere.ts"
import { isSameSession, type Tokens, type TokenStore } from "../../token/TokenStore.ts"

export interface StoredTokens {
  /** The tokens, or undefined when signed out. */
  readonly current: Effect.Effect<Tokens | undefined>
  /**
   * Replaces the tokens of a session, in memory if the store refuses them. Answers false if the store holds another
   * session now, or none.
   */
  readonly replace: (tokens: Tokens, next: Tokens | undefined) => Effect.Effect<boolean>
  /** Signs out, and returns the former tokens. */
  readonly clear: Effect.Effect<Tokens | undefined, SignOutElsewhere>
}

export const make = (store: TokenStore["Service"]): StoredTokens => {
  /** Tokens that the store refused to write. */
  const unsaved = Overlay.make()
  return {
    current: Effect.map(store.get, unsaved.apply),
    replace: (tokens, next) =>
      Effect.suspend(() => {
        const expected = unsaved.findStored(tokens)
        return Effect.matchEffect(store.compareAndSet(expected, next), {
          onSuccess: (replaced) =>
            Effect.sync(() => {
              if (replaced) unsaved.clear()
              return replaced
            }),
          onFailure: () =>
            Effect.map(store.get, (stored) => {
              if (!isSameSession(stored, expected)) return false
              unsaved.replace(expected, next)
              return true
            })
        })
      }),
    clear: Effect.map(store.clear, (removed) => {
      const tokens = unsaved.apply(removed)
      unsaved.clear()
      return tokens
    })
  }
}
