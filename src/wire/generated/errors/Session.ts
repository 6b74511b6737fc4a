/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  AccessTokenExpired,
  AnonymousAuthenticationNotAllowed,
  CannotDeleteCurrentSession,
  CannotGetOwnUserWithoutUser,
  InvalidProjectForAccessToken,
  RefreshTokenNotFoundOrExpired,
  RestrictedUserNotAllowed,
  UnparsableAccessToken,
  UserAuthenticationRequired
} from "../../../domain/errors/Session.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"
import { decodeRestrictedReason } from "../schema/RestrictedReason.ts"

export const unparsableAccessToken: KnownErrorEntry<UnparsableAccessToken> = { Class: UnparsableAccessToken }

const accessTokenExpiredDetails = R.struct((o) => {
  const a: R.Mutable<{
    readonly expiredAt: Date | null
    readonly projectId?: string | null
    readonly userId?: string | null
    readonly refreshTokenId?: string | null
  }> = { expiredAt: R.nullable(o.expired_at_millis, "expired_at_millis", R.dateOfMillis) }
  if (o.project_id !== undefined) a.projectId = R.nullable(o.project_id, "project_id", R.string)
  if (o.user_id !== undefined) a.userId = R.nullable(o.user_id, "user_id", R.string)
  if (o.refresh_token_id !== undefined) a.refreshTokenId = R.nullable(o.refresh_token_id, "refresh_token_id", R.string)
  return a
})

export const accessTokenExpired: KnownErrorEntry<AccessTokenExpired> = {
  Class: AccessTokenExpired,
  details: accessTokenExpiredDetails
}

const invalidProjectForAccessTokenDetails = R.struct((o) => ({
  expectedProjectId: R.string(o.expected_project_id, "expected_project_id"),
  actualProjectId: R.string(o.actual_project_id, "actual_project_id")
}))

export const invalidProjectForAccessToken: KnownErrorEntry<InvalidProjectForAccessToken> = {
  Class: InvalidProjectForAccessToken,
  details: invalidProjectForAccessTokenDetails
}

export const anonymousAuthenticationNotAllowed: KnownErrorEntry<AnonymousAuthenticationNotAllowed> = {
  Class: AnonymousAuthenticationNotAllowed
}

const restrictedUserNotAllowedDetails = R.struct((o) => ({
  restrictedReason: decodeRestrictedReason(o.restricted_reason, "restricted_reason")
}))

export const restrictedUserNotAllowed: KnownErrorEntry<RestrictedUserNotAllowed> = {
  Class: RestrictedUserNotAllowed,
  details: restrictedUserNotAllowedDetails
}

export const userAuthenticationRequired: KnownErrorEntry<UserAuthenticationRequired> = {
  Class: UserAuthenticationRequired
}

export const cannotGetOwnUserWithoutUser: KnownErrorEntry<CannotGetOwnUserWithoutUser> = {
  Class: CannotGetOwnUserWithoutUser
}

export const refreshTokenNotFoundOrExpired: KnownErrorEntry<RefreshTokenNotFoundOrExpired> = {
  Class: RefreshTokenNotFoundOrExpired
}

export const cannotDeleteCurrentSession: KnownErrorEntry<CannotDeleteCurrentSession> = {
  Class: CannotDeleteCurrentSession
}
