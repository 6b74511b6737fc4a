/** Sessions of users (docs/protocol/resources.md#sessions). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { List, Success } from "./Envelope.ts"
import {
  CannotDeleteCurrentSession,
  CannotGetOwnUserWithoutUser,
  RefreshTokenNotFoundOrExpired
} from "./errors/Session.ts"
import { UserIdDoesNotExist } from "./errors/Users.ts"
import { Query } from "./Input.ts"
import { SessionId, UserIdOrMe } from "./schema/Ids.ts"
import { Session } from "./schema/Session.ts"
import { RenewedAccessToken, SessionTokens } from "./schema/Tokens.ts"
import { WireClass } from "./schema/WireStruct.ts"

/** The user of a new session, and its lifetime: a year by default, at most 367 days. */
export class CreateSession extends WireClass<CreateSession>()({
  userId: UserIdOrMe,
  expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(31_708_800_000))),
  isImpersonation: Schema.optional(Schema.Boolean)
}) {}

/** The user whose sessions are meant; required at every level. */
export const SessionOwner = Query({ userId: UserIdOrMe })

/** Creates a session for a user without any factor, for example to impersonate. */
export const createSession = Endpoint.server.post("createSession", "/auth/sessions", {
  summary: "Create a session",
  payload: CreateSession,
  success: SessionTokens,
  error: [UserIdDoesNotExist, CannotGetOwnUserWithoutUser]
})

/** Lists sessions, newest first; clients only their own, impersonations only for admins. */
export const listSessions = Endpoint.client.get("listSessions", "/auth/sessions", {
  summary: "List sessions",
  query: SessionOwner,
  success: List(Session),
  error: CannotGetOwnUserWithoutUser
})

/** Ends a session other than the current one. */
export const deleteSession = Endpoint.client.delete("deleteSession", "/auth/sessions/:sessionId", {
  summary: "End a session",
  params: { sessionId: SessionId },
  query: SessionOwner,
  success: Success,
  error: [CannotDeleteCurrentSession, CannotGetOwnUserWithoutUser]
})

/** Ends the session of the access token: sign-out. */
export const deleteCurrentSession = Endpoint.client.delete("deleteCurrentSession", "/auth/sessions/current", {
  summary: "Sign out",
  success: Success,
  error: RefreshTokenNotFoundOrExpired
})

/** Renews the access token with the refresh token of the header `x-stack-refresh-token`. */
export const refreshCurrentSession = Endpoint.client.post("refreshCurrentSession", "/auth/sessions/current/refresh", {
  summary: "Renew the access token by header",
  success: RenewedAccessToken,
  error: RefreshTokenNotFoundOrExpired
})

/** Sessions, at every level. */
export class SessionsGroup extends HttpApiGroup.make("sessions")
  .add(listSessions, deleteCurrentSession, deleteSession, refreshCurrentSession)
  .prefix(Endpoint.root) {}

/** Sessions, for servers. */
export class ServerSessionsGroup extends HttpApiGroup.make("serverSessions").add(createSession).prefix(Endpoint.root) {}
