/** Work in the background, which neither delays an answer nor shows in its timing. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import { logFailure } from "../errors/FailureLog.ts"
import { isOrphaned } from "../storage/DatabaseError.ts"

export class Background extends Context.Service<
  Background,
  {
    /** Starts work that does not wait for a time. */
    readonly run: <E, R>(effect: Effect.Effect<void, E, R>) => Effect.Effect<void, never, R>
    /** Schedules work that waits for a time. Its record is stored elsewhere, so that it can restart. */
    readonly schedule: <E, R>(effect: Effect.Effect<void, E, R>) => Effect.Effect<void, never, R>
    /** Marks scheduled work as running, so that `settled` waits for it. */
    readonly runDue: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    readonly settled: Effect.Effect<void>
    readonly clear: Effect.Effect<void>
  }
>()("gatefold/emulator/background/Background") {}

/** Ends work if its subject was removed meanwhile, such as the project of a mail. */
export const ignoreIfOrphaned = <E, R>(effect: Effect.Effect<void, E, R>): Effect.Effect<void, E, R> =>
  Effect.catchCause(effect, (cause) =>
    isOrphaned(cause) ? Effect.logDebug("Background work ended: what it was for was removed") : Effect.failCause(cause)
  )

const make = Effect.gen(function* () {
  const running = yield* FiberSet.make()
  const scheduled = yield* FiberSet.make()
  const forkIn =
    (fibers: FiberSet.FiberSet) =>
    <E, R>(effect: Effect.Effect<void, E, R>) =>
      Effect.asVoid(
        FiberSet.run(
          fibers,
          Effect.catchCause(ignoreIfOrphaned(effect), (cause) =>
            logFailure("Background work of the emulator failed", cause)
          ),
          // After the answer.
          { startImmediately: false }
        )
      )
  return Background.of({
    run: forkIn(running),
    schedule: forkIn(scheduled),
    runDue: (effect) =>
      Effect.withFiber((fiber) => {
        FiberSet.addUnsafe(running, fiber)
        return effect
      }),
    settled: FiberSet.awaitEmpty(running),
    clear: Effect.andThen(FiberSet.clear(scheduled), FiberSet.clear(running))
  })
})

/** Fibers in the emulator's scope; failures are logged. */
export const layer: Layer.Layer<Background> = Layer.effect(Background, make)
