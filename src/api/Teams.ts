/** Teams (docs/protocol/resources.md#teams). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { maxTeamsPerPage } from "../domain/Page.ts"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus, Pageable, Success } from "./Envelope.ts"
import { TeamPermissionRequired } from "./errors/Permissions.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "./errors/Session.ts"
import { TeamMembershipNotFound, TeamNotFound } from "./errors/Teams.ts"
import { UserNotFound } from "./errors/Users.ts"
import { Query, QueryBoolean, QueryLimit } from "./Input.ts"
import { ImageUrl } from "./schema/AbsoluteUrl.ts"
import { TeamId, UserIdOrMe } from "./schema/Ids.ts"
import { Metadata } from "./schema/Metadata.ts"
import { ServerTeam, Team } from "./schema/Team.ts"
import { WireClass } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const createFields = {
  displayName: Schema.String,
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  clientMetadata: Schema.optional(Metadata),
  creatorUserId: Schema.optional(UserIdOrMe)
}

const updateFields = {
  displayName: Schema.optional(Schema.String),
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  clientMetadata: Schema.optional(Metadata)
}

const serverFields = {
  clientReadOnlyMetadata: Schema.optional(Metadata),
  serverMetadata: Schema.optional(Metadata)
}

/** A new team; its creator, the signed-in user, becomes a member. */
export class CreateTeam extends WireClass<CreateTeam>()(createFields) {}
/** A new team; without a creator it has no member. */
export class ServerCreateTeam extends WireClass<ServerCreateTeam>()({ ...createFields, ...serverFields }) {}
/** A change of a team. */
export class UpdateTeam extends WireClass<UpdateTeam>()(updateFields) {}
/** A change of a team as servers may make it. */
export class ServerUpdateTeam extends WireClass<ServerUpdateTeam>()({ ...updateFields, ...serverFields }) {}

const params = { teamId: TeamId }
const readErrors = [TeamMembershipNotFound, UserAuthenticationRequired, TeamNotFound] as const
const writeErrors = [...readErrors, TeamPermissionRequired] as const

/** Selects and orders a part of a list of teams. The service of 2025-06 accepts none of these. */
export const teamPageFields = {
  limit: Schema.optional(QueryLimit(maxTeamsPerPage)),
  /** Needs `limit`. */
  cursor: Schema.optional(Schema.String),
  orderBy: Schema.optional(Schema.Literal("created_at")),
  desc: Schema.optional(QueryBoolean),
  /** An exact id, or part of a display name. */
  query: Schema.optional(Schema.String)
}

/** The part of the query of teams that has pages. */
export const TeamPage = Query(teamPageFields)

/** Lists the teams of the signed-in user, oldest first unless `desc`; without `limit` all of them. */
export const listTeams = Endpoint.client.get("listTeams", "/teams", {
  summary: "List own teams",
  query: Query({ userId: UserIdOrMe, ...teamPageFields }),
  success: Pageable(Team),
  error: CannotGetOwnUserWithoutUser
})

/** Lists all teams, or those of a user, oldest first unless `desc`; without `limit` all of them. */
export const serverListTeams = Endpoint.server.get("serverListTeams", "/teams", {
  summary: "List teams as a server",
  query: Query({ userId: Schema.optional(UserIdOrMe), ...teamPageFields }),
  success: Pageable(ServerTeam),
  error: CannotGetOwnUserWithoutUser
})

/** Creates a team, if the project lets clients do so; it does not select the team. */
export const createTeam = Endpoint.client.post("createTeam", "/teams", {
  summary: "Create a team",
  payload: CreateTeam,
  success: withCreatedStatus(Team),
  error: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser, UserNotFound, TextErrors.clientTeamCreation]
})

/** Creates a team as servers may. */
export const serverCreateTeam = Endpoint.server.post("serverCreateTeam", "/teams", {
  summary: "Create a team as a server",
  payload: ServerCreateTeam,
  success: withCreatedStatus(ServerTeam),
  error: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** Reads a team that the signed-in user is a member of. */
export const getTeam = Endpoint.client.get("getTeam", "/teams/:teamId", {
  summary: "Read a team",
  params,
  success: Team,
  error: readErrors
})

/** Reads any team. */
export const serverGetTeam = Endpoint.server.get("serverGetTeam", "/teams/:teamId", {
  summary: "Read a team as a server",
  params,
  success: ServerTeam,
  error: TeamNotFound
})

/** Changes a team; needs `$update_team`. */
export const updateTeam = Endpoint.client.patch("updateTeam", "/teams/:teamId", {
  summary: "Change a team",
  params,
  payload: UpdateTeam,
  success: Team,
  error: writeErrors
})

/** Changes any team. */
export const serverUpdateTeam = Endpoint.server.patch("serverUpdateTeam", "/teams/:teamId", {
  summary: "Change a team as a server",
  params,
  payload: ServerUpdateTeam,
  success: ServerTeam,
  error: TeamNotFound
})

/** Deletes a team; clients need `$delete_team`. */
export const deleteTeam = Endpoint.client.delete("deleteTeam", "/teams/:teamId", {
  summary: "Delete a team",
  params,
  success: Success,
  error: writeErrors
})

/** Teams, at every level. */
export class TeamsGroup extends HttpApiGroup.make("teams").add(deleteTeam).prefix(Endpoint.root) {}

/** Teams, for clients. */
export class ClientTeamsGroup extends HttpApiGroup.make("clientTeams")
  .add(listTeams, createTeam, getTeam, updateTeam)
  .prefix(Endpoint.root) {}

/** Teams, for servers. */
export class ServerTeamsGroup extends HttpApiGroup.make("serverTeams")
  .add(serverListTeams, serverCreateTeam, serverGetTeam, serverUpdateTeam)
  .prefix(Endpoint.root) {}
