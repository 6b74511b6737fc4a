/** Request and project authentication: the schemas of the errors of `domain/errors/ProjectAccess.ts`. */
import * as Schema from "effect/Schema"
import { accessLevels } from "../../domain/AccessLevel.ts"
import * as Errors from "../../domain/errors/ProjectAccess.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"
import { OpenEnum } from "../schema/OpenEnum.ts"

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
  ClientOrServerOrAdminAuthenticationRequired
} = makePlainSchemas(Errors)

/** Schema of {@link Errors.UnsupportedError}. */
export const UnsupportedError = KnownErrorSchema(
  Errors.UnsupportedError,
  { originalErrorCode: Schema.String },
  { originalErrorCode: "originalErrorCode" }
)

/** Schema of {@link Errors.SchemaError}. */
export const SchemaError = KnownErrorSchema(Errors.SchemaError, { message: Schema.String })

/** Schema of {@link Errors.AllOverloadsFailed}. */
export const AllOverloadsFailed = KnownErrorSchema(Errors.AllOverloadsFailed, {
  overloadErrors: Schema.Array(Schema.Json)
})

/** Schema of {@link Errors.AccessTypeWithoutProjectId}. */
export const AccessTypeWithoutProjectId = KnownErrorSchema(Errors.AccessTypeWithoutProjectId, {
  requestType: OpenEnum(accessLevels)
})

/** Schema of {@link Errors.InsufficientAccessType}. */
export const InsufficientAccessType = KnownErrorSchema(Errors.InsufficientAccessType, {
  actualAccessType: OpenEnum(accessLevels),
  allowedAccessTypes: Schema.Array(OpenEnum(accessLevels))
})

/** Schema of {@link Errors.InvalidPublishableClientKey}. */
export const InvalidPublishableClientKey = KnownErrorSchema(Errors.InvalidPublishableClientKey, {
  projectId: Schema.String
})

/** Schema of {@link Errors.InvalidSecretServerKey}. */
export const InvalidSecretServerKey = KnownErrorSchema(Errors.InvalidSecretServerKey, { projectId: Schema.String })

/** Schema of {@link Errors.InvalidSuperSecretAdminKey}. */
export const InvalidSuperSecretAdminKey = KnownErrorSchema(Errors.InvalidSuperSecretAdminKey, {
  projectId: Schema.String
})

/** Schema of {@link Errors.AdminAccessTokenExpired}. */
export const AdminAccessTokenExpired = KnownErrorSchema(
  Errors.AdminAccessTokenExpired,
  { expiredAt: Schema.NullOr(Schema.DateFromMillis) },
  { expiredAt: "expired_at_millis" }
)

/** Schema of {@link Errors.ProjectNotFound}. */
export const ProjectNotFound = KnownErrorSchema(Errors.ProjectNotFound, { projectId: Schema.String })

/** Schema of {@link Errors.CurrentProjectNotFound}. */
export const CurrentProjectNotFound = KnownErrorSchema(Errors.CurrentProjectNotFound, { projectId: Schema.String })

/** Schema of {@link Errors.PublishableClientKeyRequiredForProject}. */
export const PublishableClientKeyRequiredForProject = KnownErrorSchema(Errors.PublishableClientKeyRequiredForProject, {
  projectId: Schema.NullOr(Schema.String)
})

/** Schema of {@link Errors.BranchDoesNotExist}. */
export const BranchDoesNotExist = KnownErrorSchema(Errors.BranchDoesNotExist, { branchId: Schema.String })

/** The schemas of {@link Errors.InvalidAdminAccessToken}. */
export const InvalidAdminAccessToken = [
  UnparsableAdminAccessToken,
  AdminAccessTokenExpired,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin
] as const
