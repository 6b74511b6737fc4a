/** How many mails of a project were sent, and how fast they can be (docs/protocol/resources.md#mails). */
import * as Schema from "effect/Schema"
import { WireClass, WireStruct } from "./WireStruct.ts"

/** The delivery results of the mails of a period. */
export class DeliveryStats extends WireClass<DeliveryStats>()({
  sent: Schema.Finite,
  bounced: Schema.Finite,
  markedAsSpam: Schema.Finite
}) {}

/** How fast mails can be sent. */
export class DeliveryCapacity extends WireClass<DeliveryCapacity>()({
  ratePerSecond: Schema.Finite,
  /** The factor of a boost on the rate; 1 without a boost. */
  boostMultiplier: Schema.Finite,
  /** The factor of many bounces on the rate; 1 without bounces. */
  penaltyFactor: Schema.Finite,
  isBoostActive: Schema.Boolean,
  boostExpiresAt: Schema.NullOr(Schema.DateFromString)
}) {}

/** The mails of the last hour, 24 hours, 7 days and 30 days, and the capacity for more. */
export class DeliveryInfo extends WireClass<DeliveryInfo>()({
  stats: WireStruct({ hour: DeliveryStats, day: DeliveryStats, week: DeliveryStats, month: DeliveryStats }),
  capacity: DeliveryCapacity
}) {}
