/** Contact channels, the addresses of a user (docs/protocol/resources.md#contact-channels). */
import * as Schema from "effect/Schema"
import { ContactChannelId, UserId } from "./Ids.ts"
import { OpenEnum } from "./OpenEnum.ts"
import { WireClass } from "./WireStruct.ts"

/** An address of a user; at most one per type is primary. */
export class ContactChannel extends WireClass<ContactChannel>()({
  id: ContactChannelId,
  userId: UserId,
  type: OpenEnum(["email"]),
  value: Schema.String,
  isPrimary: Schema.Boolean,
  isVerified: Schema.Boolean,
  usedForAuth: Schema.Boolean
}) {}
