/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { TeamId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type { ServerTeam, Team } from "../../api/schema/Team.ts"
import type { CreateTeam, ServerCreateTeam, ServerUpdateTeam, UpdateTeam } from "../../api/Teams.ts"
import type { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import type { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import type { ClientTeamCreationNotEnabled, TeamMembershipNotFound, TeamNotFound } from "../../domain/errors/Teams.ts"
import type { UserNotFound } from "../../domain/errors/Users.ts"
import { toPageable } from "../../domain/Page.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeSuccess } from "./Envelope.ts"
import { teamPermissionRequired } from "./errors/Permissions.ts"
import { cannotGetOwnUserWithoutUser, userAuthenticationRequired } from "./errors/Session.ts"
import { teamMembershipNotFound, teamNotFound } from "./errors/Teams.ts"
import { userNotFound } from "./errors/Users.ts"
import { encodeQueryBoolean } from "./Input.ts"
import { imageUrl } from "./schema/AbsoluteUrl.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeServerTeam, decodeTeam } from "./schema/Team.ts"
import { clientTeamCreation } from "./TextErrors.ts"

const listTeamsSuccessWireItems = R.list(decodeTeam)

const listTeamsSuccessWirePagination = R.struct((o) => ({
  next_cursor: R.nullable(o.next_cursor, "next_cursor", R.string)
}))

const listTeamsSuccessWire = R.struct((o) => {
  const a: R.Mutable<{
    readonly items: ReadonlyArray<Team>
    readonly is_paginated: boolean
    readonly pagination?: { readonly next_cursor: string | null } | undefined
  }> = { items: listTeamsSuccessWireItems(o.items, "items"), is_paginated: R.boolean(o.is_paginated, "is_paginated") }
  if (o.pagination !== undefined) a.pagination = listTeamsSuccessWirePagination(o.pagination, "pagination")
  return a
})

const listTeamsSuccess = (value: unknown, key?: R.Key) => toPageable(listTeamsSuccessWire(value, key))

const limitToQuery = (o: R.Properties) => ({
  limit: o.limit === undefined ? undefined : String(R.between(R.int(o.limit, "limit"), "limit", 1, 200)),
  cursor: R.optional(o.cursor, "cursor", R.string),
  order_by: o.orderBy === undefined ? undefined : R.literal(o.orderBy, "orderBy", "created_at"),
  desc: R.optional(o.desc, "desc", encodeQueryBoolean),
  query: R.optional(o.query, "query", R.string)
})

const listTeamsQuery = R.struct((o) => ({ user_id: pathSegment<UserId>(o.userId, "userId"), ...limitToQuery(o) }))

/** List own teams. */
export const listTeams: Endpoint<
  {
    readonly query: {
      readonly userId: UserIdOrMe
      readonly limit?: number | undefined
      readonly cursor?: string | undefined
      readonly orderBy?: "created_at" | undefined
      readonly desc?: boolean | undefined
      readonly query?: string | undefined
    }
  },
  { readonly items: ReadonlyArray<Team>; readonly nextCursor?: string | null | undefined },
  CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "listTeams",
  method: "GET",
  path: "/teams",
  level: "client",
  levelErrors: clientErrors,
  query: listTeamsQuery,
  success: listTeamsSuccess,
  errors: [cannotGetOwnUserWithoutUser]
}

const serverListTeamsSuccessWireItems = R.list(decodeServerTeam)

const serverListTeamsSuccessWire = R.struct((o) => {
  const a: R.Mutable<{
    readonly items: ReadonlyArray<ServerTeam>
    readonly is_paginated: boolean
    readonly pagination?: { readonly next_cursor: string | null } | undefined
  }> = {
    items: serverListTeamsSuccessWireItems(o.items, "items"),
    is_paginated: R.boolean(o.is_paginated, "is_paginated")
  }
  if (o.pagination !== undefined) a.pagination = listTeamsSuccessWirePagination(o.pagination, "pagination")
  return a
})

const serverListTeamsSuccess = (value: unknown, key?: R.Key) => toPageable(serverListTeamsSuccessWire(value, key))

const serverListTeamsQuery = R.struct((o) => ({
  user_id: R.optional(o.userId, "userId", pathSegment<UserId>),
  ...limitToQuery(o)
}))

/** List teams as a server. */
export const serverListTeams: Endpoint<
  {
    readonly query: {
      readonly userId?: UserIdOrMe | undefined
      readonly limit?: number | undefined
      readonly cursor?: string | undefined
      readonly orderBy?: "created_at" | undefined
      readonly desc?: boolean | undefined
      readonly query?: string | undefined
    }
  },
  { readonly items: ReadonlyArray<ServerTeam>; readonly nextCursor?: string | null | undefined },
  CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "serverListTeams",
  method: "GET",
  path: "/teams",
  level: "server",
  levelErrors: commonErrors,
  query: serverListTeamsQuery,
  success: serverListTeamsSuccess,
  errors: [cannotGetOwnUserWithoutUser]
}

const displayNameToCreatorUserId = (o: R.Properties) => ({
  display_name: R.string(o.displayName, "displayName"),
  profile_image_url: R.nullish(o.profileImageUrl, "profileImageUrl", imageUrl),
  client_metadata: R.optional(o.clientMetadata, "clientMetadata", R.json),
  creator_user_id: R.optional(o.creatorUserId, "creatorUserId", pathSegment<UserId>)
})

export const encodeCreateTeam = R.struct((o) => ({ ...displayNameToCreatorUserId(o) }))

/** Create a team. */
export const createTeam: Endpoint<
  { readonly payload: CreateTeam },
  Team,
  UserAuthenticationRequired | CannotGetOwnUserWithoutUser | UserNotFound | ClientTeamCreationNotEnabled,
  "client"
> = {
  name: "createTeam",
  method: "POST",
  path: "/teams",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeCreateTeam,
  success: decodeTeam,
  errors: [userAuthenticationRequired, cannotGetOwnUserWithoutUser, userNotFound],
  textErrors: [clientTeamCreation]
}

export const encodeServerCreateTeam = R.struct((o) => ({
  ...displayNameToCreatorUserId(o),
  client_read_only_metadata: R.optional(o.clientReadOnlyMetadata, "clientReadOnlyMetadata", R.json),
  server_metadata: R.optional(o.serverMetadata, "serverMetadata", R.json)
}))

/** Create a team as a server. */
export const serverCreateTeam: Endpoint<
  { readonly payload: ServerCreateTeam },
  ServerTeam,
  CannotGetOwnUserWithoutUser | UserNotFound,
  "server"
> = {
  name: "serverCreateTeam",
  method: "POST",
  path: "/teams",
  level: "server",
  levelErrors: commonErrors,
  payload: encodeServerCreateTeam,
  success: decodeServerTeam,
  errors: [cannotGetOwnUserWithoutUser, userNotFound]
}

const teamIdParams = R.struct((o) => ({ teamId: pathSegment<TeamId>(o.teamId, "teamId") }))

/** Read a team. */
export const getTeam: Endpoint<
  { readonly params: { readonly teamId: TeamId } },
  Team,
  TeamMembershipNotFound | UserAuthenticationRequired | TeamNotFound,
  "client"
> = {
  name: "getTeam",
  method: "GET",
  path: "/teams/:teamId",
  level: "client",
  levelErrors: clientErrors,
  params: teamIdParams,
  success: decodeTeam,
  errors: [teamMembershipNotFound, userAuthenticationRequired, teamNotFound]
}

/** Read a team as a server. */
export const serverGetTeam: Endpoint<
  { readonly params: { readonly teamId: TeamId } },
  ServerTeam,
  TeamNotFound,
  "server"
> = {
  name: "serverGetTeam",
  method: "GET",
  path: "/teams/:teamId",
  level: "server",
  levelErrors: commonErrors,
  params: teamIdParams,
  success: decodeServerTeam,
  errors: [teamNotFound]
}

export const encodeUpdateTeam = R.struct((o) => ({
  display_name: R.optional(o.displayName, "displayName", R.string),
  profile_image_url: R.nullish(o.profileImageUrl, "profileImageUrl", imageUrl),
  client_metadata: R.optional(o.clientMetadata, "clientMetadata", R.json)
}))

/** Change a team. */
export const updateTeam: Endpoint<
  { readonly params: { readonly teamId: TeamId }; readonly payload: UpdateTeam },
  Team,
  TeamMembershipNotFound | UserAuthenticationRequired | TeamNotFound | TeamPermissionRequired,
  "client"
> = {
  name: "updateTeam",
  method: "PATCH",
  path: "/teams/:teamId",
  level: "client",
  levelErrors: clientErrors,
  params: teamIdParams,
  payload: encodeUpdateTeam,
  success: decodeTeam,
  errors: [teamMembershipNotFound, userAuthenticationRequired, teamNotFound, teamPermissionRequired]
}

export const encodeServerUpdateTeam = R.struct((o) => ({
  display_name: R.optional(o.displayName, "displayName", R.string),
  profile_image_url: R.nullish(o.profileImageUrl, "profileImageUrl", imageUrl),
  client_metadata: R.optional(o.clientMetadata, "clientMetadata", R.json),
  client_read_only_metadata: R.optional(o.clientReadOnlyMetadata, "clientReadOnlyMetadata", R.json),
  server_metadata: R.optional(o.serverMetadata, "serverMetadata", R.json)
}))

/** Change a team as a server. */
export const serverUpdateTeam: Endpoint<
  { readonly params: { readonly teamId: TeamId }; readonly payload: ServerUpdateTeam },
  ServerTeam,
  TeamNotFound,
  "server"
> = {
  name: "serverUpdateTeam",
  method: "PATCH",
  path: "/teams/:teamId",
  level: "server",
  levelErrors: commonErrors,
  params: teamIdParams,
  payload: encodeServerUpdateTeam,
  success: decodeServerTeam,
  errors: [teamNotFound]
}

/** Delete a team. */
export const deleteTeam: Endpoint<
  { readonly params: { readonly teamId: TeamId } },
  void,
  TeamMembershipNotFound | UserAuthenticationRequired | TeamNotFound | TeamPermissionRequired,
  "client"
> = {
  name: "deleteTeam",
  method: "DELETE",
  path: "/teams/:teamId",
  level: "client",
  levelErrors: clientErrors,
  params: teamIdParams,
  success: decodeSuccess,
  errors: [teamMembershipNotFound, userAuthenticationRequired, teamNotFound, teamPermissionRequired]
}
