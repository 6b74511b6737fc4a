/** The user's session and its tokens: errors of the service. */
import type { RestrictedReason } from "../RestrictedReason.ts"
import * as KnownErrorFamily from "./internal/KnownErrorFamily.ts"
import { KnownError, ProtocolError } from "./KnownError.ts"
import { TextError } from "./TextError.ts"

/**
 * `CANNOT_DELETE_CURRENT_SESSION`: The session named in the request is the one being used; it cannot be removed this
 * way.
 */
export class CannotDeleteCurrentSession extends KnownError("CannotDeleteCurrentSession", {
  status: 400,
  message: "The session in use cannot be removed this way; sign out instead."
}) {}

/**
 * `CANNOT_GET_OWN_USER_WITHOUT_USER`: The id 'me' (or the caller's own user) was requested without a signed-in user.
 */
export class CannotGetOwnUserWithoutUser extends KnownError("CannotGetOwnUserWithoutUser", {
  status: 400,
  message: "The current user was asked for, but nobody is signed in."
}) {}

/** `UNPARSABLE_ACCESS_TOKEN`: The user access token cannot be verified or decoded. */
export class UnparsableAccessToken extends ProtocolError("UnparsableAccessToken", {
  status: 401,
  message: "The access token cannot be read."
}) {}

/** `ACCESS_TOKEN_EXPIRED`: The user access token is past its expiry (time given when known); refresh and retry. */
export class AccessTokenExpired extends ProtocolError("AccessTokenExpired", {
  status: 401,
  message: "The access token has expired."
})<{
  readonly expiredAt: Date | null
  /** The user and session of the token, if the service says so; that of 2025-06 never does. */
  readonly projectId?: string | null
  readonly userId?: string | null
  readonly refreshTokenId?: string | null
}> {}

/** `INVALID_PROJECT_FOR_ACCESS_TOKEN`: The user access token was issued for another project (both ids named). */
export class InvalidProjectForAccessToken extends ProtocolError("InvalidProjectForAccessToken", {
  status: 401,
  message: "The access token was issued for another project."
})<{ readonly expectedProjectId: string; readonly actualProjectId: string }> {}

/**
 * `ANONYMOUS_AUTHENTICATION_NOT_ALLOWED`: The access token is a guest's, and the request does not say that guests are
 * meant too. Current service only.
 */
export class AnonymousAuthenticationNotAllowed extends KnownError("AnonymousAuthenticationNotAllowed", {
  status: 401,
  message: "Guests cannot do this; sign up first."
}) {}

/**
 * `RESTRICTED_USER_NOT_ALLOWED`: The access token is a restricted user's, and the request does not say that such users
 * are meant too. Current service only.
 */
export class RestrictedUserNotAllowed extends KnownError("RestrictedUserNotAllowed", {
  status: 403,
  message: "This account is restricted and cannot do this."
})<{ readonly restrictedReason: RestrictedReason }> {}

/** Known errors of every call on behalf of a user: the service does not let guests, or restricted users, do this. */
export type UserNotAllowed = AnonymousAuthenticationNotAllowed | RestrictedUserNotAllowed

/**
 * `PROVIDER_REJECTED`: The sign-in provider no longer honors its session, so the user must authenticate again. Never
 * sent by the service.
 */
export class ProviderRejected extends KnownError("ProviderRejected", {
  status: 401,
  message: "The sign-in provider ended its session; sign in again."
}) {}

/** `REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED`: The refresh token is unknown to this project, expired or revoked. */
export class RefreshTokenNotFoundOrExpired extends KnownError("RefreshTokenNotFoundOrExpired", {
  status: 401,
  message: "The session has ended; sign in again."
}) {}

/** `USER_AUTHENTICATION_REQUIRED`: The endpoint needs a signed-in user. */
export class UserAuthenticationRequired extends KnownError("UserAuthenticationRequired", {
  status: 401,
  message: "This needs a signed-in user."
}) {}

/** The access token cannot be used. The client renews it and repeats the request. */
export const InvalidAccessToken = [UnparsableAccessToken, AccessTokenExpired, InvalidProjectForAccessToken] as const
/** Any error of the family {@link InvalidAccessToken}. */
export type InvalidAccessToken = KnownErrorFamily.Member<typeof InvalidAccessToken>
/** Whether a value is one of the family {@link InvalidAccessToken}. */
export const isInvalidAccessToken = KnownErrorFamily.guard(InvalidAccessToken)
/** Handles every error of the family {@link InvalidAccessToken}. */
export const catchInvalidAccessToken = KnownErrorFamily.makeCatcher(InvalidAccessToken)

/** The refresh token cannot be used. A refresh then signs the user out, and a sign-out ignores it. */
export const RefreshTokenError = [CannotDeleteCurrentSession, ProviderRejected, RefreshTokenNotFoundOrExpired] as const
/** Any error of the family {@link RefreshTokenError}. */
export type RefreshTokenError = KnownErrorFamily.Member<typeof RefreshTokenError>
/** Whether a value is one of the family {@link RefreshTokenError}. */
export const isRefreshTokenError = KnownErrorFamily.guard(RefreshTokenError)
/** Handles every error of the family {@link RefreshTokenError}. */
export const catchRefreshTokenError = KnownErrorFamily.makeCatcher(RefreshTokenError)

/**
 * The refresh token of the request is not that of the access token's session: the session has ended meanwhile, or one
 * of the two belongs to another session. The service says so in plain text.
 */
export class SessionMismatch extends TextError("SessionMismatch") {}
