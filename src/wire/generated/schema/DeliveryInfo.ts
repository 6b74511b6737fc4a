/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { DeliveryCapacity, DeliveryInfo, DeliveryStats } from "../../../api/schema/DeliveryInfo.ts"
import * as R from "../../Runtime.ts"

export const decodeDeliveryStats = R.struct((o): DeliveryStats => ({
  sent: R.finite(o.sent, "sent"),
  bounced: R.finite(o.bounced, "bounced"),
  markedAsSpam: R.finite(o.marked_as_spam, "marked_as_spam")
}))

const decodeDeliveryInfoStats = R.struct((o) => ({
  hour: decodeDeliveryStats(o.hour, "hour"),
  day: decodeDeliveryStats(o.day, "day"),
  week: decodeDeliveryStats(o.week, "week"),
  month: decodeDeliveryStats(o.month, "month")
}))

export const decodeDeliveryCapacity = R.struct((o): DeliveryCapacity => ({
  ratePerSecond: R.finite(o.rate_per_second, "rate_per_second"),
  boostMultiplier: R.finite(o.boost_multiplier, "boost_multiplier"),
  penaltyFactor: R.finite(o.penalty_factor, "penalty_factor"),
  isBoostActive: R.boolean(o.is_boost_active, "is_boost_active"),
  boostExpiresAt: R.nullable(o.boost_expires_at, "boost_expires_at", R.dateOfText)
}))

export const decodeDeliveryInfo = R.struct((o): DeliveryInfo => ({
  stats: decodeDeliveryInfoStats(o.stats, "stats"),
  capacity: decodeDeliveryCapacity(o.capacity, "capacity")
}))
