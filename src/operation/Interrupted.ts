/**
 * The error of promises and hooks for an interrupted operation.
 */
import { TaggedError } from "../domain/TaggedError.ts"

/**
 * An operation was interrupted: its component was unmounted, or another sign-in or a sign-out came after it
 * (docs/protocol/session.md#order-of-sign-ins).
 */
export class Interrupted extends TaggedError("Interrupted")<{}> {
  override readonly message = "Interrupted"
}
