/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { Empty } from "../../api/Input.ts"
import type { TeamId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type { ServerTeamMemberProfile, TeamMemberProfile, TeamMembership } from "../../api/schema/TeamMember.ts"
import type { UpdateTeamMemberProfile } from "../../api/TeamMembers.ts"
import type { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import type { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import type { TeamMembershipAlreadyExists, TeamMembershipNotFound, TeamNotFound } from "../../domain/errors/Teams.ts"
import type { UserNotFound } from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeSuccess, decodeToItems } from "./Envelope.ts"
import { teamPermissionRequired } from "./errors/Permissions.ts"
import { cannotGetOwnUserWithoutUser, userAuthenticationRequired } from "./errors/Session.ts"
import { teamMembershipAlreadyExists, teamMembershipNotFound, teamNotFound } from "./errors/Teams.ts"
import { userNotFound } from "./errors/Users.ts"
import { empty } from "./Input.ts"
import { imageUrl } from "./schema/AbsoluteUrl.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeServerTeamMemberProfile, decodeTeamMemberProfile, decodeTeamMembership } from "./schema/TeamMember.ts"

const teamIdUserIdParams = R.struct((o) => ({
  teamId: pathSegment<TeamId>(o.teamId, "teamId"),
  userId: pathSegment<UserId>(o.userId, "userId")
}))

/** Add a team member. */
export const addTeamMember: Endpoint<
  { readonly params: { readonly teamId: TeamId; readonly userId: UserIdOrMe }; readonly payload: typeof Empty.Type },
  TeamMembership,
  UserNotFound | TeamNotFound | TeamMembershipAlreadyExists | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "addTeamMember",
  method: "POST",
  path: "/team-memberships/:teamId/:userId",
  level: "server",
  levelErrors: commonErrors,
  params: teamIdUserIdParams,
  payload: empty,
  success: decodeTeamMembership,
  errors: [userNotFound, teamNotFound, teamMembershipAlreadyExists, cannotGetOwnUserWithoutUser]
}

/** Remove a team member. */
export const removeTeamMember: Endpoint<
  { readonly params: { readonly teamId: TeamId; readonly userId: UserIdOrMe } },
  void,
  | UserNotFound
  | TeamMembershipNotFound
  | CannotGetOwnUserWithoutUser
  | TeamPermissionRequired
  | UserAuthenticationRequired,
  "client"
> = {
  name: "removeTeamMember",
  method: "DELETE",
  path: "/team-memberships/:teamId/:userId",
  level: "client",
  levelErrors: clientErrors,
  params: teamIdUserIdParams,
  success: decodeSuccess,
  errors: [
    userNotFound,
    teamMembershipNotFound,
    cannotGetOwnUserWithoutUser,
    teamPermissionRequired,
    userAuthenticationRequired
  ]
}

const listTeamMemberProfilesSuccess = decodeToItems(R.list(decodeTeamMemberProfile))

const listTeamMemberProfilesQuery = R.struct((o) => ({
  team_id: pathSegment<TeamId>(o.teamId, "teamId"),
  user_id: R.optional(o.userId, "userId", pathSegment<UserId>)
}))

/** List team member profiles. */
export const listTeamMemberProfiles: Endpoint<
  { readonly query: { readonly teamId: TeamId; readonly userId?: UserIdOrMe | undefined } },
  ReadonlyArray<TeamMemberProfile>,
  | UserNotFound
  | TeamMembershipNotFound
  | CannotGetOwnUserWithoutUser
  | TeamPermissionRequired
  | UserAuthenticationRequired,
  "client"
> = {
  name: "listTeamMemberProfiles",
  method: "GET",
  path: "/team-member-profiles",
  level: "client",
  levelErrors: clientErrors,
  query: listTeamMemberProfilesQuery,
  success: listTeamMemberProfilesSuccess,
  errors: [
    userNotFound,
    teamMembershipNotFound,
    cannotGetOwnUserWithoutUser,
    teamPermissionRequired,
    userAuthenticationRequired
  ]
}

const serverListTeamMemberProfilesSuccess = decodeToItems(R.list(decodeServerTeamMemberProfile))

const serverListTeamMemberProfilesQuery = R.struct((o) => ({
  team_id: R.optional(o.teamId, "teamId", pathSegment<TeamId>),
  user_id: R.optional(o.userId, "userId", pathSegment<UserId>)
}))

/** List team member profiles as a server. */
export const serverListTeamMemberProfiles: Endpoint<
  { readonly query: { readonly teamId?: TeamId | undefined; readonly userId?: UserIdOrMe | undefined } },
  ReadonlyArray<ServerTeamMemberProfile>,
  TeamNotFound | UserNotFound | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "serverListTeamMemberProfiles",
  method: "GET",
  path: "/team-member-profiles",
  level: "server",
  levelErrors: commonErrors,
  query: serverListTeamMemberProfilesQuery,
  success: serverListTeamMemberProfilesSuccess,
  errors: [teamNotFound, userNotFound, cannotGetOwnUserWithoutUser]
}

/** Read a team member profile. */
export const getTeamMemberProfile: Endpoint<
  { readonly params: { readonly teamId: TeamId; readonly userId: UserIdOrMe } },
  TeamMemberProfile,
  | UserNotFound
  | TeamMembershipNotFound
  | CannotGetOwnUserWithoutUser
  | TeamPermissionRequired
  | UserAuthenticationRequired,
  "client"
> = {
  name: "getTeamMemberProfile",
  method: "GET",
  path: "/team-member-profiles/:teamId/:userId",
  level: "client",
  levelErrors: clientErrors,
  params: teamIdUserIdParams,
  success: decodeTeamMemberProfile,
  errors: [
    userNotFound,
    teamMembershipNotFound,
    cannotGetOwnUserWithoutUser,
    teamPermissionRequired,
    userAuthenticationRequired
  ]
}

/** Read a team member profile as a server. */
export const serverGetTeamMemberProfile: Endpoint<
  { readonly params: { readonly teamId: TeamId; readonly userId: UserIdOrMe } },
  ServerTeamMemberProfile,
  UserNotFound | TeamMembershipNotFound | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "serverGetTeamMemberProfile",
  method: "GET",
  path: "/team-member-profiles/:teamId/:userId",
  level: "server",
  levelErrors: commonErrors,
  params: teamIdUserIdParams,
  success: decodeServerTeamMemberProfile,
  errors: [userNotFound, teamMembershipNotFound, cannotGetOwnUserWithoutUser]
}

export const encodeUpdateTeamMemberProfile = R.struct((o) => ({
  display_name: R.optional(o.displayName, "displayName", R.string),
  profile_image_url: R.nullish(o.profileImageUrl, "profileImageUrl", imageUrl)
}))

/** Change a team member profile. */
export const updateTeamMemberProfile: Endpoint<
  {
    readonly params: { readonly teamId: TeamId; readonly userId: UserIdOrMe }
    readonly payload: UpdateTeamMemberProfile
  },
  TeamMemberProfile,
  | UserNotFound
  | TeamMembershipNotFound
  | CannotGetOwnUserWithoutUser
  | TeamPermissionRequired
  | UserAuthenticationRequired,
  "client"
> = {
  name: "updateTeamMemberProfile",
  method: "PATCH",
  path: "/team-member-profiles/:teamId/:userId",
  level: "client",
  levelErrors: clientErrors,
  params: teamIdUserIdParams,
  payload: encodeUpdateTeamMemberProfile,
  success: decodeTeamMemberProfile,
  errors: [
    userNotFound,
    teamMembershipNotFound,
    cannotGetOwnUserWithoutUser,
    teamPermissionRequired,
    userAuthenticationRequired
  ]
}

/** Change a team member profile as a server. */
export const serverUpdateTeamMemberProfile: Endpoint<
  {
    readonly params: { readonly teamId: TeamId; readonly userId: UserIdOrMe }
    readonly payload: UpdateTeamMemberProfile
  },
  ServerTeamMemberProfile,
  UserNotFound | TeamMembershipNotFound | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "serverUpdateTeamMemberProfile",
  method: "PATCH",
  path: "/team-member-profiles/:teamId/:userId",
  level: "server",
  levelErrors: commonErrors,
  params: teamIdUserIdParams,
  payload: encodeUpdateTeamMemberProfile,
  success: decodeServerTeamMemberProfile,
  errors: [userNotFound, teamMembershipNotFound, cannotGetOwnUserWithoutUser]
}
