/** The error with which promises reject and hooks fail if an operation is interrupted. */
import { TaggedError } from "../domain/errors/TaggedError.ts"

/**
 * An operation was interrupted: its component was unmounted, or another sign-in or a sign-out came after it
 * (docs/protocol/session.md#order-of-sign-ins).
 */
export class Interrupted extends TaggedError("Interrupted")<{}> {
  override readonly message = "Interrupted"
}
