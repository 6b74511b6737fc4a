/** Compiled from the schemas of `src/api` by `npm run wire`: change those, not this. */
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
import * as R from "../../runtime.ts"

export const projectKeyWithoutAccessType: KnownErrorEntry = { Class: ProjectKeyWithoutAccessType }

export const invalidAccessType: KnownErrorEntry = { Class: InvalidAccessType }

const accessTypeWithoutProjectIdDetails = R.struct((o) => ({ requestType: R.string(o.request_type, "request_type") }))

export const accessTypeWithoutProjectId: KnownErrorEntry = {
  Class: AccessTypeWithoutProjectId,
  details: accessTypeWithoutProjectIdDetails
}

export const accessTypeRequired: KnownErrorEntry = { Class: AccessTypeRequired }

const insufficientAccessTypeDetailsAllowedAccessTypesItem = (value: unknown, key?: R.Key) => R.string(value, key)

const insufficientAccessTypeDetailsAllowedAccessTypes = R.list(insufficientAccessTypeDetailsAllowedAccessTypesItem)

const insufficientAccessTypeDetails = R.struct((o) => ({
  actualAccessType: R.string(o.actual_access_type, "actual_access_type"),
  allowedAccessTypes: insufficientAccessTypeDetailsAllowedAccessTypes(o.allowed_access_types, "allowed_access_types")
}))

export const insufficientAccessType: KnownErrorEntry = {
  Class: InsufficientAccessType,
  details: insufficientAccessTypeDetails
}

export const clientAuthenticationRequired: KnownErrorEntry = { Class: ClientAuthenticationRequired }

const invalidPublishableClientKeyDetails = R.struct((o) => ({ projectId: R.string(o.project_id, "project_id") }))

export const invalidPublishableClientKey: KnownErrorEntry = {
  Class: InvalidPublishableClientKey,
  details: invalidPublishableClientKeyDetails
}

const publishableClientKeyRequiredForProjectDetails = R.struct((o) => ({
  projectId: o.project_id === null ? null : R.string(o.project_id, "project_id")
}))

export const publishableClientKeyRequiredForProject: KnownErrorEntry = {
  Class: PublishableClientKeyRequiredForProject,
  details: publishableClientKeyRequiredForProjectDetails
}

export const projectNotFound: KnownErrorEntry = { Class: ProjectNotFound, details: invalidPublishableClientKeyDetails }

export const currentProjectNotFound: KnownErrorEntry = {
  Class: CurrentProjectNotFound,
  details: invalidPublishableClientKeyDetails
}

const branchDoesNotExistDetails = R.struct((o) => ({ branchId: R.string(o.branch_id, "branch_id") }))

export const branchDoesNotExist: KnownErrorEntry = { Class: BranchDoesNotExist, details: branchDoesNotExistDetails }

const schemaErrorDetails = R.struct((o) => ({ message: R.string(o.message, "message") }))

export const schemaError: KnownErrorEntry = { Class: SchemaError, details: schemaErrorDetails }

export const bodyParsingError: KnownErrorEntry = { Class: BodyParsingError }

const allOverloadsFailedDetailsOverloadErrorsItem = (value: unknown, key?: R.Key) => R.json(value, key)

const allOverloadsFailedDetailsOverloadErrors = R.list(allOverloadsFailedDetailsOverloadErrorsItem)

const allOverloadsFailedDetails = R.struct((o) => ({
  overloadErrors: allOverloadsFailedDetailsOverloadErrors(o.overload_errors, "overload_errors")
}))

export const allOverloadsFailed: KnownErrorEntry = { Class: AllOverloadsFailed, details: allOverloadsFailedDetails }

export const invalidSecretServerKey: KnownErrorEntry = {
  Class: InvalidSecretServerKey,
  details: invalidPublishableClientKeyDetails
}

export const invalidSuperSecretAdminKey: KnownErrorEntry = {
  Class: InvalidSuperSecretAdminKey,
  details: invalidPublishableClientKeyDetails
}

export const serverAuthenticationRequired: KnownErrorEntry = { Class: ServerAuthenticationRequired }

export const clientOrServerAuthenticationRequired: KnownErrorEntry = { Class: ClientOrServerAuthenticationRequired }

export const clientOrAdminAuthenticationRequired: KnownErrorEntry = { Class: ClientOrAdminAuthenticationRequired }

export const clientOrServerOrAdminAuthenticationRequired: KnownErrorEntry = {
  Class: ClientOrServerOrAdminAuthenticationRequired
}

export const adminAuthenticationRequired: KnownErrorEntry = { Class: AdminAuthenticationRequired }

export const unparsableAdminAccessToken: KnownErrorEntry = { Class: UnparsableAdminAccessToken }

const adminAccessTokenExpiredDetails = R.struct((o) => ({
  expiredAt: o.expired_at_millis === null ? null : R.dateOfMillis(o.expired_at_millis, "expired_at_millis")
}))

export const adminAccessTokenExpired: KnownErrorEntry = {
  Class: AdminAccessTokenExpired,
  details: adminAccessTokenExpiredDetails
}

export const invalidProjectForAdminAccessToken: KnownErrorEntry = { Class: InvalidProjectForAdminAccessToken }

export const adminAccessTokenIsNotAdmin: KnownErrorEntry = { Class: AdminAccessTokenIsNotAdmin }

export const expectedInternalProject: KnownErrorEntry = { Class: ExpectedInternalProject }
