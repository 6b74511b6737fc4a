/** All teams and their members (docs/protocol/resources.md#teams). */
import * as Effect from "effect/Effect"
import type * as MembersApi from "../api/TeamMembers.ts"
import type * as Api from "../api/Teams.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import { ofTeams } from "../domain/Resource.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import * as ApiKeysWire from "../wire/generated/ApiKeys.ts"
import * as MembersWire from "../wire/generated/TeamMembers.ts"
import * as Wire from "../wire/generated/Teams.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { asServer, succeedNull } from "./AsServer.ts"
import * as Users from "./Users.ts"

/** A team to create, without members. */
export type NewTeam = Omit<Api.ServerCreateTeam, "creatorUserId">

/** Creates a team, with this user as its first member if one is named. Fails with `UserNotFound`. */
export const create = asServer.write("server/Teams.create", Wire.serverCreateTeam, {
  input: (input: NewTeam & { readonly creatorUserId?: UserId | undefined }) => ({ payload: input }),
  changes: ["teams", "members", "permissions"]
})

/** Creates a team of a user, and selects it. */
export const createForUser = asServer.write(
  "server/Teams.createForUser",
  [Wire.serverCreateTeam, UsersWire.updateUser],
  { changes: ["teams", "members", "permissions", "users"] }
)(function* (input: NewTeam & { readonly userId: UserId }) {
  const { userId, ...payload } = input
  const team = yield* create({ ...payload, creatorUserId: userId })
  yield* Users.update({ userId, selectedTeamId: team.id })
  return team
})

/** A team by id. Fails with `TeamNotFound`. */
export const get = asServer.read("server/Teams.get", Wire.serverGetTeam, {
  input: (teamId: TeamId) => ({ params: { teamId } }),
  shows: ["teams"]
})

/** Returns a team by id, or null if it does not exist or the text is not a valid ID. */
export const find = asServer.read("server/Teams.find", [Wire.serverGetTeam], { shows: ["teams"] })((teamId: TeamId) =>
  Effect.catchTag(get(teamId), "TeamNotFound", () => succeedNull).pipe(
    Effect.catchReason("RequestRefused", "SchemaError", () => succeedNull)
  )
)

/** Returns the team that owns an API key, or null if the key does not work. */
export const findByApiKey = asServer.read(
  "server/Teams.findByApiKey",
  [ApiKeysWire.checkTeamApiKey, Wire.serverGetTeam],
  { shows: ["teams", "apiKeys"] }
)(function* (apiKey: SecretInput) {
  const key = yield* ApiKeys.checkOfTeam(apiKey)
  return key === null ? null : yield* find(key.teamId)
})

/** Filters and order of teams. The service of 2025-06 knows only `userId`. */
export interface Filter {
  /** Only teams of this user. */
  readonly userId?: UserId | undefined
  /** Only teams with this id, or with this text in their name. */
  readonly query?: string | undefined
  readonly orderBy?: "createdAt" | undefined
  /** Newest first. Default: oldest first. */
  readonly desc?: boolean | undefined
}

/** A page of teams. */
export interface PageOptions extends Filter {
  /** Where the page starts: the `nextCursor` of the page before. */
  readonly cursor?: string | undefined
  /** The size of the page, 1 to 200. */
  readonly limit: number
}

const toQuery = <A extends Filter>({ orderBy, ...query }: A) => ({
  ...query,
  ...(orderBy !== undefined && { orderBy: "created_at" as const })
})

/** All teams, or those of a user, oldest first unless `desc`. */
export const list = asServer.read("server/Teams.list", [Wire.serverListTeams], { shows: ["teams"] })(
  (filter: Filter = {}) =>
    Effect.map(asServer.call(Wire.serverListTeams, { query: toQuery(filter) }), ({ items }) => items)
)

/** One page of teams, in the current service; `nextCursor` is null at the end. `stream` reads all pages. */
export const page = asServer.read("server/Teams.page", [Wire.serverListTeams], { shows: ["teams"] })(
  (options: PageOptions) =>
    Effect.map(asServer.call(Wire.serverListTeams, { query: toQuery(options) }), ({ items, nextCursor = null }) => ({
      items,
      nextCursor
    }))
)

/** Changes a team and returns it; metadata is replaced as a whole. */
export const update = asServer.write("server/Teams.update", Wire.serverUpdateTeam, {
  input: ({ teamId, ...payload }: Api.ServerUpdateTeam & { readonly teamId: TeamId }) => ({
    params: { teamId },
    payload
  }),
  changes: ["teams", "users"]
})

const delete_ = asServer.write("server/Teams.delete", Wire.deleteTeam, {
  input: (teamId: TeamId) => ({ params: { teamId } }),
  changes: ofTeams
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
export const addMember = asServer.write("server/Teams.addMember", MembersWire.addTeamMember, {
  input: (member: Member) => ({ params: member, payload: {} }),
  changes: ofTeams
})

/** Removes a member from a team. */
export const removeMember = asServer.write("server/Teams.removeMember", MembersWire.removeTeamMember, {
  input: (member: Member) => ({ params: member }),
  changes: ofTeams
})

/** The members of a team: their profiles and their users. */
export const listMembers = asServer.read("server/Teams.listMembers", MembersWire.serverListTeamMemberProfiles, {
  input: (teamId: TeamId) => ({ query: { teamId } }),
  shows: ["members", "users"]
})

/** Returns the profiles of a user, one for each team that the user is in. */
export const listProfilesOfUser = asServer.read(
  "server/Teams.listProfilesOfUser",
  MembersWire.serverListTeamMemberProfiles,
  { input: (userId: UserId) => ({ query: { userId } }), shows: ["members", "users"] }
)

/** The profile of a member in a team. Fails with `TeamMembershipNotFound`. */
export const getMemberProfile = asServer.read("server/Teams.getMemberProfile", MembersWire.serverGetTeamMemberProfile, {
  input: (member: Member) => ({ params: member }),
  shows: ["members", "users"]
})

/** Changes a member's profile in one team; the user's own profile stays. */
export const updateMemberProfile = asServer.write(
  "server/Teams.updateMemberProfile",
  MembersWire.serverUpdateTeamMemberProfile,
  {
    input: ({ teamId, userId, ...payload }: Member & MembersApi.UpdateTeamMemberProfile) => ({
      params: { teamId, userId },
      payload
    }),
    changes: ["members"]
  }
)
