/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { NotificationCategoryId } from "../../../api/schema/Ids.ts"
import type { NotificationCategory } from "../../../api/schema/NotificationCategory.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

export const decodeNotificationCategory = R.struct((o): NotificationCategory => ({
  id: pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id"),
  name: R.string(o.notification_category_name, "notification_category_name"),
  enabled: R.boolean(o.enabled, "enabled"),
  canDisable: R.boolean(o.can_disable, "can_disable")
}))
