/**
 * What promises and hooks tell of an operation that was interrupted.
 */
import * as Data from "effect/Data"

/**
 * An operation was given up before it ended: the component that began it has
 * gone, or somebody signed in or out while it was signing in (docs/protocol/session.md#order-of-sign-ins).
 */
export class Interrupted extends Data.TaggedError("Interrupted")<{}> {
  override readonly message = "Interrupted"
}
