/** The requests in progress. A change of the whole state waits for them or ends them. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { Background } from "../runtime/Background.ts"

/** The requests of one emulator. */
export class Traffic extends Context.Service<
  Traffic,
  {
    /** Answers a request, after a change of the state if there is one; `interrupted` if one begins meanwhile. */
    readonly answer: <E>(request: Effect.Effect<Response, E>, interrupted: () => Response) => Promise<Response>
    /** Runs an effect exclusively: waits for requests in progress, and makes new ones wait. */
    readonly exclusively: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Runs an effect exclusively, like `between`, but interrupts requests in progress. */
    readonly interrupting: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("gatefold/emulator/state/Traffic") {}

const make = Effect.gen(function* () {
  const background = yield* Background
  const turns = yield* Semaphore.make(1)
  // The clock, logger and other references of the layer's context.
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const underWay = new Set<Fiber.Fiber<Response, unknown>>()
  let held: Promise<void> | undefined

  const answer: Traffic["Service"]["answer"] = async (request, interrupted) => {
    if (held !== undefined) return held.then(() => answer(request, interrupted))
    const fiber = runFork(request)
    underWay.add(fiber)
    const exit = await new Promise<Exit.Exit<Response, unknown>>((resolve) => fiber.addObserver(resolve))
    underWay.delete(fiber)
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause)) return interrupted()
    throw Cause.squash(exit.cause)
  }

  const holding =
    (before: Effect.Effect<unknown>) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      turns.withPermits(1)(
        Effect.acquireUseRelease(
          Effect.sync(() => {
            let release = () => {}
            held = new Promise((resolve) => {
              release = resolve
            })
            return release
          }),
          () => Effect.andThen(before, effect),
          (release) =>
            Effect.sync(() => {
              held = undefined
              release()
            })
        )
      )

  const ended = Effect.suspend(() => Fiber.awaitAll([...underWay]))
  const cut = Effect.suspend(() => Fiber.interruptAll([...underWay]))

  return {
    answer,
    exclusively: holding(Effect.andThen(ended, background.settled)),
    // In this order, because requests start work in the background.
    interrupting: (effect) => Effect.uninterruptible(holding(Effect.andThen(cut, background.clear))(effect))
  } satisfies Traffic["Service"]
})

/** No requests yet. */
export const layer: Layer.Layer<Traffic, never, Background> = Layer.effect(Traffic, make)
