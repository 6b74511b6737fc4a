/** Request and project authentication: the schemas of the errors of `domain/errors/ProjectAccess.ts`. */
import * as Schema from "effect/Schema"
import { accessLevels } from "../../domain/AccessLevel.ts"
import * as Errors from "../../domain/errors/ProjectAccess.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"
import { OpenEnum } from "../schema/OpenEnum.ts"
import { WireStruct } from "../schema/WireStruct.ts"

export const {
  BodyParsingError,
  ProjectKeyWithoutAccessType,
  InvalidAccessType,
  AccessTypeRequired,
  UnparsableAdminAccessToken,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin,
  ClientAuthenticationRequired,
  ServerAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  AdminAuthenticationRequired,
  ExpectedInternalProject,
  ClientOrServerOrAdminAuthenticationRequired,
  UnsupportedError,
  SchemaError,
  AllOverloadsFailed,
  AccessTypeWithoutProjectId,
  InsufficientAccessType,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  AdminAccessTokenExpired,
  ProjectNotFound,
  CurrentProjectNotFound,
  PublishableClientKeyRequiredForProject,
  BranchDoesNotExist
} = makeSchemas(Errors, {
  UnsupportedError: WireStruct({ originalErrorCode: Schema.String }, { originalErrorCode: "originalErrorCode" }),
  SchemaError: { message: Schema.String },
  AllOverloadsFailed: { overloadErrors: Schema.Array(Schema.Json) },
  AccessTypeWithoutProjectId: { requestType: OpenEnum(accessLevels) },
  InsufficientAccessType: {
    actualAccessType: OpenEnum(accessLevels),
    allowedAccessTypes: Schema.Array(OpenEnum(accessLevels))
  },
  InvalidPublishableClientKey: { projectId: Schema.String },
  InvalidSecretServerKey: { projectId: Schema.String },
  InvalidSuperSecretAdminKey: { projectId: Schema.String },
  AdminAccessTokenExpired: WireStruct(
    { expiredAt: Schema.NullOr(Schema.DateFromMillis) },
    { expiredAt: "expired_at_millis" }
  ),
  ProjectNotFound: { projectId: Schema.String },
  CurrentProjectNotFound: { projectId: Schema.String },
  PublishableClientKeyRequiredForProject: { projectId: Schema.NullOr(Schema.String) },
  BranchDoesNotExist: { branchId: Schema.String }
})

/** The schemas of {@link Errors.InvalidAdminAccessToken}. */
export const InvalidAdminAccessToken = [
  UnparsableAdminAccessToken,
  AdminAccessTokenExpired,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin
] as const
