/**
 * What stands in the way of verifying a primary address (docs/protocol/errors.md#addresses-that-cannot-be-verified).
 */
import type { UserId } from "./Ids.ts"
import { TaggedError } from "./TaggedError.ts"

/** The user has no primary address that could be verified. Nothing was sent. */
export class NoPrimaryEmail extends TaggedError("NoPrimaryEmail")<{ readonly userId: UserId }> {
  override get message() {
    return "The user has no primary e-mail address: there is no such user, or it has to be given one first"
  }
}
