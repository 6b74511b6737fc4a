/**
 * All teams and their members (wire/endpoints §7, §8).
 */
import * as Effect from "effect/Effect"
import * as MembersApi from "../api/TeamMembers.ts"
import * as Api from "../api/Teams.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { call } from "./Call.ts"
import * as Users from "./Users.ts"

/** A team to create. */
export type NewTeam = Omit<typeof Api.ServerCreateTeam.Type, "creatorUserId">

/** Creates a team, with this user as its first member if one is named. Fails with `UserNotFound`. */
export const create = Effect.fn("server/Teams.create")(
  (input: NewTeam & { readonly creatorUserId?: UserId | undefined }) => call(Api.serverCreateTeam, { payload: input })
)

/** Creates a team of a user, and selects it (spec §4). */
export const createForUser = Effect.fn("server/Teams.createForUser")(function* (
  input: NewTeam & { readonly userId: UserId }
) {
  const { userId, ...payload } = input
  const team = yield* create({ ...payload, creatorUserId: userId })
  yield* Users.update({ userId, selectedTeamId: team.id })
  return team
})

/** A team by id. Fails with `TeamNotFound`. */
export const get = Effect.fn("server/Teams.get")((teamId: TeamId) => call(Api.serverGetTeam, { params: { teamId } }))

/** A team by id, or null when there is none. */
export const find = Effect.fn("server/Teams.find")((teamId: TeamId) =>
  Effect.catchTag(call(Api.serverGetTeam, { params: { teamId } }), "TeamNotFound", () => Effect.succeed(null))
)

/** The team whose API key this is, or null when the key does not work. */
export const findByApiKey = Effect.fn("server/Teams.findByApiKey")(function* (apiKey: SecretInput) {
  const key = yield* ApiKeys.checkOfTeam(apiKey)
  return key === null ? null : yield* find(key.teamId)
})

/** All teams, or those of a user, oldest first. */
export const list = Effect.fn("server/Teams.list")((filter: { readonly userId?: UserId | undefined } = {}) =>
  call(Api.serverListTeams, { query: filter })
)

/** Changes a team and returns it; metadata is replaced as a whole. */
export const update = Effect.fn("server/Teams.update")(function* (
  input: typeof Api.ServerUpdateTeam.Type & { readonly teamId: TeamId }
) {
  const { teamId, ...payload } = input
  return yield* call(Api.serverUpdateTeam, { params: { teamId }, payload })
})

const delete_ = Effect.fn("server/Teams.delete")((teamId: TeamId) => call(Api.deleteTeam, { params: { teamId } }))
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
export const addMember = Effect.fn("server/Teams.addMember")((member: Member) =>
  call(MembersApi.addTeamMember, { params: member, payload: {} })
)

/** Ends a membership, as when the user leaves. */
export const removeMember = Effect.fn("server/Teams.removeMember")((member: Member) =>
  call(MembersApi.removeTeamMember, { params: member })
)

/** The members of a team: how they appear in it, and who they are. */
export const listMembers = Effect.fn("server/Teams.listMembers")((teamId: TeamId) =>
  call(MembersApi.serverListTeamMemberProfiles, { query: { teamId } })
)

/** How a user appears in each of its teams. */
export const listProfilesOfUser = Effect.fn("server/Teams.listProfilesOfUser")((userId: UserId) =>
  call(MembersApi.serverListTeamMemberProfiles, { query: { userId } })
)

/** How a member appears in a team. Fails with `TeamMembershipNotFound`. */
export const getMemberProfile = Effect.fn("server/Teams.getMemberProfile")((member: Member) =>
  call(MembersApi.serverGetTeamMemberProfile, { params: member })
)

/** Changes how a member appears in a team. */
export const updateMemberProfile = Effect.fn("server/Teams.updateMemberProfile")(function* (
  input: Member & typeof MembersApi.UpdateTeamMemberProfile.Type
) {
  const { teamId, userId, ...payload } = input
  return yield* call(MembersApi.serverUpdateTeamMemberProfile, { params: { teamId, userId }, payload })
})
