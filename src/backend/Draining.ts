/**
 * The end of a backend: work that is under way when its scope closes may finish, for a while. A refresh that is cut off
 * may lose a session's next refresh token, and a webhook that is cut off is handled again.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as CallTimeout from "../http/CallTimeout.ts"
import { liveClock } from "../platform/Timer.ts"
import * as Instruments from "./telemetry/Instruments.ts"

/**
 * How long work may go on after the end. Layers such as `Backend.layer()` read it from their context when they are
 * built; 0 ends work at once. Default: 10 seconds.
 */
export const DrainTimeout: Context.Reference<Duration.Input> = Context.Reference<Duration.Input>(
  "gatefold/backend/DrainTimeout",
  { defaultValue: () => "10 seconds" }
)

/** Work of one kind that may finish. */
export interface Work {
  /** Closes after the work has ended, or been cut off. */
  readonly scope: Scope.Scope
  /** Lets an effect finish before the scope closes. */
  readonly track: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Work by a name for logs and metrics, such as `refreshes`. */
export const make = Effect.fnUntraced(function* (name: string): Effect.fn.Return<Work, never, Scope.Scope> {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const limitMillis = Duration.toMillis(Duration.fromInputUnsafe(yield* DrainTimeout))
  let running = 0
  let idle: Deferred.Deferred<void> | undefined

  const track: Work["track"] = (effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => void running++),
      () => effect,
      () =>
        Effect.suspend(() => (--running === 0 && idle !== undefined ? Deferred.succeed(idle, undefined) : Effect.void))
    )

  const drain = Effect.suspend(() => {
    const begun = running
    if (begun === 0) return Effect.void
    const ended = (idle = Deferred.makeUnsafe<void>())
    // Real time: whoever ends the process counts it, too.
    const deadline = new CallTimeout.Deadline(limitMillis, liveClock)
    return Effect.flatMap(
      deadline.within(Deferred.await(ended), () => Effect.void),
      () => {
        const cut = running
        const finished = Math.max(0, begun - cut)
        const add = (outcome: string, count: number) =>
          Instruments.add(Instruments.drained, count, { "gatefold.work": name, "gatefold.outcome": outcome })
        return Effect.logInfo(`The backend ends: ${finished} ${name} finished, ${cut} cut off.`).pipe(
          Effect.andThen(add("finished", finished)),
          Effect.andThen(add("cut", cut))
        )
      }
    )
  })
  // Scopes close in reverse order: first the work may finish, then its scope ends what is left.
  yield* Effect.addFinalizer(() => drain)
  return { scope, track }
})

/** Webhooks in the hands of their handlers. */
export class RunningWebhooks extends Context.Service<RunningWebhooks, Work>()("gatefold/backend/Draining/Webhooks") {
  static readonly layer: Layer.Layer<RunningWebhooks> = Layer.effect(RunningWebhooks, make("webhooks"))
}
