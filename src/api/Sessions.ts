/** Sessions of users (docs/protocol/resources.md#sessions). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ClientAccess, ServerAccess } from "./Access.ts"
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
import { WireStruct } from "./schema/WireStruct.ts"

/** The user of a new session, and its lifetime: a year by default, at most 367 days. */
export class CreateSession extends Schema.Opaque<CreateSession>()(
  WireStruct({
    userId: UserIdOrMe,
    expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(31_708_800_000))),
    isImpersonation: Schema.optional(Schema.Boolean)
  })
) {}

/** The user whose sessions are meant; required at every level. */
export const SessionOwner = Query({ userId: UserIdOrMe })

/** Creates a session for a user without any factor, for example to impersonate. */
export const createSession = Endpoint.post("createSession", "/auth/sessions", {
  payload: CreateSession,
  success: SessionTokens,
  error: [UserIdDoesNotExist, CannotGetOwnUserWithoutUser]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Create a session")

/** Lists sessions, newest first; clients only their own, impersonations only for admins. */
export const listSessions = Endpoint.get("listSessions", "/auth/sessions", {
  query: SessionOwner,
  success: List(Session),
  error: CannotGetOwnUserWithoutUser
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List sessions")

/** Ends a session other than the current one. */
export const deleteSession = Endpoint.delete("deleteSession", "/auth/sessions/:sessionId", {
  params: { sessionId: SessionId },
  query: SessionOwner,
  success: Success,
  error: [CannotDeleteCurrentSession, CannotGetOwnUserWithoutUser]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "End a session")

/** Ends the session of the access token: sign-out. */
export const deleteCurrentSession = Endpoint.delete("deleteCurrentSession", "/auth/sessions/current", {
  success: Success,
  error: RefreshTokenNotFoundOrExpired
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Sign out")

/** Renews the access token with the refresh token of the header `x-stack-refresh-token`. */
export const refreshCurrentSession = Endpoint.post("refreshCurrentSession", "/auth/sessions/current/refresh", {
  success: RenewedAccessToken,
  error: RefreshTokenNotFoundOrExpired
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Renew the access token by header")

/** Sessions, at every level. */
export class SessionsGroup extends HttpApiGroup.make("sessions")
  .add(listSessions, deleteCurrentSession, deleteSession, refreshCurrentSession)
  .prefix(Endpoint.root) {}

/** Sessions, for servers. */
export class ServerSessionsGroup extends HttpApiGroup.make("serverSessions").add(createSession).prefix(Endpoint.root) {}
