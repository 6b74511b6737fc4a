/** The error with which promises reject and hooks fail if an operation is interrupted. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { TaggedError } from "../domain/errors/TaggedError.ts"

/**
 * An operation was interrupted: its component was unmounted, or another sign-in or a sign-out came after it
 * (docs/protocol/session.md#order-of-sign-ins).
 */
export class Interrupted extends TaggedError("Interrupted")<{}> {
  override readonly message = "Interrupted"
}

/** Fails with {@link Interrupted} if an effect is only interrupted, which is no defect for the caller. */
export const orInterrupted = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Interrupted, R> =>
  Effect.catchCause(effect, (cause): Effect.Effect<never, E | Interrupted> =>
    Cause.hasInterruptsOnly(cause) ? Effect.fail(new Interrupted()) : Effect.failCause(cause)
  )
