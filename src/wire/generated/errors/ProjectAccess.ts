/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  AccessTypeRequired,
  AccessTypeWithoutProjectId,
  AdminAccessTokenExpired,
  AdminAccessTokenIsNotAdmin,
  AdminAuthenticationRequired,
  AllOverloadsFailed,
  BodyParsingError,
  BranchDoesNotExist,
  ClientAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  CurrentProjectNotFound,
  ExpectedInternalProject,
  InsufficientAccessType,
  InvalidAccessType,
  InvalidProjectForAdminAccessToken,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ProjectKeyWithoutAccessType,
  ProjectNotFound,
  PublishableClientKeyRequiredForProject,
  SchemaError,
  ServerAuthenticationRequired,
  UnparsableAdminAccessToken
} from "../../../domain/errors/ProjectAccess.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"

export const projectKeyWithoutAccessType: KnownErrorEntry<ProjectKeyWithoutAccessType> = {
  Class: ProjectKeyWithoutAccessType
}

export const invalidAccessType: KnownErrorEntry<InvalidAccessType> = { Class: InvalidAccessType }

const accessTypeWithoutProjectIdDetails = R.struct((o) => ({ requestType: R.string(o.request_type, "request_type") }))

export const accessTypeWithoutProjectId: KnownErrorEntry<AccessTypeWithoutProjectId> = {
  Class: AccessTypeWithoutProjectId,
  details: accessTypeWithoutProjectIdDetails
}

export const accessTypeRequired: KnownErrorEntry<AccessTypeRequired> = { Class: AccessTypeRequired }

const insufficientAccessTypeDetailsAllowedAccessTypes = R.list(R.string)

const insufficientAccessTypeDetails = R.struct((o) => ({
  actualAccessType: R.string(o.actual_access_type, "actual_access_type"),
  allowedAccessTypes: insufficientAccessTypeDetailsAllowedAccessTypes(o.allowed_access_types, "allowed_access_types")
}))

export const insufficientAccessType: KnownErrorEntry<InsufficientAccessType> = {
  Class: InsufficientAccessType,
  details: insufficientAccessTypeDetails
}

export const clientAuthenticationRequired: KnownErrorEntry<ClientAuthenticationRequired> = {
  Class: ClientAuthenticationRequired
}

const invalidPublishableClientKeyDetails = R.struct((o) => ({ projectId: R.string(o.project_id, "project_id") }))

export const invalidPublishableClientKey: KnownErrorEntry<InvalidPublishableClientKey> = {
  Class: InvalidPublishableClientKey,
  details: invalidPublishableClientKeyDetails
}

const publishableClientKeyRequiredForProjectDetails = R.struct((o) => ({
  projectId: R.nullable(o.project_id, "project_id", R.string)
}))

export const publishableClientKeyRequiredForProject: KnownErrorEntry<PublishableClientKeyRequiredForProject> = {
  Class: PublishableClientKeyRequiredForProject,
  details: publishableClientKeyRequiredForProjectDetails
}

export const projectNotFound: KnownErrorEntry<ProjectNotFound> = {
  Class: ProjectNotFound,
  details: invalidPublishableClientKeyDetails
}

export const currentProjectNotFound: KnownErrorEntry<CurrentProjectNotFound> = {
  Class: CurrentProjectNotFound,
  details: invalidPublishableClientKeyDetails
}

const branchDoesNotExistDetails = R.struct((o) => ({ branchId: R.string(o.branch_id, "branch_id") }))

export const branchDoesNotExist: KnownErrorEntry<BranchDoesNotExist> = {
  Class: BranchDoesNotExist,
  details: branchDoesNotExistDetails
}

const schemaErrorDetails = R.struct((o) => ({ message: R.string(o.message, "message") }))

export const schemaError: KnownErrorEntry<SchemaError> = { Class: SchemaError, details: schemaErrorDetails }

export const bodyParsingError: KnownErrorEntry<BodyParsingError> = { Class: BodyParsingError }

const allOverloadsFailedDetailsOverloadErrors = R.list(R.json)

const allOverloadsFailedDetails = R.struct((o) => ({
  overloadErrors: allOverloadsFailedDetailsOverloadErrors(o.overload_errors, "overload_errors")
}))

export const allOverloadsFailed: KnownErrorEntry<AllOverloadsFailed> = {
  Class: AllOverloadsFailed,
  details: allOverloadsFailedDetails
}

export const invalidSecretServerKey: KnownErrorEntry<InvalidSecretServerKey> = {
  Class: InvalidSecretServerKey,
  details: invalidPublishableClientKeyDetails
}

export const invalidSuperSecretAdminKey: KnownErrorEntry<InvalidSuperSecretAdminKey> = {
  Class: InvalidSuperSecretAdminKey,
  details: invalidPublishableClientKeyDetails
}

export const serverAuthenticationRequired: KnownErrorEntry<ServerAuthenticationRequired> = {
  Class: ServerAuthenticationRequired
}

export const clientOrServerAuthenticationRequired: KnownErrorEntry<ClientOrServerAuthenticationRequired> = {
  Class: ClientOrServerAuthenticationRequired
}

export const clientOrAdminAuthenticationRequired: KnownErrorEntry<ClientOrAdminAuthenticationRequired> = {
  Class: ClientOrAdminAuthenticationRequired
}

export const clientOrServerOrAdminAuthenticationRequired: KnownErrorEntry<ClientOrServerOrAdminAuthenticationRequired> =
  { Class: ClientOrServerOrAdminAuthenticationRequired }

export const adminAuthenticationRequired: KnownErrorEntry<AdminAuthenticationRequired> = {
  Class: AdminAuthenticationRequired
}

export const unparsableAdminAccessToken: KnownErrorEntry<UnparsableAdminAccessToken> = {
  Class: UnparsableAdminAccessToken
}

const adminAccessTokenExpiredDetails = R.struct((o) => ({
  expiredAt: R.nullable(o.expired_at_millis, "expired_at_millis", R.dateOfMillis)
}))

export const adminAccessTokenExpired: KnownErrorEntry<AdminAccessTokenExpired> = {
  Class: AdminAccessTokenExpired,
  details: adminAccessTokenExpiredDetails
}

export const invalidProjectForAdminAccessToken: KnownErrorEntry<InvalidProjectForAdminAccessToken> = {
  Class: InvalidProjectForAdminAccessToken
}

export const adminAccessTokenIsNotAdmin: KnownErrorEntry<AdminAccessTokenIsNotAdmin> = {
  Class: AdminAccessTokenIsNotAdmin
}

export const expectedInternalProject: KnownErrorEntry<ExpectedInternalProject> = { Class: ExpectedInternalProject }
