/**
 * All teams and their members (docs/protocol/resources.md#teams).
 */
import * as Effect from "effect/Effect"
import * as ApiKeysApi from "../api/ApiKeys.ts"
import * as MembersApi from "../api/TeamMembers.ts"
import * as Api from "../api/Teams.ts"
import * as UsersApi from "../api/Users.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { asServer } from "./internal/AsServer.ts"
import * as Users from "./Users.ts"

/** A team to create. */
export type NewTeam = Omit<typeof Api.ServerCreateTeam.Type, "creatorUserId">

/** Creates a team, with this user as its first member if one is named. Fails with `UserNotFound`. */
export const create = asServer.write("server/Teams.create", Api.serverCreateTeam, {
  input: (input: NewTeam & { readonly creatorUserId?: UserId | undefined }) => ({ payload: input }),
  changes: ["teams", "members", "permissions"]
})

/** Creates a team of a user, and selects it. */
export const createForUser = asServer.write(
  "server/Teams.createForUser",
  [Api.serverCreateTeam, UsersApi.updateUser],
  { changes: ["teams", "members", "permissions", "users"] },
  function* (input: NewTeam & { readonly userId: UserId }) {
    const { userId, ...payload } = input
    const team = yield* create({ ...payload, creatorUserId: userId })
    yield* Users.update({ userId, selectedTeamId: team.id })
    return team
  }
)

/** A team by id. Fails with `TeamNotFound`. */
export const get = asServer.read("server/Teams.get", Api.serverGetTeam, {
  input: (teamId: TeamId) => ({ params: { teamId } }),
  shows: ["teams"]
})

/** A team by id, or null if there is none, also for a text that cannot be an id. */
export const find = asServer.read("server/Teams.find", [Api.serverGetTeam], { shows: ["teams"] }, (teamId: TeamId) =>
  Effect.catchTag(get(teamId), ["TeamNotFound", "SchemaError"], () => Effect.succeed(null))
)

/** The team whose API key this is, or null when the key does not work. */
export const findByApiKey = asServer.read(
  "server/Teams.findByApiKey",
  [ApiKeysApi.checkTeamApiKey, Api.serverGetTeam],
  { shows: ["teams", "apiKeys"] },
  function* (apiKey: SecretInput) {
    const key = yield* ApiKeys.checkOfTeam(apiKey)
    return key === null ? null : yield* find(key.teamId)
  }
)

/** All teams, or those of a user, oldest first. */
export const list = asServer.read("server/Teams.list", Api.serverListTeams, {
  input: (filter: { readonly userId?: UserId | undefined } = {}) => ({ query: filter }),
  shows: ["teams"]
})

/** Changes a team and returns it; metadata is replaced as a whole. */
export const update = asServer.write("server/Teams.update", Api.serverUpdateTeam, {
  input: ({ teamId, ...payload }: typeof Api.ServerUpdateTeam.Type & { readonly teamId: TeamId }) => ({
    params: { teamId },
    payload
  }),
  changes: ["teams", "users"]
})

const delete_ = asServer.write("server/Teams.delete", Api.deleteTeam, {
  input: (teamId: TeamId) => ({ params: { teamId } }),
  changes: ["teams", "members", "invitations", "permissions", "apiKeys", "users"]
})
export {
  /** Deletes a team. */
  delete_ as delete
}

/** Identifies a member of a team. */
export interface Member {
  readonly teamId: TeamId
  readonly userId: UserId
}

/** Makes a user a member, with the default permissions of members. */
export const addMember = asServer.write("server/Teams.addMember", MembersApi.addTeamMember, {
  input: (member: Member) => ({ params: member, payload: {} }),
  changes: ["teams", "members", "permissions", "users"]
})

/** Removes a member from a team. */
export const removeMember = asServer.write("server/Teams.removeMember", MembersApi.removeTeamMember, {
  input: (member: Member) => ({ params: member }),
  changes: ["teams", "members", "permissions", "users"]
})

/** The members of a team: their profiles and their users. */
export const listMembers = asServer.read("server/Teams.listMembers", MembersApi.serverListTeamMemberProfiles, {
  input: (teamId: TeamId) => ({ query: { teamId } }),
  shows: ["members", "users"]
})

/** The profiles of a user in all teams. */
export const listProfilesOfUser = asServer.read(
  "server/Teams.listProfilesOfUser",
  MembersApi.serverListTeamMemberProfiles,
  { input: (userId: UserId) => ({ query: { userId } }), shows: ["members"] }
)

/** The profile of a member in a team. Fails with `TeamMembershipNotFound`. */
export const getMemberProfile = asServer.read("server/Teams.getMemberProfile", MembersApi.serverGetTeamMemberProfile, {
  input: (member: Member) => ({ params: member }),
  shows: ["members"]
})

/** Changes the profile of a member in a team. */
export const updateMemberProfile = asServer.write(
  "server/Teams.updateMemberProfile",
  MembersApi.serverUpdateTeamMemberProfile,
  {
    input: ({ teamId, userId, ...payload }: Member & typeof MembersApi.UpdateTeamMemberProfile.Type) => ({
      params: { teamId, userId },
      payload
    }),
    changes: ["members"]
  }
)
