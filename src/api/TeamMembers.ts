/** Members of teams and their profiles (docs/protocol/resources.md#team-members). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus, List, Success } from "./Envelope.ts"
import { TeamPermissionRequired } from "./errors/Permissions.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "./errors/Session.ts"
import { TeamMembershipAlreadyExists, TeamMembershipNotFound, TeamNotFound } from "./errors/Teams.ts"
import { UserNotFound } from "./errors/Users.ts"
import { Empty, Query } from "./Input.ts"
import { ImageUrl } from "./schema/AbsoluteUrl.ts"
import { TeamId, UserIdOrMe } from "./schema/Ids.ts"
import { ServerTeamMemberProfile, TeamMemberProfile, TeamMembership } from "./schema/TeamMember.ts"
import { WireClass } from "./schema/WireStruct.ts"

/** A change of a profile; `null` falls back to the user's own image. */
export class UpdateTeamMemberProfile extends WireClass<UpdateTeamMemberProfile>()({
  displayName: Schema.optional(Schema.String),
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl))
}) {}

const profilePath = "/team-member-profiles/:teamId/:userId"
const params = { teamId: TeamId, userId: UserIdOrMe }

// The service checks the user before the membership.
const memberErrors = [UserNotFound, TeamMembershipNotFound, CannotGetOwnUserWithoutUser] as const
const clientErrors = [...memberErrors, TeamPermissionRequired, UserAuthenticationRequired] as const

/** Adds a user to a team, with the default permissions of members. */
export const addTeamMember = Endpoint.server.post("addTeamMember", "/team-memberships/:teamId/:userId", {
  summary: "Add a team member",
  params,
  payload: Empty,
  success: withCreatedStatus(TeamMembership),
  error: [UserNotFound, TeamNotFound, TeamMembershipAlreadyExists, CannotGetOwnUserWithoutUser]
})

/** Leaves a team, or removes someone; for that clients need `$remove_members`. */
export const removeTeamMember = Endpoint.client.delete("removeTeamMember", "/team-memberships/:teamId/:userId", {
  summary: "Remove a team member",
  params,
  success: Success,
  error: clientErrors
})

/** Lists the profiles of a team; without `userId`, or for others, clients need `$read_members`. */
export const listTeamMemberProfiles = Endpoint.client.get("listTeamMemberProfiles", "/team-member-profiles", {
  summary: "List team member profiles",
  query: Query({ teamId: TeamId, userId: Schema.optional(UserIdOrMe) }),
  success: List(TeamMemberProfile),
  error: clientErrors
})

/** Lists profiles, with their users, of a team or of a user or of all. */
export const serverListTeamMemberProfiles = Endpoint.server.get(
  "serverListTeamMemberProfiles",
  "/team-member-profiles",
  {
    summary: "List team member profiles as a server",
    query: Query({ teamId: Schema.optional(TeamId), userId: Schema.optional(UserIdOrMe) }),
    success: List(ServerTeamMemberProfile),
    error: [TeamNotFound, UserNotFound, CannotGetOwnUserWithoutUser]
  }
)

/** Reads a profile; for others clients need `$read_members`. */
export const getTeamMemberProfile = Endpoint.client.get("getTeamMemberProfile", profilePath, {
  summary: "Read a team member profile",
  params,
  success: TeamMemberProfile,
  error: clientErrors
})

/** Reads any profile, with its user. */
export const serverGetTeamMemberProfile = Endpoint.server.get("serverGetTeamMemberProfile", profilePath, {
  summary: "Read a team member profile as a server",
  params,
  success: ServerTeamMemberProfile,
  error: memberErrors
})

/** Changes the signed-in user's profile in a team. */
export const updateTeamMemberProfile = Endpoint.client.patch("updateTeamMemberProfile", profilePath, {
  summary: "Change a team member profile",
  params,
  payload: UpdateTeamMemberProfile,
  success: TeamMemberProfile,
  error: clientErrors
})

/** Changes any profile. */
export const serverUpdateTeamMemberProfile = Endpoint.server.patch("serverUpdateTeamMemberProfile", profilePath, {
  summary: "Change a team member profile as a server",
  params,
  payload: UpdateTeamMemberProfile,
  success: ServerTeamMemberProfile,
  error: memberErrors
})

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
