/**
 * Sessions of users (wire/endpoints §4).
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import {
  CannotDeleteCurrentSession,
  CannotGetOwnUserWithoutUser,
  RefreshTokenNotFoundOrExpired
} from "../domain/errors/Session.ts"
import { UserIdDoesNotExist } from "../domain/errors/Users.ts"
import { SessionId, UserIdOrMe } from "../domain/Ids.ts"
import { Session } from "../domain/Session.ts"
import { RenewedAccessToken, SessionTokens } from "../domain/Tokens.ts"
import { WireStruct } from "../domain/WireStruct.ts"
import { ClientAccess, ServerAccess } from "./Access.ts"
import { List, Success } from "./Envelope.ts"
import { Query } from "./Input.ts"

/** Whose session to create; it lives a year by default, at most 367 days. */
export const CreateSession = WireStruct({
  userId: UserIdOrMe,
  expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(31_708_800_000))),
  isImpersonation: Schema.optional(Schema.Boolean)
})

/** Whose sessions are meant; needed at every level. */
export const SessionOwner = Query({ userId: UserIdOrMe })

/** Creates a session without asking the user, for example to impersonate. */
export const createSession = HttpApiEndpoint.post("createSession", "/auth/sessions", {
  disableCodecs: true,
  payload: CreateSession,
  success: SessionTokens,
  error: [UserIdDoesNotExist, CannotGetOwnUserWithoutUser]
}).middleware(ServerAccess).annotate(OpenApi.Summary, "Create a session")

/** Lists sessions, newest first; clients only their own, impersonations only for admins. */
export const listSessions = HttpApiEndpoint.get("listSessions", "/auth/sessions", {
  disableCodecs: true,
  query: SessionOwner,
  success: List(Session),
  error: CannotGetOwnUserWithoutUser
}).middleware(ClientAccess).annotate(OpenApi.Summary, "List sessions")

/** Ends a session other than the current one. */
export const deleteSession = HttpApiEndpoint.delete("deleteSession", "/auth/sessions/:sessionId", {
  disableCodecs: true,
  params: { sessionId: SessionId },
  query: SessionOwner,
  success: Success,
  error: [CannotDeleteCurrentSession, CannotGetOwnUserWithoutUser]
}).middleware(ClientAccess).annotate(OpenApi.Summary, "End a session")

/** Ends the session of the access token: sign-out. */
export const deleteCurrentSession = HttpApiEndpoint.delete("deleteCurrentSession", "/auth/sessions/current", {
  disableCodecs: true,
  success: Success,
  error: RefreshTokenNotFoundOrExpired
}).middleware(ClientAccess).annotate(OpenApi.Summary, "Sign out")

/** Renews the access token with the refresh token of the header `x-stack-refresh-token`. */
export const refreshCurrentSession = HttpApiEndpoint.post("refreshCurrentSession", "/auth/sessions/current/refresh", {
  disableCodecs: true,
  success: RenewedAccessToken,
  error: RefreshTokenNotFoundOrExpired
}).middleware(ClientAccess).annotate(OpenApi.Summary, "Renew the access token by header")
