/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { SessionId, UserId } from "../../api/schema/Ids.ts"
import type { Session } from "../../api/schema/Session.ts"
import type { RenewedAccessToken, SessionTokens } from "../../api/schema/Tokens.ts"
import type { CreateSession, SessionOwner } from "../../api/Sessions.ts"
import type {
  CannotDeleteCurrentSession,
  CannotGetOwnUserWithoutUser,
  RefreshTokenNotFoundOrExpired
} from "../../domain/errors/Session.ts"
import type { UserIdDoesNotExist } from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeSuccess, decodeToItems } from "./Envelope.ts"
import {
  cannotDeleteCurrentSession,
  cannotGetOwnUserWithoutUser,
  refreshTokenNotFoundOrExpired
} from "./errors/Session.ts"
import { userIdDoesNotExist } from "./errors/Users.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeSession } from "./schema/Session.ts"
import { decodeRenewedAccessToken, decodeSessionTokens } from "./schema/Tokens.ts"

export const encodeCreateSession = R.struct((o) => ({
  user_id: pathSegment<UserId>(o.userId, "userId"),
  expires_in_millis:
    o.expiresInMillis === undefined
      ? undefined
      : R.between(R.finite(o.expiresInMillis, "expiresInMillis"), "expiresInMillis", -Infinity, 31708800000),
  is_impersonation: R.optional(o.isImpersonation, "isImpersonation", R.boolean)
}))

/** Create a session. */
export const createSession: Endpoint<
  { readonly payload: CreateSession },
  SessionTokens,
  UserIdDoesNotExist | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "createSession",
  method: "POST",
  path: "/auth/sessions",
  level: "server",
  levelErrors: commonErrors,
  payload: encodeCreateSession,
  success: decodeSessionTokens,
  errors: [userIdDoesNotExist, cannotGetOwnUserWithoutUser]
}

const listSessionsSuccess = decodeToItems(R.list(decodeSession))

export const encodeSessionOwner = R.struct((o) => ({ user_id: pathSegment<UserId>(o.userId, "userId") }))

/** List sessions. */
export const listSessions: Endpoint<
  { readonly query: typeof SessionOwner.Type },
  ReadonlyArray<Session>,
  CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "listSessions",
  method: "GET",
  path: "/auth/sessions",
  level: "client",
  levelErrors: clientErrors,
  query: encodeSessionOwner,
  success: listSessionsSuccess,
  errors: [cannotGetOwnUserWithoutUser]
}

const sessionIdParams = R.struct((o) => ({ sessionId: pathSegment<SessionId>(o.sessionId, "sessionId") }))

/** End a session. */
export const deleteSession: Endpoint<
  { readonly params: { readonly sessionId: SessionId }; readonly query: typeof SessionOwner.Type },
  void,
  CannotDeleteCurrentSession | CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "deleteSession",
  method: "DELETE",
  path: "/auth/sessions/:sessionId",
  level: "client",
  levelErrors: clientErrors,
  params: sessionIdParams,
  query: encodeSessionOwner,
  success: decodeSuccess,
  errors: [cannotDeleteCurrentSession, cannotGetOwnUserWithoutUser]
}

/** Sign out. */
export const deleteCurrentSession: Endpoint<{}, void, RefreshTokenNotFoundOrExpired, "client"> = {
  name: "deleteCurrentSession",
  method: "DELETE",
  path: "/auth/sessions/current",
  level: "client",
  levelErrors: clientErrors,
  success: decodeSuccess,
  errors: [refreshTokenNotFoundOrExpired]
}

/** Renew the access token by header. */
export const refreshCurrentSession: Endpoint<{}, RenewedAccessToken, RefreshTokenNotFoundOrExpired, "client"> = {
  name: "refreshCurrentSession",
  method: "POST",
  path: "/auth/sessions/current/refresh",
  level: "client",
  levelErrors: clientErrors,
  success: decodeRenewedAccessToken,
  errors: [refreshTokenNotFoundOrExpired]
}
