/** Sessions and their refresh tokens (docs/protocol/tokens.md#refresh-tokens). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { RefreshTokenNotFoundOrExpired } from "../../domain/errors/Session.ts"
import type { ProjectId, SessionId, UserId } from "../../domain/Ids.ts"
import { dayMillis } from "../../domain/Time.ts"
import { Trace, traceProject } from "../background/Trace.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Projects from "../projects/Projects.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import { AccessTokens } from "./AccessTokens.ts"
import { getRestrictedReason } from "./UserRow.ts"
import * as Users from "./Users.ts"

/** A stored session; of the refresh token only a hash is stored. */
export interface SessionRow {
  readonly id: string
  readonly project_id: ProjectId
  readonly user_id: UserId
  readonly is_impersonation: number
  /** The agent whose session it is. */
  readonly agent_name: string | null
  readonly created_at: number
  readonly expires_at: number
  readonly last_used_at: number | null
  readonly last_used_ip: string | null
}

export interface SessionTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly sessionId: SessionId
}

/** The default lifetime, one year. */
export const defaultLifetimeMillis = 31_536_000_000

/** Issuing an access token counts as activity of the session and the user. */
const issue = Effect.fnUntraced(function* (
  session: {
    readonly projectId: ProjectId
    readonly userId: UserId
    readonly sessionId: SessionId
  },
  ip: string | undefined
) {
  yield* traceProject(session.projectId)
  const project = yield* Projects.find(session.projectId)
  const user = yield* Users.find(session.projectId, session.userId)
  if (project === undefined || user === undefined) return yield* new RefreshTokenNotFoundOrExpired()
  const now = yield* Clock.currentTimeMillis
  yield* Database.run(sql`UPDATE sessions SET last_used_at = ${now}, last_used_ip = ${ip ?? null}
    WHERE id = ${session.sessionId}`)
  yield* Database.run(sql`UPDATE users SET last_active_at = ${now} WHERE id = ${session.userId}`)
  yield* Database.run(sql`INSERT OR IGNORE INTO active_days (project_id, day, user_id)
    SELECT project_id, ${Math.floor(now / dayMillis)}, id FROM users WHERE id = ${session.userId}`)
  const restrictedReason = getRestrictedReason(user, project.config)
  const accessTokens = yield* AccessTokens
  return yield* accessTokens.issue({ user, sessionId: session.sessionId, restrictedReason })
})

export const create = Effect.fnUntraced(function* (options: {
  readonly projectId: ProjectId
  readonly userId: UserId
  readonly expiresInMillis?: number | undefined
  readonly isImpersonation?: boolean | undefined
  readonly agentName?: string | undefined
  readonly ip?: string | undefined
}) {
  const { agentName = null, expiresInMillis = defaultLifetimeMillis, isImpersonation = false } = options
  const { ip, projectId, userId } = options
  const now = yield* Clock.currentTimeMillis
  const { token, uuid } = yield* Randomness
  const sessionId = uuid()
  const refreshToken = token()
  yield* Database.insert("sessions", {
    id: sessionId,
    project_id: projectId,
    user_id: userId,
    refresh_token_hash: sha256(refreshToken),
    is_impersonation: isImpersonation,
    agent_name: agentName,
    created_at: now,
    expires_at: now + Math.floor(expiresInMillis)
  })
  // The user exists, because of the foreign key.
  const accessToken = yield* Effect.orDie(issue({ projectId, userId, sessionId }, ip))
  const trace = yield* Trace
  if (trace !== undefined) trace.session = { id: sessionId, userId }
  const tokens: SessionTokens = { accessToken, refreshToken, sessionId }
  return tokens
})

export const findByRefreshToken = Effect.fnUntraced(function* (projectId: ProjectId, refreshToken: string) {
  const row = yield* Database.first(sql<SessionRow>`SELECT * FROM sessions
    WHERE refresh_token_hash = ${sha256(refreshToken)} AND project_id = ${projectId}`)
  return row === undefined || row.expires_at <= (yield* Clock.currentTimeMillis) ? undefined : row
})

/** A new access token for a valid refresh token of the project. */
export const refresh = Effect.fnUntraced(function* ({
  ip,
  projectId,
  refreshToken
}: {
  readonly projectId: ProjectId
  readonly refreshToken: string
  readonly ip?: string | undefined
}) {
  const row = yield* findByRefreshToken(projectId, refreshToken)
  if (row === undefined) return yield* new RefreshTokenNotFoundOrExpired()
  return yield* issue({ projectId, userId: row.user_id, sessionId: row.id }, ip)
})

/** The sessions of a user, newest first, including expired ones, like the service. */
export const list = (projectId: ProjectId, userId: UserId) =>
  Database.all(sql<SessionRow>`SELECT * FROM sessions
    WHERE project_id = ${projectId} AND user_id = ${userId} ORDER BY created_at DESC, rowid DESC`)

export const find = (projectId: ProjectId, id: string) =>
  Database.first(sql<SessionRow>`SELECT * FROM sessions WHERE project_id = ${projectId} AND id = ${id}`)

/** Ends a session, and returns whether there was one. */
export const remove = (projectId: ProjectId, id: string) =>
  Database.exists(sql`DELETE FROM sessions WHERE project_id = ${projectId} AND id = ${id} RETURNING id`)

/** Ends all sessions of a user except the one of the given refresh token. */
export const removeAll = (userId: UserId, exceptRefreshToken?: string) =>
  Database.run(
    exceptRefreshToken === undefined
      ? sql`DELETE FROM sessions WHERE user_id = ${userId}`
      : sql`DELETE FROM sessions WHERE user_id = ${userId} AND refresh_token_hash <> ${sha256(exceptRefreshToken)}`
  )
