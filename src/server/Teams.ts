/**
 * All teams and their members (docs/protocol/resources.md#teams).
 */
import * as Effect from "effect/Effect"
import * as MembersApi from "../api/TeamMembers.ts"
import * as Api from "../api/Teams.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import { operation } from "../operation/Operation.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { call } from "./Call.ts"
import * as Users from "./Users.ts"

/** A team to create. */
export type NewTeam = Omit<typeof Api.ServerCreateTeam.Type, "creatorUserId">

/** Creates a team, with this user as its first member if one is named. Fails with `UserNotFound`. */
export const create = operation("server/Teams.create", { changes: ["teams", "members", "permissions"] })(
  (input: NewTeam & { readonly creatorUserId?: UserId | undefined }) => call(Api.serverCreateTeam, { payload: input })
)

/** Creates a team of a user, and selects it (docs/protocol/resources.md#teams). */
export const createForUser = operation("server/Teams.createForUser", {
  changes: ["teams", "members", "permissions", "users"]
})(function* (input: NewTeam & { readonly userId: UserId }) {
  const { userId, ...payload } = input
  const team = yield* create({ ...payload, creatorUserId: userId })
  yield* Users.update({ userId, selectedTeamId: team.id })
  return team
})

/** A team by id. Fails with `TeamNotFound`. */
export const get = operation("server/Teams.get", { shows: ["teams"] })((teamId: TeamId) =>
  call(Api.serverGetTeam, { params: { teamId } })
)

/** A team by id, or null when there is none: also for what cannot be an id, to which the service says `SchemaError`. */
export const find = operation("server/Teams.find", { shows: ["teams"] })((teamId: TeamId) =>
  Effect.catchTag(get(teamId), ["TeamNotFound", "SchemaError"], () => Effect.succeed(null))
)

/** The team whose API key this is, or null when the key does not work. */
export const findByApiKey = operation("server/Teams.findByApiKey", { shows: ["teams", "apiKeys"] })(function* (
  apiKey: SecretInput
) {
  const key = yield* ApiKeys.checkOfTeam(apiKey)
  return key === null ? null : yield* find(key.teamId)
})

/** All teams, or those of a user, oldest first. */
export const list = operation("server/Teams.list", { shows: ["teams"] })(
  (filter: { readonly userId?: UserId | undefined } = {}) => call(Api.serverListTeams, { query: filter })
)

/** Changes a team and returns it; metadata is replaced as a whole. */
export const update = operation("server/Teams.update", { changes: ["teams", "users"] })(function* (
  input: typeof Api.ServerUpdateTeam.Type & { readonly teamId: TeamId }
) {
  const { teamId, ...payload } = input
  return yield* call(Api.serverUpdateTeam, { params: { teamId }, payload })
})

const delete_ = operation("server/Teams.delete", {
  changes: ["teams", "members", "invitations", "permissions", "apiKeys", "users"]
})((teamId: TeamId) => call(Api.deleteTeam, { params: { teamId } }))
export {
  /** Deletes a team. */
  delete_ as delete
}

/** Names a member of a team. */
export interface Member {
  readonly teamId: TeamId
  readonly userId: UserId
}

/** Makes a user a member, with the default permissions of members. */
export const addMember = operation("server/Teams.addMember", { changes: ["teams", "members", "permissions", "users"] })(
  (member: Member) => call(MembersApi.addTeamMember, { params: member, payload: {} })
)

/** Ends a membership, as when the user leaves. */
export const removeMember = operation("server/Teams.removeMember", {
  changes: ["teams", "members", "permissions", "users"]
})((member: Member) => call(MembersApi.removeTeamMember, { params: member }))

/** The members of a team: how they appear in it, and who they are. */
export const listMembers = operation("server/Teams.listMembers", { shows: ["members", "users"] })((teamId: TeamId) =>
  call(MembersApi.serverListTeamMemberProfiles, { query: { teamId } })
)

/** How a user appears in each of its teams. */
export const listProfilesOfUser = operation("server/Teams.listProfilesOfUser", { shows: ["members"] })(
  (userId: UserId) => call(MembersApi.serverListTeamMemberProfiles, { query: { userId } })
)

/** How a member appears in a team. Fails with `TeamMembershipNotFound`. */
export const getMemberProfile = operation("server/Teams.getMemberProfile", { shows: ["members"] })((member: Member) =>
  call(MembersApi.serverGetTeamMemberProfile, { params: member })
)

/** Changes how a member appears in a team. */
export const updateMemberProfile = operation("server/Teams.updateMemberProfile", { changes: ["members"] })(function* (
  input: Member & typeof MembersApi.UpdateTeamMemberProfile.Type
) {
  const { teamId, userId, ...payload } = input
  return yield* call(MembersApi.serverUpdateTeamMemberProfile, { params: { teamId, userId }, payload })
})
