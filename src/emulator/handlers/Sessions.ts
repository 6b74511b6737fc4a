/** Sessions: listing, ending, creating and renewing them (docs/protocol/resources.md#sessions). */
import * as Clock from "effect/Clock"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Redacted from "effect/Redacted"
import type { Session } from "../../api/schema/Session.ts"
import * as Api from "../../api/Sessions.ts"
import {
  AccessTokenExpired,
  CannotDeleteCurrentSession,
  RefreshTokenNotFoundOrExpired
} from "../../domain/errors/Session.ts"
import { resolveUserId } from "../access/Caller.ts"
import { requireUserId, resolveOwnUserId } from "../access/UserAccess.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as Sessions from "../accounts/Sessions.ts"
import type { SessionRow } from "../accounts/Sessions.ts"
import { forbidden, notFound } from "../errors/TextAnswer.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import { Generation } from "../settings/Generation.ts"
import { handle } from "./Route.ts"

/** The emulator does not know the places of addresses. */
const makeGeoInfo = (ip: string) => ({
  ip,
  countryCode: null,
  regionCode: null,
  cityName: null,
  latitude: null,
  longitude: null,
  tzIdentifier: null
})

/** A session without a browser has no place. */
const toSession = (row: SessionRow, currentId: string | undefined, namesAgents: boolean): Session => ({
  id: row.id,
  userId: row.user_id,
  createdAt: new Date(row.created_at),
  isImpersonation: row.is_impersonation === 1,
  ...((namesAgents || row.agent_name !== null) && { agentName: row.agent_name }),
  isCurrentSession: row.id === currentId,
  ...(row.last_used_at !== null && { lastUsedAt: new Date(row.last_used_at) }),
  ...(row.last_used_ip !== null && { geoInfo: makeGeoInfo(row.last_used_ip) })
})

const sessionNotFound = notFound("Session not found.")

const createSession = handle(Api.createSession, function* ({ payload, project }) {
  const userId = yield* resolveUserId(payload.userId)
  yield* requireUserId(userId)
  const tokens = yield* Sessions.create({
    projectId: project.id,
    userId,
    expiresInMillis: payload.expiresInMillis,
    isImpersonation: payload.isImpersonation
  })
  return {
    accessToken: Redacted.make(tokens.accessToken),
    refreshToken: Redacted.make(tokens.refreshToken)
  }
})

const listSessions = handle(Api.listSessions, function* ({ query, level, project, sessionId }) {
  const userId = yield* resolveOwnUserId(query.userId, forbidden("Client can only list sessions for their own user."))
  const rows = yield* Sessions.list(project.id, userId)
  // The service of the recordings, whose projects have no agents, leaves the field out.
  const namesAgents = project.config.agentAuthEnabled
  return rows
    .filter((row) => level === "admin" || row.is_impersonation === 0)
    .map((row) => toSession(row, sessionId, namesAgents))
})

const deleteSession = handle(Api.deleteSession, function* ({ params, query, level, project, sessionId, user }) {
  yield* resolveUserId(query.userId)
  const session = yield* Sessions.find(project.id, params.sessionId)
  if (session === undefined || (level === "client" && session.user_id !== user?.id)) return yield* sessionNotFound
  if (session.id === sessionId) return yield* new CannotDeleteCurrentSession()
  yield* Sessions.remove(project.id, session.id)
})

const deleteCurrentSession = handle(
  Api.deleteCurrentSession,
  function* ({ project, sessionId }) {
    if (sessionId === undefined) {
      const expiredAt = new Date(yield* Clock.currentTimeMillis)
      const currentDetails = (yield* Generation).has("current") && {
        projectId: null,
        userId: null,
        refreshTokenId: null
      }
      return yield* new AccessTokenExpired({ details: { expiredAt, ...currentDetails } })
    }
    if (!(yield* Sessions.remove(project.id, sessionId))) return yield* new RefreshTokenNotFoundOrExpired()
  },
  { ignoresQuery: true }
)

const refreshCurrentSession = handle(Api.refreshCurrentSession, function* ({ project }) {
  const { headers } = yield* HttpServerRequest
  const refreshToken = headers["x-stack-refresh-token"]
  if (refreshToken === undefined) {
    return yield* RequestValidation.failSchema("headers.x-stack-refresh-token must be defined")
  }
  return { accessToken: Redacted.make(yield* Accounts.refreshSession(project.id, refreshToken)) }
})

export const routes = [createSession, listSessions, deleteSession, deleteCurrentSession, refreshCurrentSession]
