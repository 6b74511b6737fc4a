/** Request and project authentication: errors of the service. */
import type { AccessLevel } from "../AccessLevel.ts"
import type { OpenEnum } from "../OpenEnum.ts"
import type { Json } from "../text/Json.ts"
import * as KnownErrorFamily from "./internal/KnownErrorFamily.ts"
import { ProtocolError } from "./KnownError.ts"
import { TextError } from "./TextError.ts"

/** Advice for an app that needs a key and has none. */
const giveKey = " Give the app the project's publishable client key (option publishableClientKey)."
const check = " Check the app's projectId and apiUrl, and "

/**
 * `UNSUPPORTED_ERROR`: Placeholder for a code the client does not know (names the unknown code).
 * `details.originalErrorCode` holds it; made by the client, never sent.
 */
export class UnsupportedError extends ProtocolError("UnsupportedError", {
  status: 500,
  message: "The service sent an unknown error."
})<{ readonly originalErrorCode: string }> {
  override get message() {
    return `${this.error} (${this.details.originalErrorCode})`
  }
}

/** `BODY_PARSING_ERROR`: The body could not be read: bad JSON, bad form data, not UTF-8, or an unknown content type. */
export class BodyParsingError extends ProtocolError("BodyParsingError", {
  status: 400,
  message: "The request body could not be read."
}) {}

/**
 * `SCHEMA_ERROR`: The request did not match the expected shape; the text lists method, path and one bullet per
 * violation.
 */
export class SchemaError extends ProtocolError("SchemaError", {
  status: 400,
  message: "The request does not have the expected shape."
})<{ readonly message: string }> {}

/**
 * `ALL_OVERLOADS_FAILED`: The route has variants per access level and every one rejected the request; each rejection is
 * dumped.
 */
export class AllOverloadsFailed extends ProtocolError("AllOverloadsFailed", {
  status: 400,
  message: "The request fits none of the variants of this endpoint."
})<{ readonly overloadErrors: ReadonlyArray<Json> }> {}

/** `PROJECT_KEY_WITHOUT_ACCESS_TYPE`: A key or admin token was sent but no access type header. */
export class ProjectKeyWithoutAccessType extends ProtocolError("ProjectKeyWithoutAccessType", {
  status: 400,
  message: "A project key was sent without the header that names the access level."
}) {}

/**
 * `INVALID_ACCESS_TYPE`: The access type header holds something other than client, server or admin (the bad value is
 * quoted).
 */
export class InvalidAccessType extends ProtocolError("InvalidAccessType", {
  status: 400,
  message: "The access level must be client, server or admin."
}) {}

/** `ACCESS_TYPE_WITHOUT_PROJECT_ID`: An access type was sent without the project id header. */
export class AccessTypeWithoutProjectId extends ProtocolError("AccessTypeWithoutProjectId", {
  status: 400,
  message: "An access level was sent without a project id."
})<{ readonly requestType: OpenEnum<AccessLevel> }> {}

/** `ACCESS_TYPE_REQUIRED`: The endpoint needs an access level but no access type header was sent. */
export class AccessTypeRequired extends ProtocolError("AccessTypeRequired", {
  status: 400,
  message: "This endpoint needs an access level, and none was sent."
}) {}

/** `INSUFFICIENT_ACCESS_TYPE`: The access level used is too low (or not among the allowed ones) for the endpoint. */
export class InsufficientAccessType extends ProtocolError("InsufficientAccessType", {
  status: 401,
  message: "The access level is too low for this endpoint.",
  advice: " Call it from an app of a server or an admin."
})<{
  readonly actualAccessType: OpenEnum<AccessLevel>
  readonly allowedAccessTypes: ReadonlyArray<OpenEnum<AccessLevel>>
}> {}

/**
 * `INVALID_PUBLISHABLE_CLIENT_KEY`: The publishable client key is wrong, revoked or expired for this project, or the
 * project does not exist.
 */
export class InvalidPublishableClientKey extends ProtocolError("InvalidPublishableClientKey", {
  status: 401,
  message: "The publishable client key is not valid for this project.",
  advice: `${check}publishableClientKey.`
})<{ readonly projectId: string }> {}

/**
 * `INVALID_SECRET_SERVER_KEY`: The secret server key is wrong, revoked or expired for this project, or the project does
 * not exist.
 */
export class InvalidSecretServerKey extends ProtocolError("InvalidSecretServerKey", {
  status: 401,
  message: "The secret server key is not valid for this project.",
  advice: `${check}secretServerKey.`
})<{ readonly projectId: string }> {}

/**
 * `INVALID_SUPER_SECRET_ADMIN_KEY`: The super secret admin key is wrong, revoked or expired for this project, or the
 * project does not exist.
 */
export class InvalidSuperSecretAdminKey extends ProtocolError("InvalidSuperSecretAdminKey", {
  status: 401,
  message: "The super secret admin key is not valid for this project.",
  advice: `${check}superSecretAdminKey.`
})<{ readonly projectId: string }> {}

/** `UNPARSABLE_ADMIN_ACCESS_TOKEN`: The admin access token cannot be verified or decoded. */
export class UnparsableAdminAccessToken extends ProtocolError("UnparsableAdminAccessToken", {
  status: 401,
  message: "The admin access token cannot be read."
}) {}

/** `ADMIN_ACCESS_TOKEN_EXPIRED`: The admin access token is past its expiry (time given when known). */
export class AdminAccessTokenExpired extends ProtocolError("AdminAccessTokenExpired", {
  status: 401,
  message: "The admin access token has expired."
})<{ readonly expiredAt: Date | null }> {}

/**
 * `INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN`: The admin token does not fit the project (sent when the owned project has
 * been deleted).
 */
export class InvalidProjectForAdminAccessToken extends ProtocolError("InvalidProjectForAdminAccessToken", {
  status: 401,
  message: "The admin access token does not fit this project."
}) {}

/**
 * `ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN`: The token is not from the internal project, or its user does not own the named
 * project.
 */
export class AdminAccessTokenIsNotAdmin extends ProtocolError("AdminAccessTokenIsNotAdmin", {
  status: 401,
  message: "The admin access token gives no admin access to this project."
}) {}

/** `CLIENT_AUTHENTICATION_REQUIRED`: Client access without a publishable client key. */
export class ClientAuthenticationRequired extends ProtocolError("ClientAuthenticationRequired", {
  status: 401,
  message: "A publishable client key is required.",
  advice: giveKey
}) {}

/** `SERVER_AUTHENTICATION_REQUIRED`: Server access without a secret server key. */
export class ServerAuthenticationRequired extends ProtocolError("ServerAuthenticationRequired", {
  status: 401,
  message: "A secret server key is required.",
  advice: " Call it from an app of a server, with secretServerKey."
}) {}

/**
 * `CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED`: Either a client or a server key is needed (legacy). Never sent by the
 * service.
 */
export class ClientOrServerAuthenticationRequired extends ProtocolError("ClientOrServerAuthenticationRequired", {
  status: 401,
  message: "A publishable client key or a secret server key is required."
}) {}

/**
 * `CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED`: Either a client or an admin key is needed (legacy). Never sent by the
 * service.
 */
export class ClientOrAdminAuthenticationRequired extends ProtocolError("ClientOrAdminAuthenticationRequired", {
  status: 401,
  message: "A publishable client key or a super secret admin key is required."
}) {}

/**
 * `CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED`: Any of the three keys is needed (legacy). Never sent by the
 * service.
 */
export class ClientOrServerOrAdminAuthenticationRequired extends ProtocolError(
  "ClientOrServerOrAdminAuthenticationRequired",
  {
    status: 401,
    message: "A publishable client key, a secret server key or a super secret admin key is required."
  }
) {}

/** `ADMIN_AUTHENTICATION_REQUIRED`: Admin access without a super secret admin key. */
export class AdminAuthenticationRequired extends ProtocolError("AdminAuthenticationRequired", {
  status: 401,
  message: "A super secret admin key is required.",
  advice: " Call it from an app of an admin, with superSecretAdminKey, or as a signed-in owner of the project."
}) {}

/** `EXPECTED_INTERNAL_PROJECT`: Only usable with the project whose id is internal. */
export class ExpectedInternalProject extends ProtocolError("ExpectedInternalProject", {
  status: 401,
  message: "Only the internal project can do this."
}) {}

/** `PROJECT_NOT_FOUND`: No such project, or the caller may not see it. */
export class ProjectNotFound extends ProtocolError("ProjectNotFound", {
  status: 404,
  message: "This project does not exist, or you may not see it.",
  advice: " Check the app's projectId and apiUrl."
})<{ readonly projectId: string }> {}

/**
 * `CURRENT_PROJECT_NOT_FOUND`: The project of the request does not exist; answered before keys are checked. Current
 * service only: that of 2025-06 answers that the key is invalid.
 */
export class CurrentProjectNotFound extends ProtocolError("CurrentProjectNotFound", {
  status: 400,
  message: "This project does not exist; check the project id that the app is configured with."
})<{ readonly projectId: string }> {}

/**
 * `PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT`: The project asks clients for a publishable client key, and none was
 * sent. Current service only.
 */
export class PublishableClientKeyRequiredForProject extends ProtocolError("PublishableClientKeyRequiredForProject", {
  status: 401,
  message: "This project asks its clients for a publishable client key.",
  advice: giveKey
})<{ readonly projectId: string | null }> {}

/** `BRANCH_DOES_NOT_EXIST`: No such branch in the project. */
export class BranchDoesNotExist extends ProtocolError("BranchDoesNotExist", {
  status: 400,
  message: "The project has no such branch."
})<{ readonly branchId: string }> {}

/**
 * The service is of the other generation, which has no such endpoint. Email templates are the documents of
 * `EmailTemplates` in 2025-06, and the sources of `TsxEmailTemplates` in the current service; everything else that only
 * one generation has is the current one's (docs/decisions/0030-generations.md).
 */
export class NotSupportedByService extends TextError("NotSupportedByService") {
  override get message() {
    const hint = /template/i.test(this.error)
      ? " For email templates, emailTemplates is that of 2025-06 and tsxEmailTemplates that of the current one."
      : ""
    return `This service is of the other generation and has no such endpoint: ${this.error}${hint}`
  }
}

/** A project that a user owns, and no team, cannot be given to another team. */
export class ProjectWithoutTeam extends TextError("ProjectWithoutTeam") {}

/** The admin access token cannot be used. The client renews it and repeats the request. */
export const InvalidAdminAccessToken = [
  UnparsableAdminAccessToken,
  AdminAccessTokenExpired,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin
] as const
/** Any error of the family {@link InvalidAdminAccessToken}. */
export type InvalidAdminAccessToken = KnownErrorFamily.Member<typeof InvalidAdminAccessToken>
/** Whether a value is one of the family {@link InvalidAdminAccessToken}. */
export const isInvalidAdminAccessToken = KnownErrorFamily.guard(InvalidAdminAccessToken)
/** Handles every error of the family {@link InvalidAdminAccessToken}. */
export const catchInvalidAdminAccessToken = KnownErrorFamily.makeCatcher(InvalidAdminAccessToken)

/** The request has no key of the project. */
export const ProjectAuthenticationRequired = [
  ClientAuthenticationRequired,
  ServerAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  AdminAuthenticationRequired
] as const
/** Any error of the family {@link ProjectAuthenticationRequired}. */
export type ProjectAuthenticationRequired = KnownErrorFamily.Member<typeof ProjectAuthenticationRequired>
/** Whether a value is one of the family {@link ProjectAuthenticationRequired}. */
export const isProjectAuthenticationRequired = KnownErrorFamily.guard(ProjectAuthenticationRequired)
/** Handles every error of the family {@link ProjectAuthenticationRequired}. */
export const catchProjectAuthenticationRequired = KnownErrorFamily.makeCatcher(ProjectAuthenticationRequired)

/** The request has a key or an admin access token that is not valid. */
export const InvalidProjectAuthentication = [
  ProjectKeyWithoutAccessType,
  InvalidAccessType,
  AccessTypeWithoutProjectId,
  AccessTypeRequired,
  InsufficientAccessType,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ...InvalidAdminAccessToken
] as const
/** Any error of the family {@link InvalidProjectAuthentication}. */
export type InvalidProjectAuthentication = KnownErrorFamily.Member<typeof InvalidProjectAuthentication>
/** Whether a value is one of the family {@link InvalidProjectAuthentication}. */
export const isInvalidProjectAuthentication = KnownErrorFamily.guard(InvalidProjectAuthentication)
/** Handles every error of the family {@link InvalidProjectAuthentication}. */
export const catchInvalidProjectAuthentication = KnownErrorFamily.makeCatcher(InvalidProjectAuthentication)

/** Anything that is wrong with the authentication of a project. */
export const ProjectAuthenticationError = [
  ...InvalidProjectAuthentication,
  ...ProjectAuthenticationRequired,
  ExpectedInternalProject
] as const
/** Any error of the family {@link ProjectAuthenticationError}. */
export type ProjectAuthenticationError = KnownErrorFamily.Member<typeof ProjectAuthenticationError>
/** Whether a value is one of the family {@link ProjectAuthenticationError}. */
export const isProjectAuthenticationError = KnownErrorFamily.guard(ProjectAuthenticationError)
/** Handles every error of the family {@link ProjectAuthenticationError}. */
export const catchProjectAuthenticationError = KnownErrorFamily.makeCatcher(ProjectAuthenticationError)
