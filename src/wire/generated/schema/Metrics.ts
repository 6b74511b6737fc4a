/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type {
  ActivitySplit,
  AnalyticsOverview,
  AuthOverview,
  DailyActivity,
  EmailOverview,
  LoginMethodCount,
  Metrics,
  PaymentsOverview
} from "../../../api/schema/Metrics.ts"
import * as R from "../../Runtime.ts"
import { decodeServerUser } from "./User.ts"

export const decodeDailyActivity = R.struct((o): DailyActivity => ({
  date: R.string(o.date, "date"),
  activity: R.finite(o.activity, "activity")
}))

const decodeMetricsDailyUsers = R.list(decodeDailyActivity)

const decodeMetricsUsersByCountry = R.record(R.finite)

const decodeMetricsRecentlyRegistered = R.list(decodeServerUser)

export const decodeLoginMethodCount = R.struct((o): LoginMethodCount => ({
  method: R.string(o.method, "method"),
  count: R.finite(o.count, "count")
}))

const decodeMetricsLoginMethods = R.list(decodeLoginMethodCount)

export const decodeActivitySplit = R.struct((o): ActivitySplit => {
  const a: R.Mutable<ActivitySplit> = {}
  if (o.total !== undefined) a.total = decodeMetricsDailyUsers(o.total, "total")
  if (o.new !== undefined) a.new = decodeMetricsDailyUsers(o.new, "new")
  if (o.retained !== undefined) a.retained = decodeMetricsDailyUsers(o.retained, "retained")
  if (o.reactivated !== undefined) a.reactivated = decodeMetricsDailyUsers(o.reactivated, "reactivated")
  return a
})

export const decodeAuthOverview = R.struct((o): AuthOverview => {
  const a: R.Mutable<AuthOverview> = {}
  if (o.verified_users !== undefined) a.verifiedUsers = R.finite(o.verified_users, "verified_users")
  if (o.unverified_users !== undefined) a.unverifiedUsers = R.finite(o.unverified_users, "unverified_users")
  if (o.anonymous_users !== undefined) a.anonymousUsers = R.finite(o.anonymous_users, "anonymous_users")
  if (o.total_teams !== undefined) a.totalTeams = R.finite(o.total_teams, "total_teams")
  if (o.total_users_filtered !== undefined)
    a.totalUsersFiltered = R.finite(o.total_users_filtered, "total_users_filtered")
  if (o.mau !== undefined) a.mau = R.finite(o.mau, "mau")
  if (o.daily_active_users_split !== undefined)
    a.dailyActiveUsersSplit = decodeActivitySplit(o.daily_active_users_split, "daily_active_users_split")
  if (o.daily_active_teams_split !== undefined)
    a.dailyActiveTeamsSplit = decodeActivitySplit(o.daily_active_teams_split, "daily_active_teams_split")
  return a
})

const decodeEmailOverviewDailyEmailsByStatus = R.list(R.json)

export const decodeEmailOverview = R.struct((o): EmailOverview => {
  const a: R.Mutable<EmailOverview> = {}
  if (o.total_emails !== undefined) a.totalEmails = R.finite(o.total_emails, "total_emails")
  if (o.emails_sent !== undefined) a.emailsSent = R.finite(o.emails_sent, "emails_sent")
  if (o.emails_by_status !== undefined)
    a.emailsByStatus = decodeMetricsUsersByCountry(o.emails_by_status, "emails_by_status")
  if (o.deliverability_status !== undefined)
    a.deliverabilityStatus = decodeMetricsUsersByCountry(o.deliverability_status, "deliverability_status")
  if (o.deliverability_rate !== undefined) a.deliverabilityRate = R.finite(o.deliverability_rate, "deliverability_rate")
  if (o.bounce_rate !== undefined) a.bounceRate = R.finite(o.bounce_rate, "bounce_rate")
  if (o.click_rate !== undefined) a.clickRate = R.finite(o.click_rate, "click_rate")
  if (o.daily_emails !== undefined) a.dailyEmails = decodeMetricsDailyUsers(o.daily_emails, "daily_emails")
  if (o.daily_emails_by_status !== undefined)
    a.dailyEmailsByStatus = decodeEmailOverviewDailyEmailsByStatus(o.daily_emails_by_status, "daily_emails_by_status")
  if (o.recent_emails !== undefined)
    a.recentEmails = decodeEmailOverviewDailyEmailsByStatus(o.recent_emails, "recent_emails")
  return a
})

export const decodePaymentsOverview = R.struct((o): PaymentsOverview => {
  const a: R.Mutable<PaymentsOverview> = {}
  if (o.active_subscription_count !== undefined)
    a.activeSubscriptionCount = R.finite(o.active_subscription_count, "active_subscription_count")
  if (o.subscriptions_by_status !== undefined)
    a.subscriptionsByStatus = decodeMetricsUsersByCountry(o.subscriptions_by_status, "subscriptions_by_status")
  if (o.daily_subscriptions !== undefined)
    a.dailySubscriptions = decodeMetricsDailyUsers(o.daily_subscriptions, "daily_subscriptions")
  if (o.total_one_time_purchases !== undefined)
    a.totalOneTimePurchases = R.finite(o.total_one_time_purchases, "total_one_time_purchases")
  if (o.total_orders !== undefined) a.totalOrders = R.finite(o.total_orders, "total_orders")
  if (o.revenue_cents !== undefined) a.revenueCents = R.finite(o.revenue_cents, "revenue_cents")
  if (o.mrr_cents !== undefined) a.mrrCents = R.finite(o.mrr_cents, "mrr_cents")
  if (o.checkout_conversion_rate !== undefined)
    a.checkoutConversionRate = R.finite(o.checkout_conversion_rate, "checkout_conversion_rate")
  return a
})

export const decodeAnalyticsOverview = R.struct((o): AnalyticsOverview => {
  const a: R.Mutable<AnalyticsOverview> = {}
  if (o.visitors !== undefined) a.visitors = R.finite(o.visitors, "visitors")
  if (o.online_live !== undefined) a.onlineLive = R.finite(o.online_live, "online_live")
  if (o.avg_session_seconds !== undefined) a.avgSessionSeconds = R.finite(o.avg_session_seconds, "avg_session_seconds")
  if (o.daily_visitors !== undefined) a.dailyVisitors = decodeMetricsDailyUsers(o.daily_visitors, "daily_visitors")
  if (o.daily_page_views !== undefined)
    a.dailyPageViews = decodeMetricsDailyUsers(o.daily_page_views, "daily_page_views")
  if (o.daily_clicks !== undefined) a.dailyClicks = decodeMetricsDailyUsers(o.daily_clicks, "daily_clicks")
  if (o.total_replays !== undefined) a.totalReplays = R.finite(o.total_replays, "total_replays")
  if (o.recent_replays !== undefined) a.recentReplays = R.finite(o.recent_replays, "recent_replays")
  if (o.revenue_per_visitor !== undefined) a.revenuePerVisitor = R.finite(o.revenue_per_visitor, "revenue_per_visitor")
  if (o.total_revenue_cents !== undefined) a.totalRevenueCents = R.finite(o.total_revenue_cents, "total_revenue_cents")
  if (o.daily_revenue !== undefined)
    a.dailyRevenue = decodeEmailOverviewDailyEmailsByStatus(o.daily_revenue, "daily_revenue")
  if (o.top_referrers !== undefined)
    a.topReferrers = decodeEmailOverviewDailyEmailsByStatus(o.top_referrers, "top_referrers")
  if (o.top_region !== undefined) a.topRegion = R.json(o.top_region, "top_region")
  return a
})

export const decodeMetrics = R.struct((o): Metrics => {
  const a: R.Mutable<Metrics> = {
    totalUsers: R.finite(o.total_users, "total_users"),
    dailyUsers: decodeMetricsDailyUsers(o.daily_users, "daily_users"),
    dailyActiveUsers: decodeMetricsDailyUsers(o.daily_active_users, "daily_active_users"),
    usersByCountry: decodeMetricsUsersByCountry(o.users_by_country, "users_by_country"),
    recentlyRegistered: decodeMetricsRecentlyRegistered(o.recently_registered, "recently_registered"),
    recentlyActive: decodeMetricsRecentlyRegistered(o.recently_active, "recently_active"),
    loginMethods: decodeMetricsLoginMethods(o.login_methods, "login_methods")
  }
  if (o.auth_overview !== undefined) a.authOverview = decodeAuthOverview(o.auth_overview, "auth_overview")
  if (o.email_overview !== undefined) a.emailOverview = decodeEmailOverview(o.email_overview, "email_overview")
  if (o.payments_overview !== undefined)
    a.paymentsOverview = decodePaymentsOverview(o.payments_overview, "payments_overview")
  if (o.analytics_overview !== undefined)
    a.analyticsOverview = decodeAnalyticsOverview(o.analytics_overview, "analytics_overview")
  return a
})
