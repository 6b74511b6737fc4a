/** Sessions and their refresh tokens (docs/protocol/tokens.md#refresh-tokens). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { RefreshTokenNotFoundOrExpired } from "../../domain/errors/Session.ts"
import type { ProjectId, SessionId, UserId } from "../../domain/Ids.ts"
import { dayMillis } from "../../domain/Time.ts"
import { Trace, traceProject } from "../background/Trace.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { Projects } from "../projects/Projects.ts"
import * as Database from "../storage/Database.ts"
import { AccessTokens } from "./AccessTokens.ts"
import { getRestrictedReason } from "./UserRow.ts"
import { Users } from "./Users.ts"

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

export class Sessions extends Context.Service<
  Sessions,
  {
    readonly create: (options: {
      readonly projectId: ProjectId
      readonly userId: UserId
      readonly expiresInMillis?: number | undefined
      readonly isImpersonation?: boolean | undefined
      readonly agentName?: string | undefined
      readonly ip?: string | undefined
    }) => Effect.Effect<SessionTokens>
    /** A new access token for a valid refresh token of the project. */
    readonly refresh: (options: {
      readonly projectId: ProjectId
      readonly refreshToken: string
      readonly ip?: string | undefined
    }) => Effect.Effect<string, RefreshTokenNotFoundOrExpired>
    readonly findByRefreshToken: (projectId: ProjectId, refreshToken: string) => Effect.Effect<SessionRow | undefined>
    /** Newest first, including expired ones, like the service. */
    readonly list: (projectId: ProjectId, userId: UserId) => Effect.Effect<ReadonlyArray<SessionRow>>
    readonly find: (projectId: ProjectId, id: string) => Effect.Effect<SessionRow | undefined>
    /** Whether there was such a session. */
    readonly remove: (projectId: ProjectId, id: string) => Effect.Effect<boolean>
    /** Ends all sessions of a user except the one of the given refresh token. */
    readonly removeAll: (userId: UserId, exceptRefreshToken?: string) => Effect.Effect<void>
  }
>()("gatefold/emulator/accounts/Sessions") {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness
  const accessTokens = yield* AccessTokens
  const projects = yield* Projects
  const users = yield* Users

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
    const project = yield* projects.find(session.projectId)
    const user = yield* users.find(session.projectId, session.userId)
    if (project === undefined || user === undefined) return yield* new RefreshTokenNotFoundOrExpired()
    const now = yield* Clock.currentTimeMillis
    yield* Database.run(sql`UPDATE sessions SET last_used_at = ${now}, last_used_ip = ${ip ?? null}
    WHERE id = ${session.sessionId}`)
    yield* Database.run(sql`UPDATE users SET last_active_at = ${now} WHERE id = ${session.userId}`)
    yield* Database.run(sql`INSERT OR IGNORE INTO active_days (project_id, day, user_id)
    SELECT project_id, ${Math.floor(now / dayMillis)}, id FROM users WHERE id = ${session.userId}`)
    const restrictedReason = getRestrictedReason(user, project.config)
    return yield* accessTokens.issue({ user, sessionId: session.sessionId, restrictedReason })
  })

  const findByRefreshToken: Sessions["Service"]["findByRefreshToken"] = Effect.fnUntraced(
    function* (projectId, refreshToken) {
      const row = yield* Database.first(sql<SessionRow>`SELECT * FROM sessions
      WHERE refresh_token_hash = ${sha256(refreshToken)} AND project_id = ${projectId}`)
      return row === undefined || row.expires_at <= (yield* Clock.currentTimeMillis) ? undefined : row
    }
  )

  return Sessions.of({
    create: Effect.fnUntraced(function* ({ agentName, expiresInMillis, ip, isImpersonation, projectId, userId }) {
      const now = yield* Clock.currentTimeMillis
      const sessionId = randomness.uuid()
      const refreshToken = randomness.token()
      yield* Database.insert(sql, "sessions", {
        id: sessionId,
        project_id: projectId,
        user_id: userId,
        refresh_token_hash: sha256(refreshToken),
        is_impersonation: isImpersonation ?? false,
        agent_name: agentName ?? null,
        created_at: now,
        expires_at: now + Math.floor(expiresInMillis ?? defaultLifetimeMillis)
      })
      // The user exists, because of the foreign key.
      const accessToken = yield* Effect.orDie(issue({ projectId, userId, sessionId }, ip))
      const trace = yield* Trace
      if (trace !== undefined) trace.session = { id: sessionId, userId }
      return { accessToken, refreshToken, sessionId }
    }),

    findByRefreshToken,

    refresh: Effect.fnUntraced(function* ({ ip, projectId, refreshToken }) {
      const row = yield* findByRefreshToken(projectId, refreshToken)
      if (row === undefined) return yield* new RefreshTokenNotFoundOrExpired()
      return yield* issue({ projectId, userId: row.user_id, sessionId: row.id }, ip)
    }),

    list: (projectId, userId) =>
      Database.all(sql<SessionRow>`SELECT * FROM sessions
      WHERE project_id = ${projectId} AND user_id = ${userId} ORDER BY created_at DESC, rowid DESC`),

    find: (projectId, id) =>
      Database.first(sql<SessionRow>`SELECT * FROM sessions WHERE project_id = ${projectId} AND id = ${id}`),

    remove: (projectId, id) =>
      Database.exists(sql`DELETE FROM sessions
        WHERE project_id = ${projectId} AND id = ${id} RETURNING id`),

    removeAll: (userId, except) =>
      Database.run(
        except === undefined
          ? sql`DELETE FROM sessions WHERE user_id = ${userId}`
          : sql`DELETE FROM sessions WHERE user_id = ${userId} AND refresh_token_hash <> ${sha256(except)}`
      )
  })
})

/** Keeps sessions in the database, with their refresh tokens as hashes. */
export const layer = Layer.effect(Sessions, make)
