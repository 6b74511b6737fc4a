/** A token store over Effect's `KeyValueStore`: a folder, `localStorage`, or a platform's own. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as TokenStore from "./TokenStore.ts"

/** The entry that has the tokens. */
export interface KeyValueOptions {
  /** The key of the entry. Default: `gatefold-session`. */
  readonly key?: string | undefined
}

/**
 * Keeps the tokens in one entry of the `KeyValueStore` in context, for one process at a time. Apps that are provided
 * with the same layer share one store, so that each of them learns of the changes of the others.
 */
export const layer = ({ key = "gatefold-session" }: KeyValueOptions = {}): Layer.Layer<
  TokenStore.TokenStore,
  never,
  KeyValueStore.KeyValueStore
> =>
  Layer.effect(
    TokenStore.TokenStore,
    Effect.flatMap(KeyValueStore.KeyValueStore, (store) =>
      TokenStore.make({
        read: store.get(key),
        write: (text) => (text === undefined ? store.remove(key) : store.set(key, text))
      })
    )
  )
