/** Members of teams and their profiles (docs/protocol/resources.md#team-members). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ClientAccess, ServerAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created, List, Success } from "./Envelope.ts"
import { TeamPermissionRequired } from "./errors/Permissions.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "./errors/Session.ts"
import { TeamMembershipAlreadyExists, TeamMembershipNotFound, TeamNotFound } from "./errors/Teams.ts"
import { UserNotFound } from "./errors/Users.ts"
import { Empty, Query } from "./Input.ts"
import { ImageUrl } from "./schema/AbsoluteUrl.ts"
import { TeamId, UserIdOrMe } from "./schema/Ids.ts"
import { ServerTeamMemberProfile, TeamMemberProfile, TeamMembership } from "./schema/TeamMember.ts"
import { WireStruct } from "./schema/WireStruct.ts"

/** A change of a profile; `null` falls back to the user's own image. */
export class UpdateTeamMemberProfile extends Schema.Opaque<UpdateTeamMemberProfile>()(
  WireStruct({
    displayName: Schema.optional(Schema.String),
    profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl))
  })
) {}

const params = { teamId: TeamId, userId: UserIdOrMe }

// The service checks the user before the membership.
const memberErrors = [UserNotFound, TeamMembershipNotFound, CannotGetOwnUserWithoutUser] as const
const clientErrors = [...memberErrors, TeamPermissionRequired, UserAuthenticationRequired] as const

/** Adds a user to a team, with the default permissions of members. */
export const addTeamMember = Endpoint.post("addTeamMember", "/team-memberships/:teamId/:userId", {
  params,
  payload: Empty,
  success: created(TeamMembership),
  error: [UserNotFound, TeamNotFound, TeamMembershipAlreadyExists, CannotGetOwnUserWithoutUser]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Add a team member")

/** Leaves a team, or removes someone; for that clients need `$remove_members`. */
export const removeTeamMember = Endpoint.delete("removeTeamMember", "/team-memberships/:teamId/:userId", {
  params,
  success: Success,
  error: clientErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Remove a team member")

/** Lists the profiles of a team; without `userId`, or for others, clients need `$read_members`. */
export const listTeamMemberProfiles = Endpoint.get("listTeamMemberProfiles", "/team-member-profiles", {
  query: Query({ teamId: TeamId, userId: Schema.optional(UserIdOrMe) }),
  success: List(TeamMemberProfile),
  error: clientErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List team member profiles")

/** Lists profiles, with their users, of a team or of a user or of all. */
export const serverListTeamMemberProfiles = Endpoint.get("serverListTeamMemberProfiles", "/team-member-profiles", {
  query: Query({ teamId: Schema.optional(TeamId), userId: Schema.optional(UserIdOrMe) }),
  success: List(ServerTeamMemberProfile),
  error: [TeamNotFound, UserNotFound, CannotGetOwnUserWithoutUser]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "List team member profiles as a server")

/** Reads a profile; for others clients need `$read_members`. */
export const getTeamMemberProfile = Endpoint.get("getTeamMemberProfile", "/team-member-profiles/:teamId/:userId", {
  params,
  success: TeamMemberProfile,
  error: clientErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Read a team member profile")

/** Reads any profile, with its user. */
export const serverGetTeamMemberProfile = Endpoint.get(
  "serverGetTeamMemberProfile",
  "/team-member-profiles/:teamId/:userId",
  {
    params,
    success: ServerTeamMemberProfile,
    error: memberErrors
  }
)
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Read a team member profile as a server")

/** Changes the signed-in user's profile in a team. */
export const updateTeamMemberProfile = Endpoint.patch(
  "updateTeamMemberProfile",
  "/team-member-profiles/:teamId/:userId",
  { params, payload: UpdateTeamMemberProfile, success: TeamMemberProfile, error: clientErrors }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Change a team member profile")

/** Changes any profile. */
export const serverUpdateTeamMemberProfile = Endpoint.patch(
  "serverUpdateTeamMemberProfile",
  "/team-member-profiles/:teamId/:userId",
  {
    params,
    payload: UpdateTeamMemberProfile,
    success: ServerTeamMemberProfile,
    error: memberErrors
  }
)
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Change a team member profile as a server")

/** Team members, at every level. */
export class TeamMembersGroup extends HttpApiGroup.make("teamMembers").add(removeTeamMember).prefix(Endpoint.root) {}

/** Team members, for clients. */
export class ClientTeamMembersGroup extends HttpApiGroup.make("clientTeamMembers")
  .add(listTeamMemberProfiles, getTeamMemberProfile, updateTeamMemberProfile)
  .prefix(Endpoint.root) {}

/** Team members, for servers. */
export class ServerTeamMembersGroup extends HttpApiGroup.make("serverTeamMembers")
  .add(addTeamMember, serverListTeamMemberProfiles, serverGetTeamMemberProfile, serverUpdateTeamMemberProfile)
  .prefix(Endpoint.root) {}
