/** Teams (docs/protocol/resources.md#teams). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { maxTeamsPerPage } from "../domain/Page.ts"
import { ClientAccess, ServerAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created, Pageable, Success } from "./Envelope.ts"
import { TeamPermissionRequired } from "./errors/Permissions.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "./errors/Session.ts"
import { TeamMembershipNotFound, TeamNotFound } from "./errors/Teams.ts"
import { UserNotFound } from "./errors/Users.ts"
import { Query, QueryBoolean, QueryLimit } from "./Input.ts"
import { ImageUrl } from "./schema/AbsoluteUrl.ts"
import { TeamId, UserIdOrMe } from "./schema/Ids.ts"
import { Metadata } from "./schema/Metadata.ts"
import { ServerTeam, Team } from "./schema/Team.ts"
import { WireStruct } from "./schema/WireStruct.ts"
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
export class CreateTeam extends Schema.Opaque<CreateTeam>()(WireStruct(createFields)) {}
/** A new team; without a creator it has no member. */
export class ServerCreateTeam extends Schema.Opaque<ServerCreateTeam>()(
  WireStruct({ ...createFields, ...serverFields })
) {}
/** A change of a team. */
export class UpdateTeam extends Schema.Opaque<UpdateTeam>()(WireStruct(updateFields)) {}
/** A change of a team as servers may make it. */
export class ServerUpdateTeam extends Schema.Opaque<ServerUpdateTeam>()(
  WireStruct({ ...updateFields, ...serverFields })
) {}

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
export const listTeams = Endpoint.get("listTeams", "/teams", {
  query: Query({ userId: UserIdOrMe, ...teamPageFields }),
  success: Pageable(Team),
  error: CannotGetOwnUserWithoutUser
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List own teams")

/** Lists all teams, or those of a user, oldest first unless `desc`; without `limit` all of them. */
export const serverListTeams = Endpoint.get("serverListTeams", "/teams", {
  query: Query({ userId: Schema.optional(UserIdOrMe), ...teamPageFields }),
  success: Pageable(ServerTeam),
  error: CannotGetOwnUserWithoutUser
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "List teams as a server")

/** Creates a team, if the project lets clients do so; it does not select the team. */
export const createTeam = Endpoint.post("createTeam", "/teams", {
  payload: CreateTeam,
  success: created(Team),
  error: [UserAuthenticationRequired, CannotGetOwnUserWithoutUser, UserNotFound, TextErrors.clientTeamCreation]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Create a team")

/** Creates a team as servers may. */
export const serverCreateTeam = Endpoint.post("serverCreateTeam", "/teams", {
  payload: ServerCreateTeam,
  success: created(ServerTeam),
  error: [CannotGetOwnUserWithoutUser, UserNotFound]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Create a team as a server")

/** Reads a team that the signed-in user is a member of. */
export const getTeam = Endpoint.get("getTeam", "/teams/:teamId", {
  params,
  success: Team,
  error: readErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Read a team")

/** Reads any team. */
export const serverGetTeam = Endpoint.get("serverGetTeam", "/teams/:teamId", {
  params,
  success: ServerTeam,
  error: TeamNotFound
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Read a team as a server")

/** Changes a team; needs `$update_team`. */
export const updateTeam = Endpoint.patch("updateTeam", "/teams/:teamId", {
  params,
  payload: UpdateTeam,
  success: Team,
  error: writeErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Change a team")

/** Changes any team. */
export const serverUpdateTeam = Endpoint.patch("serverUpdateTeam", "/teams/:teamId", {
  params,
  payload: ServerUpdateTeam,
  success: ServerTeam,
  error: TeamNotFound
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Change a team as a server")

/** Deletes a team; clients need `$delete_team`. */
export const deleteTeam = Endpoint.delete("deleteTeam", "/teams/:teamId", {
  params,
  success: Success,
  error: writeErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Delete a team")

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
