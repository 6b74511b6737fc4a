/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { ContactChannel } from "../../../api/schema/ContactChannel.ts"
import type { ContactChannelId, UserId } from "../../../api/schema/Ids.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

export const decodeContactChannel = R.struct((o): ContactChannel => ({
  id: pathSegment<ContactChannelId>(o.id, "id"),
  userId: pathSegment<UserId>(o.user_id, "user_id"),
  type: R.string(o.type, "type"),
  value: R.string(o.value, "value"),
  isPrimary: R.boolean(o.is_primary, "is_primary"),
  isVerified: R.boolean(o.is_verified, "is_verified"),
  usedForAuth: R.boolean(o.used_for_auth, "used_for_auth")
}))
