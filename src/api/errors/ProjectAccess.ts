/**
 * Request and project authentication: the schemas of the errors of `domain/errors/ProjectAccess.ts`.
 */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/ProjectAccess.ts"
import { OpenEnum } from "../schema/OpenEnum.ts"
import { WireStruct } from "../schema/WireStruct.ts"
import { KnownErrorSchema } from "../schema/KnownErrorSchema.ts"

/** Schema of {@link Errors.UnsupportedError}. */
export const UnsupportedError = KnownErrorSchema(
  Errors.UnsupportedError,
  WireStruct({ originalErrorCode: Schema.String }, { originalErrorCode: "originalErrorCode" })
)

/** Schema of {@link Errors.BodyParsingError}. */
export const BodyParsingError = KnownErrorSchema(Errors.BodyParsingError)

/** Schema of {@link Errors.SchemaError}. */
export const SchemaError = KnownErrorSchema(Errors.SchemaError, WireStruct({ message: Schema.String }))

/** Schema of {@link Errors.AllOverloadsFailed}. */
export const AllOverloadsFailed = KnownErrorSchema(
  Errors.AllOverloadsFailed,
  WireStruct({ overloadErrors: Schema.Array(Schema.Json) })
)

/** Schema of {@link Errors.ProjectKeyWithoutAccessType}. */
export const ProjectKeyWithoutAccessType = KnownErrorSchema(Errors.ProjectKeyWithoutAccessType)

/** Schema of {@link Errors.InvalidAccessType}. */
export const InvalidAccessType = KnownErrorSchema(Errors.InvalidAccessType)

/** Schema of {@link Errors.AccessTypeWithoutProjectId}. */
export const AccessTypeWithoutProjectId = KnownErrorSchema(
  Errors.AccessTypeWithoutProjectId,
  WireStruct({ requestType: OpenEnum(["client", "server", "admin"]) })
)

/** Schema of {@link Errors.AccessTypeRequired}. */
export const AccessTypeRequired = KnownErrorSchema(Errors.AccessTypeRequired)

/** Schema of {@link Errors.InsufficientAccessType}. */
export const InsufficientAccessType = KnownErrorSchema(
  Errors.InsufficientAccessType,
  WireStruct({
    actualAccessType: OpenEnum(["client", "server", "admin"]),
    allowedAccessTypes: Schema.Array(OpenEnum(["client", "server", "admin"]))
  })
)

/** Schema of {@link Errors.InvalidPublishableClientKey}. */
export const InvalidPublishableClientKey = KnownErrorSchema(
  Errors.InvalidPublishableClientKey,
  WireStruct({ projectId: Schema.String })
)

/** Schema of {@link Errors.InvalidSecretServerKey}. */
export const InvalidSecretServerKey = KnownErrorSchema(
  Errors.InvalidSecretServerKey,
  WireStruct({ projectId: Schema.String })
)

/** Schema of {@link Errors.InvalidSuperSecretAdminKey}. */
export const InvalidSuperSecretAdminKey = KnownErrorSchema(
  Errors.InvalidSuperSecretAdminKey,
  WireStruct({ projectId: Schema.String })
)

/** Schema of {@link Errors.UnparsableAdminAccessToken}. */
export const UnparsableAdminAccessToken = KnownErrorSchema(Errors.UnparsableAdminAccessToken)

/** Schema of {@link Errors.AdminAccessTokenExpired}. */
export const AdminAccessTokenExpired = KnownErrorSchema(
  Errors.AdminAccessTokenExpired,
  WireStruct({ expiredAt: Schema.NullOr(Schema.DateFromMillis) }, { expiredAt: "expired_at_millis" })
)

/** Schema of {@link Errors.InvalidProjectForAdminAccessToken}. */
export const InvalidProjectForAdminAccessToken = KnownErrorSchema(Errors.InvalidProjectForAdminAccessToken)

/** Schema of {@link Errors.AdminAccessTokenIsNotAdmin}. */
export const AdminAccessTokenIsNotAdmin = KnownErrorSchema(Errors.AdminAccessTokenIsNotAdmin)

/** Schema of {@link Errors.ClientAuthenticationRequired}. */
export const ClientAuthenticationRequired = KnownErrorSchema(Errors.ClientAuthenticationRequired)

/** Schema of {@link Errors.ServerAuthenticationRequired}. */
export const ServerAuthenticationRequired = KnownErrorSchema(Errors.ServerAuthenticationRequired)

/** Schema of {@link Errors.ClientOrServerAuthenticationRequired}. */
export const ClientOrServerAuthenticationRequired = KnownErrorSchema(Errors.ClientOrServerAuthenticationRequired)

/** Schema of {@link Errors.ClientOrAdminAuthenticationRequired}. */
export const ClientOrAdminAuthenticationRequired = KnownErrorSchema(Errors.ClientOrAdminAuthenticationRequired)

/** Schema of {@link Errors.ClientOrServerOrAdminAuthenticationRequired}. */
export const ClientOrServerOrAdminAuthenticationRequired = KnownErrorSchema(
  Errors.ClientOrServerOrAdminAuthenticationRequired
)

/** Schema of {@link Errors.AdminAuthenticationRequired}. */
export const AdminAuthenticationRequired = KnownErrorSchema(Errors.AdminAuthenticationRequired)

/** Schema of {@link Errors.ExpectedInternalProject}. */
export const ExpectedInternalProject = KnownErrorSchema(Errors.ExpectedInternalProject)

/** Schema of {@link Errors.ProjectNotFound}. */
export const ProjectNotFound = KnownErrorSchema(Errors.ProjectNotFound, WireStruct({ projectId: Schema.String }))

/** Schema of {@link Errors.CurrentProjectNotFound}. */
export const CurrentProjectNotFound = KnownErrorSchema(
  Errors.CurrentProjectNotFound,
  WireStruct({ projectId: Schema.String })
)

/** Schema of {@link Errors.PublishableClientKeyRequiredForProject}. */
export const PublishableClientKeyRequiredForProject = KnownErrorSchema(
  Errors.PublishableClientKeyRequiredForProject,
  WireStruct({ projectId: Schema.NullOr(Schema.String) })
)

/** Schema of {@link Errors.BranchDoesNotExist}. */
export const BranchDoesNotExist = KnownErrorSchema(Errors.BranchDoesNotExist, WireStruct({ branchId: Schema.String }))

/** The schemas of {@link Errors.InvalidAdminAccessToken}. */
export const InvalidAdminAccessToken = [
  UnparsableAdminAccessToken,
  AdminAccessTokenExpired,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin
] as const
