/**
 * A token store that lives as long as its layer.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isSameSession, type Tokens, TokenStore } from "./TokenStore.ts"

/** Makes a store that starts with the given tokens, or signed out. */
export const make = (initial?: Tokens): TokenStore["Service"] => {
  let current = initial
  const listeners = new Set<() => void>()
  const write = (next: Tokens | undefined) => {
    current = next
    listeners.forEach((listener) => listener())
  }
  return TokenStore.of({
    get: Effect.sync(() => current),
    set: (tokens) => Effect.sync(() => write(tokens)),
    compareAndSet: (expected, next) =>
      Effect.sync(() => {
        if (!isSameSession(current, expected)) return false
        write(next)
        return true
      }),
    clear: Effect.sync(() => write(undefined)),
    changes: (listener) =>
      Effect.acquireRelease(
        Effect.sync(() => listeners.add(listener)),
        () => Effect.sync(() => listeners.delete(listener))
      )
  })
}

/** A store in memory, signed out at first. */
export const layer: Layer.Layer<TokenStore> = Layer.sync(TokenStore, () => make())
