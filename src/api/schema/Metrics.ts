/** Figures about a project (docs/protocol/resources.md#metrics). */
import * as Schema from "effect/Schema"
import { ServerUser } from "./User.ts"
import { WireClass } from "./WireStruct.ts"

/** The activity of one day; `date` is `YYYY-MM-DD`. */
export class DailyActivity extends WireClass<DailyActivity>()({ date: Schema.String, activity: Schema.Finite }) {}

/** How many users sign in with a method: `password`, `otp`, `passkey` or a provider id. */
export class LoginMethodCount extends WireClass<LoginMethodCount>()({ method: Schema.String, count: Schema.Finite }) {}

const count = Schema.optionalKey(Schema.Finite)
const daily = Schema.optionalKey(Schema.Array(DailyActivity))
const counts = Schema.optionalKey(Schema.Record(Schema.String, Schema.Finite))

/** Daily activity of all, and of those who are new, came back the next day, or came back after a while. */
export class ActivitySplit extends WireClass<ActivitySplit>()({
  total: daily,
  new: daily,
  retained: daily,
  reactivated: daily
}) {}

/** Users and teams; `mau` counts the users who were active within a month. */
export class AuthOverview extends WireClass<AuthOverview>()({
  verifiedUsers: count,
  unverifiedUsers: count,
  anonymousUsers: count,
  totalTeams: count,
  totalUsersFiltered: count,
  mau: count,
  dailyActiveUsersSplit: Schema.optionalKey(ActivitySplit),
  dailyActiveTeamsSplit: Schema.optionalKey(ActivitySplit)
}) {}

/** Mails; rates are percentages. */
export class EmailOverview extends WireClass<EmailOverview>()({
  totalEmails: count,
  emailsSent: count,
  emailsByStatus: counts,
  deliverabilityStatus: counts,
  deliverabilityRate: count,
  bounceRate: count,
  clickRate: count,
  dailyEmails: daily,
  dailyEmailsByStatus: Schema.optionalKey(Schema.Array(Schema.Json)),
  recentEmails: Schema.optionalKey(Schema.Array(Schema.Json))
}) {}

/** Purchases; money is in hundredths of the currency. */
export class PaymentsOverview extends WireClass<PaymentsOverview>()({
  activeSubscriptionCount: count,
  subscriptionsByStatus: counts,
  dailySubscriptions: daily,
  totalOneTimePurchases: count,
  totalOrders: count,
  revenueCents: count,
  mrrCents: count,
  checkoutConversionRate: count
}) {}

/** Visits to the app's pages; money is in hundredths of the currency. */
export class AnalyticsOverview extends WireClass<AnalyticsOverview>()({
  visitors: count,
  onlineLive: count,
  avgSessionSeconds: count,
  dailyVisitors: daily,
  dailyPageViews: daily,
  dailyClicks: daily,
  totalReplays: count,
  recentReplays: count,
  revenuePerVisitor: count,
  totalRevenueCents: count,
  dailyRevenue: Schema.optionalKey(Schema.Array(Schema.Json)),
  topReferrers: Schema.optionalKey(Schema.Array(Schema.Json)),
  topRegion: Schema.optionalKey(Schema.Json)
}) {}

/**
 * Figures about a project; the daily ones cover today and the 30 days before, oldest first. The overviews and
 * their fields are absent if the service does not send them; that of 2025-06 sends none.
 */
export class Metrics extends WireClass<Metrics>()({
  totalUsers: Schema.Finite,
  dailyUsers: Schema.Array(DailyActivity),
  dailyActiveUsers: Schema.Array(DailyActivity),
  usersByCountry: Schema.Record(Schema.String, Schema.Finite),
  recentlyRegistered: Schema.Array(ServerUser),
  recentlyActive: Schema.Array(ServerUser),
  loginMethods: Schema.Array(LoginMethodCount),
  authOverview: Schema.optionalKey(AuthOverview),
  emailOverview: Schema.optionalKey(EmailOverview),
  paymentsOverview: Schema.optionalKey(PaymentsOverview),
  analyticsOverview: Schema.optionalKey(AnalyticsOverview)
}) {}
