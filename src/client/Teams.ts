/** The current user's teams. */
import * as Effect from "effect/Effect"
import type { Team } from "../api/schema/Team.ts"
import type * as MembersApi from "../api/TeamMembers.ts"
import type * as Api from "../api/Teams.ts"
import { asUser } from "../app/AsClient.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import { ofTeams } from "../domain/Resource.ts"
import { type Interrupted, orInterrupted } from "../operation/Interrupted.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import * as MembersWire from "../wire/generated/TeamMembers.ts"
import * as Wire from "../wire/generated/Teams.ts"
import * as UsersWire from "../wire/generated/Users.ts"

export type { Team }
export type { TeamMemberProfile } from "../api/schema/TeamMember.ts"

/** The teams that the current user is a member of, oldest first. */
export const list = asUser.read("Teams.list", [Wire.listTeams], { shows: ["teams"] })(
  Effect.map(asUser.call(Wire.listTeams, { query: { userId: "me" } }), ({ items }) => items)
)

/** A page of the current user's teams. */
export interface PageOptions {
  /** Only teams with this id, or with this text in their name. */
  readonly query?: string | undefined
  /** Newest first. Default: oldest first. */
  readonly desc?: boolean | undefined
  /** Where the page starts: the `nextCursor` of the page before. */
  readonly cursor?: string | undefined
  /** The size of the page, 1 to 200. */
  readonly limit: number
}

/**
 * One page of the current user's teams, for users with very many; `nextCursor` is null at the end. The service of
 * 2025-06 has no pages, and refuses with `RequestRefused` of reason `SchemaError`.
 */
export const page = asUser.read("Teams.page", [Wire.listTeams], { shows: ["teams"] })((options: PageOptions) =>
  Effect.map(asUser.call(Wire.listTeams, { query: { ...options, userId: "me" } }), ({ items, nextCursor = null }) => ({
    items,
    nextCursor
  }))
)

/** A team of the current user. Fails with `TeamMembershipNotFound` for any other. */
export const get = asUser.read("Teams.get", Wire.getTeam, {
  input: (teamId: TeamId) => ({ params: { teamId } }),
  shows: ["teams"]
})

/** The new team, and whether it was selected. */
export interface CreatedTeam extends Team {
  /** Why the team could not be selected; absent if it was. */
  readonly selectionError?: AuthorizedTransport.AuthorizedError<typeof UsersWire.updateMe> | Interrupted
}

/**
 * Creates a team with the current user as its first member, and selects it (docs/protocol/resources.md#teams). The
 * project must let clients create teams. If the team was created but could not be selected, it is answered with
 * `selectionError`, such as `UserAuthenticationRequired` if another user has signed in meanwhile.
 */
export const create = asUser.write("Teams.create", [Wire.createTeam, UsersWire.updateMe], {
  changes: ["teams", "members", "permissions", "users"]
})(function* (input: Pick<Api.CreateTeam, "displayName" | "profileImageUrl" | "clientMetadata">) {
  const { answer: team, credentials } = yield* AuthorizedTransport.callWithCredentials(Wire.createTeam, {
    payload: { ...input, creatorUserId: "me" }
  })
  const selected = AuthorizedTransport.callAsSameUser(
    UsersWire.updateMe,
    { payload: { selectedTeamId: team.id } },
    credentials
  )
  return yield* Effect.match(orInterrupted(selected), {
    onFailure: (selectionError): CreatedTeam => ({ ...team, selectionError }),
    onSuccess: (): CreatedTeam => team
  })
})

/** Changes a team; needs the permission `$update_team`. */
export const update = asUser.write("Teams.update", Wire.updateTeam, {
  input: ({ teamId, ...payload }: Api.UpdateTeam & { readonly teamId: TeamId }) => ({ params: { teamId }, payload }),
  changes: ["teams", "users"]
})

const delete_ = asUser.write("Teams.delete", Wire.deleteTeam, {
  input: (teamId: TeamId) => ({ params: { teamId } }),
  changes: ofTeams
})
export {
  /** Deletes a team; needs the permission `$delete_team`. */
  delete_ as delete
}

/** Leaves a team. A selected team that is left is no longer selected. */
export const leave = asUser.write("Teams.leave", MembersWire.removeTeamMember, {
  input: (teamId: TeamId) => ({ params: { teamId, userId: "me" } }),
  changes: ofTeams
})

/** Removes a member; needs the permission `$remove_members`. */
export const removeMember = asUser.write("Teams.removeMember", MembersWire.removeTeamMember, {
  input: (input: { readonly teamId: TeamId; readonly userId: UserId }) => ({ params: input }),
  changes: ofTeams
})

/**
 * The profiles of all members of a team, in the order in which they joined, or of one member. Needs the permission
 * `$read_members`, except for the own profile.
 */
export const listMembers = asUser.read("Teams.listMembers", MembersWire.listTeamMemberProfiles, {
  input: (input: TeamId | { readonly teamId: TeamId; readonly userId?: UserId | undefined }) => ({
    query: typeof input === "string" ? { teamId: input } : input
  }),
  shows: ["members"]
})

/** The profile of a member in a team, by default of the current user; others need `$read_members`. */
export const getMemberProfile = asUser.read("Teams.getMemberProfile", MembersWire.getTeamMemberProfile, {
  input: (input: { readonly teamId: TeamId; readonly userId?: UserId | undefined }) => ({
    params: { teamId: input.teamId, userId: input.userId ?? "me" }
  }),
  shows: ["members"]
})

/** Changes the current user's profile in a team. */
export const updateOwnProfile = asUser.write("Teams.updateOwnProfile", MembersWire.updateTeamMemberProfile, {
  input: ({ teamId, ...payload }: MembersApi.UpdateTeamMemberProfile & { readonly teamId: TeamId }) => ({
    params: { teamId, userId: "me" },
    payload
  }),
  changes: ["members"]
})
