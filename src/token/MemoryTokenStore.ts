/** A token store that lives as long as its layer. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Listeners from "../concurrency/Listeners.ts"
import * as Intents from "./internal/Intents.ts"
import { isSameSession, type Tokens, TokenStore } from "./TokenStore.ts"

/** Makes a store that starts with the given tokens, or signed out. */
export const make = (initial?: Tokens): TokenStore["Service"] => {
  let current = initial
  const intents = Intents.make()
  const listeners = Listeners.make()
  const write = (next: Tokens | undefined) => {
    const previous = current
    current = next
    listeners.notify()
    return previous
  }
  /** Replaces the tokens on behalf of the user, which ends every sign-in under way. */
  const replace = (next: Tokens | undefined) => {
    intents.end()
    return write(next)
  }
  return TokenStore.of({
    get: Effect.sync(() => current),
    set: (tokens) => Effect.sync(() => void replace(tokens)),
    begin: intents.begin((isLatest, tokens) =>
      Effect.sync(() => {
        if (!isLatest()) return false
        replace(tokens)
        return true
      })
    ),
    compareAndSet: (expected, next) =>
      Effect.sync(() => {
        if (!isSameSession(current, expected)) return false
        write(next)
        return true
      }),
    clear: Effect.sync(() => replace(undefined)),
    changes: listeners.listen
  })
}

/** A store in memory, signed out at first. Each build makes another one; pass one along by `Layer.provideMerge`. */
export const layer: Layer.Layer<TokenStore> = Layer.fresh(Layer.sync(TokenStore, () => make()))
