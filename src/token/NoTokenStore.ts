/** No token store: for apps that never act as a user. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TokenStore, TokenStoreUnavailable } from "./TokenStore.ts"

const refuse = Effect.fail(new TokenStoreUnavailable({ problem: "this app has no store" }))

/** A store that is always signed out and refuses to sign in. It holds nothing, so there is nothing to share. */
export const layer: Layer.Layer<TokenStore> = Layer.succeed(TokenStore, {
  get: Effect.undefined,
  set: () => refuse,
  begin: Effect.succeed({ set: () => refuse, drop: Effect.void }),
  compareAndSet: (_, next) => (next === undefined ? Effect.succeed(false) : refuse),
  clear: Effect.undefined,
  changes: () => Effect.void
})
