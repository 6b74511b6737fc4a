/**
 * Why a primary address cannot be verified (docs/protocol/errors.md#addresses-that-cannot-be-verified).
 */
import type { UserId } from "../Ids.ts"
import { TaggedError } from "./TaggedError.ts"

/** The user has no primary address that could be verified. Nothing was sent. */
export class NoPrimaryEmail extends TaggedError("NoPrimaryEmail")<{ readonly userId: UserId }> {
  override get message() {
    return "The user does not exist or has no primary email address: check the user ID, or add an address first"
  }
}
