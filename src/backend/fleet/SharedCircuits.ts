/**
 * The circuit breaker of a backend. A process learns from its fleet that the service does not answer, before one of the
 * process's visitors has waited for it.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as CircuitBreaker from "../../http/CircuitBreaker.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import type { UserCredentials } from "../../http/Credentials.ts"
import { type Guard, HttpGuard } from "../../http/Http.ts"
import type { Transport } from "../../http/Transport.ts"
import type * as Endpoint from "../../wire/Endpoint.ts"
import * as SharedCache from "./SharedCache.ts"

/** The time until which a process sends nothing, by its own clock. */
const Opened = Schema.Struct({ untilMillis: Schema.Finite })

/** The circuits of a process, shared if it belongs to a fleet. */
export const guard: Effect.Effect<Guard, never, Scope.Scope> = Effect.flatMap(
  SharedCache.open("circuits", Opened),
  (cache) =>
    CircuitBreaker.make(
      cache && {
        openForMillis: (origin) =>
          Effect.clockWith((clock) =>
            Effect.map(cache.get(origin), (opened) => (opened?.untilMillis ?? 0) - clock.currentTimeMillisUnsafe())
          ),
        publish: (origin, openForMillis) =>
          Effect.clockWith((clock) =>
            cache.set(origin, { untilMillis: clock.currentTimeMillisUnsafe() + openForMillis }, openForMillis)
          )
      }
    )
)

/** Puts an app behind the circuits of its process. */
export const withCircuits = Effect.fnUntraced(function* (
  app: ClientApp["Service"]
): Effect.fn.Return<ClientApp["Service"], never, Scope.Scope> {
  const ofBackend = yield* guard
  const call = (endpoint: Endpoint.Any, input: object, credentials?: UserCredentials) =>
    Effect.provideService(app.call(endpoint, input, credentials), HttpGuard, ofBackend)
  // The type follows from the endpoint, as in Transport.
  return { ...app, call: call as Transport["call"] }
})
