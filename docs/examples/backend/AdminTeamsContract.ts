/** Teams and their members, for admins. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { TeamMembershipNotFound, TeamNotFound, UserNotFound } from "gatefold/api"
import { PermissionId, TeamId, Unavailable, UserId } from "gatefold/backend/middleware"
import { Refused } from "./AdminErrors.ts"

/** A team in a list. */
export const Team = Schema.Struct({
  id: TeamId,
  displayName: Schema.String,
  profileImageUrl: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
/** A team in a list. */
export interface Team extends Schema.Schema.Type<typeof Team> {}

/** A member, as they appear in the team. */
export const Member = Schema.Struct({
  userId: UserId,
  displayName: Schema.NullOr(Schema.String),
  primaryEmail: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String),
  /** The permissions that the member was granted in the team, such as `team_admin`. */
  permissions: Schema.Array(PermissionId)
})
/** A member, as they appear in the team. */
export interface Member extends Schema.Schema.Type<typeof Member> {}

/** A team with its members. */
export const TeamDetails = Schema.Struct({ team: Team, members: Schema.Array(Member) })
/** A team with its members. */
export interface TeamDetails extends Schema.Schema.Type<typeof TeamDetails> {}

const member = { teamId: TeamId, userId: UserId }
const ofTeam = Schema.Union([TeamNotFound, Unavailable])
const ofMember = Schema.Union([TeamNotFound, TeamMembershipNotFound, UserNotFound, Refused, Unavailable])

/** The procedures about teams. */
export const teams = RpcGroup.make(
  /** All of them, newest first: the service has no pages of teams. */
  Rpc.make("ListTeams", { success: Schema.Array(Team), error: Unavailable }),
  Rpc.make("GetTeam", { payload: { teamId: TeamId }, success: TeamDetails, error: ofTeam }),
  /** Its creator becomes a member who may do everything in it. */
  Rpc.make("CreateTeam", {
    payload: { displayName: Schema.NonEmptyString, creatorUserId: Schema.optionalKey(UserId) },
    success: Team,
    error: Schema.Union([UserNotFound, Refused, Unavailable])
  }),
  Rpc.make("RenameTeam", {
    payload: { teamId: TeamId, displayName: Schema.NonEmptyString },
    success: TeamDetails,
    error: Schema.Union([TeamNotFound, Refused, Unavailable])
  }),
  /** Without the consent of the user. */
  Rpc.make("AddTeamMember", { payload: member, success: TeamDetails, error: ofMember }),
  Rpc.make("RemoveTeamMember", { payload: member, success: TeamDetails, error: ofMember }),
  /** With its memberships and API keys. */
  Rpc.make("DeleteTeam", { payload: { teamId: TeamId }, error: ofTeam })
)
