/**
 * Decides who a request comes from and what it may do. The order of the checks is part of the contract
 * (docs/protocol/headers.md#order-of-checks): it determines which error is answered.
 */
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import { type AccessLevel, accessLevels } from "../../domain/AccessLevel.ts"
import type { KnownError } from "../../domain/errors/KnownError.ts"
import {
  AccessTypeWithoutProjectId,
  AdminAccessTokenExpired,
  AdminAccessTokenIsNotAdmin,
  AdminAuthenticationRequired,
  BranchDoesNotExist,
  ClientAuthenticationRequired,
  CurrentProjectNotFound,
  InvalidAccessType,
  InvalidProjectForAdminAccessToken,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ProjectKeyWithoutAccessType,
  ProjectNotFound,
  PublishableClientKeyRequiredForProject,
  ServerAuthenticationRequired,
  UnparsableAdminAccessToken
} from "../../domain/errors/ProjectAccess.ts"
import {
  AnonymousAuthenticationNotAllowed,
  InvalidProjectForAccessToken,
  RestrictedUserNotAllowed
} from "../../domain/errors/Session.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { AccessTokens, type Claims, toKnownError } from "../accounts/AccessTokens.ts"
import type { UserRow } from "../accounts/UserRow.ts"
import * as Users from "../accounts/Users.ts"
import { TextAnswer } from "../errors/TextAnswer.ts"
import * as ProjectKeys from "../projects/ProjectKeys.ts"
import * as Projects from "../projects/Projects.ts"
import type { Project } from "../projects/Projects.ts"
import { isHostedPage } from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"
import * as Teams from "../teams/Teams.ts"
import * as AccessHeaders from "./AccessHeaders.ts"
import { ControlToken, tokenHeader } from "./ControlToken.ts"

const keyMissing: Record<AccessLevel, () => KnownError> = {
  client: () => new ClientAuthenticationRequired(),
  server: () => new ServerAuthenticationRequired(),
  admin: () => new AdminAuthenticationRequired()
}

const keyInvalid: Record<AccessLevel, (projectId: ProjectId) => KnownError> = {
  client: (projectId) => new InvalidPublishableClientKey({ details: { projectId } }),
  server: (projectId) => new InvalidSecretServerKey({ details: { projectId } }),
  admin: (projectId) => new InvalidSuperSecretAdminKey({ details: { projectId } })
}

/** The projects that a developer owns are listed in the metadata of their account. */
export const readManagedProjectIds = (owner: Pick<UserRow, "server_metadata">): ReadonlyArray<string> => {
  const metadata: unknown = owner.server_metadata === null ? null : JSON.parse(owner.server_metadata)
  if (typeof metadata !== "object" || metadata === null || !("managedProjectIds" in metadata)) return []
  const ids = metadata.managedProjectIds
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []
}

/** The level that a request asks for; `undefined` for one without an access type, which has no key either. */
const readLevel = Effect.fnUntraced(function* (headers: Headers) {
  const accessType = AccessHeaders.readAccessType(headers)
  if (accessType === undefined) {
    const names = [AccessHeaders.adminTokenHeader, ...accessLevels.map((level) => AccessHeaders.keyHeaders[level])]
    const hasKey = names.some((name) => AccessHeaders.read(headers, name) !== undefined)
    return hasKey ? yield* new ProjectKeyWithoutAccessType() : undefined
  }
  const level = accessLevels.find((candidate) => candidate === accessType)
  if (level !== undefined) return level
  return yield* new InvalidAccessType({
    error: `The access type must be client, server or admin, but is ${JSON.stringify(accessType.slice(0, 40))}.`
  })
})

const decodeAccessToken = Effect.fnUntraced(function* (token: string, projectId: ProjectId) {
  const accessTokens = yield* AccessTokens
  const claims = yield* Effect.mapError(accessTokens.verify(token), toKnownError)
  if (claims.projectId === projectId) return claims
  return yield* new InvalidProjectForAccessToken({
    details: { expectedProjectId: projectId, actualProjectId: claims.projectId }
  })
})

/** Refuses guests and restricted users unless the call allows them. Their token decides, not their present state. */
const requireAllowed = Effect.fnUntraced(function* (headers: Headers, { isAnonymous, restrictedReason }: Claims) {
  const { has } = yield* Generation
  if (!has("current") || restrictedReason === undefined || headers[AccessHeaders.allowAnonymous] === "true") return
  if (isAnonymous) {
    // The service of 2025-06 allows them, and so does the emulator when it runs as both.
    if (!has("2025-06")) return yield* new AnonymousAuthenticationNotAllowed()
  } else if (headers[AccessHeaders.allowRestricted] !== "true") {
    return yield* new RestrictedUserNotAllowed({ details: { restrictedReason: { type: restrictedReason } } })
  }
})

/** A project that a request names, which may not exist. */
interface NamedProject {
  readonly projectId: ProjectId
  readonly project: Project | undefined
}

/** Users manage projects in 2025-06, teams do in the current service. */
const manages = Effect.fnUntraced(function* (owner: UserRow, { project, projectId }: NamedProject) {
  const { has } = yield* Generation
  if (has("2025-06") && readManagedProjectIds(owner).includes(projectId)) return true
  const teamId = project?.ownerTeamId ?? null
  return has("current") && teamId !== null && (yield* Teams.isMember(teamId, owner.id))
})

const checkAdminToken = Effect.fnUntraced(function* (token: string, named: NamedProject) {
  const accessTokens = yield* AccessTokens
  const claims = yield* Effect.mapError(accessTokens.verify(token), (invalid) =>
    invalid._tag === "ExpiredToken"
      ? new AdminAccessTokenExpired({ details: { expiredAt: invalid.expiredAt } })
      : new UnparsableAdminAccessToken()
  )
  if (claims.projectId !== Projects.internalProjectId) return yield* new AdminAccessTokenIsNotAdmin()
  const owner = yield* Users.find(Projects.internalProjectId, claims.userId)
  if (owner === undefined) {
    return yield* new TextAnswer({ status: 401, text: "The user of the admin access token does not exist any more." })
  }
  if (!(yield* manages(owner, named))) return yield* new AdminAccessTokenIsNotAdmin()
  if (named.project === undefined) return yield* new InvalidProjectForAdminAccessToken()
})

const checkKey = Effect.fnUntraced(function* (
  level: AccessLevel,
  { project, projectId }: NamedProject,
  headers: Headers
) {
  const { has } = yield* Generation
  const key = AccessHeaders.read(headers, AccessHeaders.keyHeaders[level])
  if (key === undefined && level === "client" && has("current")) {
    if (project?.config.requirePublishableClientKey === false || isHostedPage(projectId, headers)) return
    return yield* new PublishableClientKeyRequiredForProject({ details: { projectId } })
  }
  if (key === undefined) return yield* Effect.fail(keyMissing[level]())
  if (!(yield* ProjectKeys.admits(projectId, level, key))) return yield* Effect.fail(keyInvalid[level](projectId))
})

/** The caller of a request, or `undefined` without an access type. */
export const authenticate = Effect.fnUntraced(function* (headers: Headers) {
  const level = yield* readLevel(headers)
  if (level === undefined) return undefined
  const projectId = AccessHeaders.readProjectId(headers)
  if (projectId === undefined) return yield* new AccessTypeWithoutProjectId({ details: { requestType: level } })

  const accessToken = AccessHeaders.read(headers, "x-stack-access-token")
  const claims: Claims | undefined =
    accessToken === undefined ? undefined : yield* decodeAccessToken(accessToken, projectId)
  if (claims !== undefined) yield* requireAllowed(headers, claims)
  const project = yield* Projects.find(projectId)
  if (project === undefined && (yield* Generation).has("current")) {
    return yield* new CurrentProjectNotFound({ details: { projectId } })
  }
  const controlToken = yield* ControlToken
  // The console knows no keys: the emulator itself has only their hashes.
  if (!controlToken.is(headers[tokenHeader])) {
    const adminToken = AccessHeaders.read(headers, AccessHeaders.adminTokenHeader)
    if (adminToken !== undefined) yield* checkAdminToken(adminToken, { projectId, project })
    else yield* checkKey(level, { projectId, project }, headers)
  }

  if (project === undefined) return yield* new ProjectNotFound({ details: { projectId } })
  const branchId = AccessHeaders.read(headers, "x-stack-branch-id") ?? "main"
  if (branchId !== "main") return yield* new BranchDoesNotExist({ details: { branchId } })

  const user = claims === undefined ? undefined : yield* Users.find(projectId, claims.userId)
  return { level, project, user, sessionId: user && claims?.sessionId }
})
