/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { KnownErrorEntry } from "../Endpoint.ts"
import {
  accessTypeRequired,
  accessTypeWithoutProjectId,
  adminAccessTokenExpired,
  adminAccessTokenIsNotAdmin,
  adminAuthenticationRequired,
  allOverloadsFailed,
  bodyParsingError,
  branchDoesNotExist,
  clientAuthenticationRequired,
  clientOrAdminAuthenticationRequired,
  clientOrServerAuthenticationRequired,
  clientOrServerOrAdminAuthenticationRequired,
  currentProjectNotFound,
  insufficientAccessType,
  invalidAccessType,
  invalidProjectForAdminAccessToken,
  invalidPublishableClientKey,
  invalidSecretServerKey,
  invalidSuperSecretAdminKey,
  projectKeyWithoutAccessType,
  projectNotFound,
  publishableClientKeyRequiredForProject,
  schemaError,
  serverAuthenticationRequired,
  unparsableAdminAccessToken
} from "./errors/ProjectAccess.ts"
import {
  accessTokenExpired,
  anonymousAuthenticationNotAllowed,
  invalidProjectForAccessToken,
  restrictedUserNotAllowed,
  unparsableAccessToken
} from "./errors/Session.ts"

export const clientErrors: ReadonlyArray<KnownErrorEntry> = [
  projectKeyWithoutAccessType,
  invalidAccessType,
  accessTypeWithoutProjectId,
  accessTypeRequired,
  insufficientAccessType,
  clientAuthenticationRequired,
  invalidPublishableClientKey,
  publishableClientKeyRequiredForProject,
  unparsableAccessToken,
  accessTokenExpired,
  invalidProjectForAccessToken,
  anonymousAuthenticationNotAllowed,
  restrictedUserNotAllowed,
  projectNotFound,
  currentProjectNotFound,
  branchDoesNotExist,
  schemaError,
  bodyParsingError,
  allOverloadsFailed
]

export const commonErrors: ReadonlyArray<KnownErrorEntry> = [
  ...clientErrors,
  invalidSecretServerKey,
  invalidSuperSecretAdminKey,
  serverAuthenticationRequired,
  clientOrServerAuthenticationRequired,
  clientOrAdminAuthenticationRequired,
  clientOrServerOrAdminAuthenticationRequired,
  adminAuthenticationRequired,
  unparsableAdminAccessToken,
  adminAccessTokenExpired,
  invalidProjectForAdminAccessToken,
  adminAccessTokenIsNotAdmin
]
