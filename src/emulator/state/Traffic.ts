/** The requests in progress. A change of the whole state waits for them or ends them. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { Background } from "../background/Background.ts"

export class Traffic extends Context.Service<
  Traffic,
  {
    /**
     * Answers a request, after a change of the state if there is one; `interrupted` if one begins meanwhile. The work
     * continues if the caller is interrupted.
     */
    readonly answer: <E>(request: Effect.Effect<Response, E>, interrupted: () => Response) => Effect.Effect<Response, E>
    /** Runs an effect exclusively: waits for requests in progress, and makes new ones wait. */
    readonly runExclusively: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Runs an effect exclusively, like `runExclusively`, but interrupts requests in progress. */
    readonly runInterrupting: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("gatefold/emulator/state/Traffic") {}

const make = Effect.gen(function* () {
  const background = yield* Background
  const mutex = yield* Semaphore.make(1)
  /** Closed while the state changes. */
  const gate = yield* Latch.make(true)
  const underWay = yield* FiberSet.make()

  const answer: Traffic["Service"]["answer"] = (request, interrupted) =>
    // One step, so that no change begins between the look at the gate and the start of the request.
    Effect.withFiber(({ context }) => {
      if (!gate.isOpen()) return Effect.andThen(gate.await, answer(request, interrupted))
      const fiber = Effect.runForkWith(context)(request)
      FiberSet.addUnsafe(underWay, fiber)
      return Effect.flatMap(Fiber.await(fiber), (exit) =>
        Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Effect.sync(interrupted) : exit
      )
    })

  const holdWhile =
    (before: Effect.Effect<unknown>) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      mutex.withPermit(
        Effect.acquireUseRelease(
          gate.close,
          () => Effect.andThen(before, effect),
          () => gate.open
        )
      )

  return {
    answer,
    runExclusively: holdWhile(Effect.andThen(FiberSet.awaitEmpty(underWay), background.settled)),
    // In this order, because requests start work in the background.
    runInterrupting: (effect) =>
      Effect.uninterruptible(holdWhile(Effect.andThen(FiberSet.clear(underWay), background.clear))(effect))
  } satisfies Traffic["Service"]
})

/** Starts without requests. */
export const layer: Layer.Layer<Traffic, never, Background> = Layer.effect(Traffic, make)
