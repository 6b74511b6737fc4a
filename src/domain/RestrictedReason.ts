/**
 * Why a user is restricted: somebody who is signed in, but may not do what other users may before something is done
 * about the reason. Only the current service has such users.
 */
import * as Schema from "effect/Schema"
import { OpenEnum } from "./OpenEnum.ts"

/**
 * Why a user is restricted: `anonymous` is a guest, `email_not_verified` has to verify the primary address because the
 * project asks for it, `restricted_by_administrator` has to be released by one. There may be more.
 */
export const RestrictedReason = Schema.Struct({
  type: OpenEnum(["anonymous", "email_not_verified", "restricted_by_administrator"])
})
/** Why a user is restricted. */
export interface RestrictedReason extends Schema.Schema.Type<typeof RestrictedReason> {}
