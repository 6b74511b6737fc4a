/**
 * The end of a backend: work that is under way may finish, for a while. A refresh that is cut off may lose a session's
 * next refresh token, and a webhook that is cut off is handled again.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import { liveClock } from "../concurrency/Timer.ts"
import type { InvalidOption } from "../domain/errors/InvalidOption.ts"
import * as CallTimeout from "../http/CallTimeout.ts"
import * as DurationOption from "./DurationOption.ts"
import * as Instruments from "./telemetry/Instruments.ts"

/**
 * How long work may go on after the end. Layers such as `Backend.layer()` read it from their context when they are
 * built; 0 ends work at once. Default: 10 seconds.
 */
export const DrainTimeout: Context.Reference<Duration.Input> = Context.Reference<Duration.Input>(
  "gatefold/backend/Draining/DrainTimeout",
  { defaultValue: () => "10 seconds" }
)

/** Work of one kind, by a name for logs and metrics such as `refreshes`. */
class Work {
  readonly #name: string
  #running = 0
  readonly #idle = Latch.makeUnsafe(true)

  constructor(name: string) {
    this.#name = name
  }

  get isRunning(): boolean {
    return this.#running > 0
  }

  /** Counts an effect as work until it ends. */
  track<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        this.#running++
        this.#idle.closeUnsafe()
      }),
      () => effect,
      () =>
        Effect.sync(() => {
          this.#running--
          if (!this.isRunning) this.#idle.openUnsafe()
        })
    )
  }

  /** Waits until the work has ended, within a limit, and says how much of it has. */
  drain(limitMillis: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      const begun = this.#running
      if (begun === 0) return Effect.void
      // Real time, because the program that ends the process also counts in it.
      const deadline = new CallTimeout.Deadline(limitMillis, liveClock)
      return Effect.flatMap(
        deadline.within(this.#idle.await, () => Effect.void),
        () => {
          const cut = this.#running
          const finished = Math.max(0, begun - cut)
          const add = (outcome: string, count: number) =>
            Instruments.add(Instruments.drained, count, { "gatefold.work": this.#name, "gatefold.outcome": outcome })
          return Effect.logInfo(`The backend ends: ${finished} ${this.#name} finished, ${cut} cut off.`).pipe(
            Effect.andThen(add("finished", finished)),
            Effect.andThen(add("cut", cut))
          )
        }
      )
    })
  }
}

const parseMillis = (limit: Duration.Input) => DurationOption.parseMillis("drainTimeout", limit)

/** Work in a scope: that scope is closed after the work has ended, or was cut off. */
export const make = Effect.fnUntraced(function* (
  name: string
): Effect.fn.Return<{ readonly work: Work; readonly scope: Scope.Scope }, InvalidOption, Scope.Scope> {
  const limitMillis = yield* parseMillis(yield* DrainTimeout)
  const scope = yield* Scope.fork(yield* Effect.scope)
  const work = new Work(name)
  // Scopes close in reverse order: first the work may finish, then its scope ends what is left.
  yield* Effect.addFinalizer(() => work.drain(limitMillis))
  return { work, scope }
})

/** A runtime whose effects may finish after it was disposed of. */
export interface Runtime<R> {
  /** Rejects with the error of the effect itself. */
  readonly runPromise: <A, E>(effect: Effect.Effect<A, E, R>) => Promise<A>
  readonly dispose: () => Promise<void>
}

/**
 * A runtime of these services. By itself, one that is disposed of interrupts its effects. With a wrong limit, its
 * effects reject with `InvalidOption`.
 */
export const makeRuntime = <R, E>(
  name: string,
  services: Layer.Layer<R, E>,
  limit: Duration.Input = "10 seconds"
): Runtime<R> => {
  const limitMillis = parseMillis(limit)
  const managed = ManagedRuntime.make(services)
  const work = new Work(name)
  return {
    runPromise: (effect) => managed.runPromise(Effect.andThen(limitMillis, work.track(effect))),
    dispose: async () => {
      if (work.isRunning) {
        await managed.runPromise(Effect.flatMap(limitMillis, (millis) => work.drain(millis))).catch(() => undefined)
      }
      await managed.dispose()
    }
  }
}
