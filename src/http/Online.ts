/**
 * Whether the device says that it has a network.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** True unless the platform knows that it is offline. Asked only after a call has failed. */
export const Online: Context.Reference<Effect.Effect<boolean>> = Context.Reference<Effect.Effect<boolean>>(
  "gatefold/http/Online",
  { defaultValue: () => Effect.sync(() => globalThis.navigator?.onLine !== false) }
)
