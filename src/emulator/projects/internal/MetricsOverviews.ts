/** The overviews of the current service. */
import * as Effect from "effect/Effect"
import type { ActivitySplit, DailyActivity } from "../../../api/schema/Metrics.ts"
import type { ProjectId } from "../../../domain/Ids.ts"
import { dayMillis } from "../../../domain/Time.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"

/** The days of the figures, as numbers since 1970, with their names. */
export interface Days {
  readonly all: ReadonlyArray<number>
  readonly formatDate: (day: number) => string
}

/** A user who was active on a day, and the day of sign-up. */
interface Active {
  readonly id: string
  readonly day: number
  readonly since: number
}

/** The number of mails that are named. */
const maxRecent = 10

const toPercent = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100)

/** Splits users of a day into new ones, those of the day before, and those who returned later. */
const splitActivity = ({ all, formatDate }: Days, active: ReadonlyArray<Active>): ActivitySplit => {
  const activeDays = new Set(active.map(({ day, id }) => `${day} ${id}`))
  const classify = ({ day, id, since }: Active) => {
    if (since === day) return "new"
    return activeDays.has(`${day - 1} ${id}`) ? "retained" : "reactivated"
  }
  const count = (is: (user: Active) => boolean): ReadonlyArray<DailyActivity> =>
    all.map((day) => ({
      date: formatDate(day),
      activity: active.filter((user) => user.day === day && is(user)).length
    }))
  return {
    total: count(() => true),
    new: count((user) => classify(user) === "new"),
    retained: count((user) => classify(user) === "retained"),
    reactivated: count((user) => classify(user) === "reactivated")
  }
}

// Numbers are bound as floating point, and days must be integers.
const millis = sql.literal(String(dayMillis))

/** The overviews from the database; figures about payments and visits are zero. */
export const make = Effect.fnUntraced(function* (projectId: ProjectId, days: Days) {
  const first = days.all[0] ?? 0
  const kinds = yield* Database.all(sql<{ name: string; count: number }>`
    SELECT CASE WHEN u.is_anonymous = 1 THEN 'anonymous' WHEN c.is_verified = 1 THEN 'verified' ELSE 'unverified' END
      AS name, count(*) AS count
    FROM users u LEFT JOIN contact_channels c ON c.user_id = u.id AND c.type = 'email' AND c.is_primary = 1
    WHERE u.project_id = ${projectId} GROUP BY 1`)
  const teams = yield* Database.first(
    sql<{ count: number }>`SELECT count(*) AS count FROM teams WHERE project_id = ${projectId}`
  )
  const users = yield* Database.all(sql<Active>`SELECT u.id, a.day, u.signed_up_at / ${millis} AS since
    FROM active_days a JOIN users u ON u.id = a.user_id WHERE a.project_id = ${projectId} AND a.day >= ${first - 1}`)
  const activeTeams = yield* Database.all(sql<Active>`SELECT DISTINCT t.id, a.day, t.created_at / ${millis} AS since
    FROM active_days a JOIN team_memberships m ON m.user_id = a.user_id JOIN teams t ON t.id = m.team_id
    WHERE a.project_id = ${projectId} AND a.day >= ${first - 1}`)
  const mails = yield* Database.all(sql<{ day: number; ok: number; error: number }>`
    SELECT sent_at / ${millis} AS day, sum(error IS NULL) AS ok, sum(error IS NOT NULL) AS error
    FROM sent_emails WHERE project_id = ${projectId} GROUP BY 1`)

  const recent = yield* Database.all(sql<{ id: string; subject: string; error: string | null }>`
    SELECT id, subject, error FROM sent_emails WHERE project_id = ${projectId} ORDER BY sent_at DESC, rowid DESC
    LIMIT ${maxRecent}`)

  const countUsers = (kind: string) => kinds.find(({ name }) => name === kind)?.count ?? 0
  const none = days.all.map((day) => ({ date: days.formatDate(day), activity: 0 }))
  const sent = mails.reduce((sum, mail) => sum + mail.ok, 0)
  const failed = mails.reduce((sum, mail) => sum + mail.error, 0)
  const ofDay = days.all.map((day) => ({ date: days.formatDate(day), ...mails.find((mail) => mail.day === day) }))
  return {
    authOverview: {
      verifiedUsers: countUsers("verified"),
      unverifiedUsers: countUsers("unverified"),
      anonymousUsers: countUsers("anonymous"),
      totalTeams: teams?.count ?? 0,
      totalUsersFiltered: countUsers("verified") + countUsers("unverified"),
      mau: new Set(users.filter(({ day }) => day >= first).map(({ id }) => id)).size,
      dailyActiveUsersSplit: splitActivity(days, users),
      dailyActiveTeamsSplit: splitActivity(days, activeTeams)
    },
    emailOverview: {
      totalEmails: sent + failed,
      emailsSent: sent,
      emailsByStatus: { ...(sent > 0 && { ok: sent }), ...(failed > 0 && { error: failed }) },
      deliverabilityStatus: { delivered: sent, bounced: 0, error: failed, in_progress: 0 },
      deliverabilityRate: toPercent(sent, sent + failed),
      bounceRate: 0,
      clickRate: 0,
      dailyEmails: ofDay.map(({ date, error = 0, ok = 0 }) => ({ date, activity: ok + error })),
      dailyEmailsByStatus: ofDay.map(({ date, error = 0, ok = 0 }) => ({ date, ok, error, in_progress: 0 })),
      recentEmails: recent.map(({ error, ...mail }) => ({ ...mail, status: error === null ? "sent" : "server-error" }))
    },
    paymentsOverview: {
      activeSubscriptionCount: 0,
      subscriptionsByStatus: {},
      dailySubscriptions: none,
      totalOneTimePurchases: 0,
      totalOrders: 0,
      revenueCents: 0,
      mrrCents: 0,
      checkoutConversionRate: 0
    },
    analyticsOverview: {
      visitors: 0,
      onlineLive: 0,
      avgSessionSeconds: 0,
      dailyVisitors: none,
      dailyPageViews: none,
      dailyClicks: none,
      totalReplays: 0,
      recentReplays: 0,
      revenuePerVisitor: 0,
      totalRevenueCents: 0,
      dailyRevenue: days.all.map((day) => ({ date: days.formatDate(day), new_cents: 0, refund_cents: 0 })),
      topReferrers: [],
      topRegion: null
    }
  }
})
