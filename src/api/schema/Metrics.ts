/**
 * Figures about a project (docs/protocol/resources.md#metrics).
 */
import * as Schema from "effect/Schema"
import { ServerUser } from "./User.ts"
import { WireStruct } from "./WireStruct.ts"

/** The activity of one day; `date` is `YYYY-MM-DD`. */
export const DailyActivity = WireStruct({ date: Schema.String, activity: Schema.Finite })
/** The activity of one day; `date` is `YYYY-MM-DD`. */
export interface DailyActivity extends Schema.Schema.Type<typeof DailyActivity> {}

/** How many users sign in with a method: `password`, `otp`, `passkey` or a provider id. */
export const LoginMethodCount = WireStruct({ method: Schema.String, count: Schema.Finite })
/** How many users sign in with a method. */
export interface LoginMethodCount extends Schema.Schema.Type<typeof LoginMethodCount> {}

const count = Schema.optionalKey(Schema.Finite)
const daily = Schema.optionalKey(Schema.Array(DailyActivity))
const counts = Schema.optionalKey(Schema.Record(Schema.String, Schema.Finite))

/** Daily activity of all, and of those who are new, came back the next day, or came back after a while. */
export const ActivitySplit = WireStruct({ total: daily, new: daily, retained: daily, reactivated: daily })
/** Daily activity of all, and of those who are new, came back the next day, or came back after a while. */
export interface ActivitySplit extends Schema.Schema.Type<typeof ActivitySplit> {}

/** Users and teams; `mau` counts the users who were active within a month. */
export const AuthOverview = WireStruct({
  verifiedUsers: count,
  unverifiedUsers: count,
  anonymousUsers: count,
  totalTeams: count,
  totalUsersFiltered: count,
  mau: count,
  dailyActiveUsersSplit: Schema.optionalKey(ActivitySplit),
  dailyActiveTeamsSplit: Schema.optionalKey(ActivitySplit)
})
/** Users and teams. */
export interface AuthOverview extends Schema.Schema.Type<typeof AuthOverview> {}

/** Mails; rates are percentages. */
export const EmailOverview = WireStruct({
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
})
/** Mails. */
export interface EmailOverview extends Schema.Schema.Type<typeof EmailOverview> {}

/** Purchases; money is in hundredths of the currency. */
export const PaymentsOverview = WireStruct({
  activeSubscriptionCount: count,
  subscriptionsByStatus: counts,
  dailySubscriptions: daily,
  totalOneTimePurchases: count,
  totalOrders: count,
  revenueCents: count,
  mrrCents: count,
  checkoutConversionRate: count
})
/** Purchases. */
export interface PaymentsOverview extends Schema.Schema.Type<typeof PaymentsOverview> {}

/** Visits to the app's pages; money is in hundredths of the currency. */
export const AnalyticsOverview = WireStruct({
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
})
/** Visits to the app's pages. */
export interface AnalyticsOverview extends Schema.Schema.Type<typeof AnalyticsOverview> {}

/**
 * Figures about a project; the daily ones cover today and the 30 days before, oldest first. The overviews, and what
 * is in them, are there as far as the service tells them; that of 2025-06 has none.
 */
export const Metrics = WireStruct({
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
})
/** Figures about a project. */
export interface Metrics extends Schema.Schema.Type<typeof Metrics> {}
