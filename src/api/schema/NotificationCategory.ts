/** Categories of mails, and whether a user wants them (docs/protocol/resources.md#mails). */
import * as Schema from "effect/Schema"
import { NotificationCategoryId } from "./Ids.ts"
import { WireClass } from "./WireStruct.ts"

/** A category of mails as it is for one user. */
export class NotificationCategory extends WireClass<NotificationCategory>()(
  {
    id: NotificationCategoryId,
    name: Schema.String,
    /** Whether the user gets mails of this category. */
    enabled: Schema.Boolean,
    /** Whether the user may do without them. */
    canDisable: Schema.Boolean
  },
  { id: "notification_category_id", name: "notification_category_name" }
) {}
