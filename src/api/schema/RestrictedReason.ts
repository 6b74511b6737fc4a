/** Why a user is restricted. */
import * as Schema from "effect/Schema"
import { OpenEnum } from "./OpenEnum.ts"

/** Why a user is restricted. */
export class RestrictedReason extends Schema.Opaque<RestrictedReason>()(
  Schema.Struct({
    type: OpenEnum(["anonymous", "email_not_verified", "restricted_by_administrator"])
  })
) {}
