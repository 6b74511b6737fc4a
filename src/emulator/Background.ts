/** Work in the background, which neither delays an answer nor shows in its timing. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isOrphaned } from "./storage/DatabaseError.ts"
import { logFailure } from "./storage/FailureLog.ts"

/** Runs effects in the background, until the emulator ends. */
export class Background extends Context.Service<
  Background,
  {
    readonly run: <E, R>(effect: Effect.Effect<void, E, R>) => Effect.Effect<void, never, R>
  }
>()("gatefold/emulator/Background") {}

/** Ends work when what it is for was removed meanwhile, such as the project whose mail is being sent. */
export const whileThere = <E, R>(effect: Effect.Effect<void, E, R>): Effect.Effect<void, E, R> =>
  Effect.catchCause(effect, (cause) =>
    isOrphaned(cause) ? Effect.logDebug("Background work ended: what it was for was removed") : Effect.failCause(cause)
  )

/** Fibers in the emulator's scope; failures are logged. */
export const layer: Layer.Layer<Background> = Layer.effect(
  Background,
  Effect.map(Effect.scope, (scope) => ({
    run: (effect) =>
      Effect.asVoid(
        Effect.forkIn(
          Effect.catchCause(whileThere(effect), (cause) => logFailure("Background work of the emulator failed", cause)),
          scope
        )
      )
  }))
)
