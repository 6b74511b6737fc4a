/** Figures about a project, from the database (docs/protocol/resources.md#metrics). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { DailyActivity, Metrics as Figures } from "../../api/schema/Metrics.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { dayMillis } from "../../domain/Time.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import * as MetricsOverviews from "./internal/MetricsOverviews.ts"

/** The figures of a project; users are named by their ids. */
export interface ProjectFigures extends Omit<Figures, "recentlyRegistered" | "recentlyActive"> {
  readonly recentlyRegistered: ReadonlyArray<string>
  readonly recentlyActive: ReadonlyArray<string>
}

const dayCount = 31
const maxRecent = 5

interface Count {
  readonly day: number
  readonly count: number
}

const formatDate = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10)

const listLastDays = (today: number): ReadonlyArray<number> =>
  Array.from({ length: dayCount }, (_, index) => today - dayCount + 1 + index)

/** One entry for each day up to today, oldest first. */
const fillDays = (today: number, counts: ReadonlyArray<Count>): ReadonlyArray<DailyActivity> => {
  const byDay = new Map(counts.map(({ count, day }) => [day, count]))
  return listLastDays(today).map((day) => ({ date: formatDate(day), activity: byDay.get(day) ?? 0 }))
}

// Numbers are bound as floating point, and days must be integers.
const days = sql.literal(String(dayMillis))

// Every access token also records an active day.
const hasToken = sql.literal("AND EXISTS (SELECT 1 FROM active_days a WHERE a.user_id = users.id)")

const listRecentUsers = (
  projectId: ProjectId,
  column: "signed_up_at" | "last_active_at",
  condition = sql.literal("")
) =>
  Effect.map(
    Database.all(sql<{ id: string }>`SELECT id FROM users WHERE project_id = ${projectId}
      ${condition} ORDER BY ${sql.literal(column)} DESC, rowid DESC LIMIT ${maxRecent}`),
    (rows) => rows.map(({ id }) => id)
  )

/**
 * The figures of a project, with days in UTC. The current service adds overviews, and counts users among the recently
 * active ones who never had an access token.
 */
export const compute = Effect.fnUntraced(function* (
  projectId: ProjectId,
  { isCurrent }: { readonly isCurrent: boolean }
) {
  const today = Math.floor((yield* Clock.currentTimeMillis) / dayMillis)
  const since = today - dayCount + 1
  const total = yield* Database.first(
    sql<{ count: number }>`SELECT count(*) AS count FROM users WHERE project_id = ${projectId}`
  )
  const signedUp = yield* Database.all(sql<Count>`SELECT signed_up_at / ${days} AS day, count(*) AS count
    FROM users WHERE project_id = ${projectId} AND signed_up_at >= ${since * dayMillis} GROUP BY 1`)
  const active = yield* Database.all(sql<Count>`SELECT day, count(*) AS count FROM active_days
    WHERE project_id = ${projectId} AND day >= ${since} GROUP BY day`)
  const loginMethods = yield* Database.all(sql<{ method: string; count: number }>`
    SELECT method, count(*) AS count FROM (
      SELECT 'password' AS method FROM users WHERE project_id = ${projectId} AND password_hash IS NOT NULL
      UNION ALL SELECT 'otp' FROM users WHERE project_id = ${projectId} AND otp_auth_enabled = 1
      UNION ALL SELECT 'passkey' FROM passkeys WHERE project_id = ${projectId}
      UNION ALL SELECT provider_id FROM provider_accounts WHERE project_id = ${projectId} AND allow_sign_in = 1
    ) GROUP BY method ORDER BY count DESC, method`)
  const overviews = isCurrent ? yield* MetricsOverviews.make(projectId, { all: listLastDays(today), formatDate }) : {}
  return {
    ...overviews,
    totalUsers: total?.count ?? 0,
    dailyUsers: fillDays(today, signedUp),
    dailyActiveUsers: fillDays(today, active),
    // The emulator cannot locate addresses.
    usersByCountry: {},
    recentlyRegistered: yield* listRecentUsers(projectId, "signed_up_at"),
    recentlyActive: yield* listRecentUsers(projectId, "last_active_at", isCurrent ? undefined : hasToken),
    loginMethods: loginMethods.map(({ count, method }) => ({ method, count }))
  }
})
