/**
 * The current user's teams.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as MembersApi from "../api/TeamMembers.ts"
import * as Api from "../api/Teams.ts"
import * as UsersApi from "../api/Users.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import { Interrupted } from "../operation/Interrupted.ts"
import { operation, span } from "../operation/Operation.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"

import type { Team } from "../api/schema/Team.ts"

export type { Team }
export type { TeamMemberProfile } from "../api/schema/TeamMember.ts"

/** The teams that the current user is a member of, oldest first. */
export const list = AuthorizedTransport.call(Api.listTeams, { query: { userId: "me" } }).pipe(
  span("Teams.list", { shows: ["teams"] })
)

/** A team of the current user. Fails with `TeamMembershipNotFound` for any other. */
export const get = operation("Teams.get", { shows: ["teams"] })((teamId: TeamId) =>
  AuthorizedTransport.call(Api.getTeam, { params: { teamId } })
)

/** A team that was created, whether or not it could be selected. */
export interface CreatedTeam extends Team {
  /** Why it is not the user's selected team; absent when it is. */
  readonly selectionError?: AuthorizedTransport.AuthorizedError<typeof UsersApi.updateMe> | Interrupted
}

/**
 * Creates a team with the current user as its first member, and selects it
 * (docs/protocol/resources.md#teams). The project must let clients create teams. Once the team is there,
 * it is answered: what kept it from being selected is in `selectionError`, such
 * as `UserAuthenticationRequired` when somebody else has signed in meanwhile.
 */
export const create = operation("Teams.create", { changes: ["teams", "members", "permissions", "users"] })(function* (
  input: Pick<typeof Api.CreateTeam.Type, "displayName" | "profileImageUrl" | "clientMetadata">
) {
  const { answer: team, credentials } = yield* AuthorizedTransport.callFirst(Api.createTeam, {
    payload: { ...input, creatorUserId: "me" }
  })
  return yield* AuthorizedTransport.callNext(
    UsersApi.updateMe,
    { payload: { selectedTeamId: team.id } },
    credentials
  ).pipe(
    Effect.matchCauseEffect({
      onSuccess: () => Effect.succeed<CreatedTeam>(team),
      onFailure: (cause) => {
        const failure = cause.reasons.find(Cause.isFailReason)
        if (failure === undefined && !Cause.hasInterruptsOnly(cause))
          return Effect.failCause(cause as Cause.Cause<never>)
        return Effect.succeed<CreatedTeam>({ ...team, selectionError: failure?.error ?? new Interrupted() })
      }
    })
  )
})

/** Changes a team; needs the permission `$update_team`. */
export const update = operation("Teams.update", { changes: ["teams", "users"] })(function* (
  input: typeof Api.UpdateTeam.Type & { readonly teamId: TeamId }
) {
  const { teamId, ...payload } = input
  return yield* AuthorizedTransport.call(Api.updateTeam, { params: { teamId }, payload })
})

const delete_ = operation("Teams.delete", {
  changes: ["teams", "members", "invitations", "permissions", "apiKeys", "users"]
})((teamId: TeamId) => AuthorizedTransport.call(Api.deleteTeam, { params: { teamId } }))
export {
  /** Deletes a team; needs the permission `$delete_team`. */
  delete_ as delete
}

/** Leaves a team. A selected team that is left is no longer selected. */
export const leave = operation("Teams.leave", { changes: ["teams", "members", "permissions", "users"] })(
  (teamId: TeamId) => AuthorizedTransport.call(MembersApi.removeTeamMember, { params: { teamId, userId: "me" } })
)

/** Removes a member; needs the permission `$remove_members`. */
export const removeMember = operation("Teams.removeMember", { changes: ["teams", "members", "permissions", "users"] })(
  (input: { readonly teamId: TeamId; readonly userId: UserId }) =>
    AuthorizedTransport.call(MembersApi.removeTeamMember, { params: input })
)

/**
 * How the members appear in a team, by the time they joined, or only the one that is named. Needs the permission
 * `$read_members`, except for oneself.
 */
export const listMembers = operation("Teams.listMembers", { shows: ["members"] })(
  (input: TeamId | { readonly teamId: TeamId; readonly userId?: UserId | undefined }) =>
    AuthorizedTransport.call(MembersApi.listTeamMemberProfiles, {
      query: typeof input === "string" ? { teamId: input } : input
    })
)

/** How a member appears in a team, by default the current user; for others it needs `$read_members`. */
export const getMemberProfile = operation("Teams.getMemberProfile", { shows: ["members"] })(
  (input: { readonly teamId: TeamId; readonly userId?: UserId | undefined }) =>
    AuthorizedTransport.call(MembersApi.getTeamMemberProfile, {
      params: { teamId: input.teamId, userId: input.userId ?? "me" }
    })
)

/** Changes how the current user appears in a team. */
export const updateOwnProfile = operation("Teams.updateOwnProfile", { changes: ["members"] })(function* (
  input: typeof MembersApi.UpdateTeamMemberProfile.Type & { readonly teamId: TeamId }
) {
  const { teamId, ...payload } = input
  return yield* AuthorizedTransport.call(MembersApi.updateTeamMemberProfile, {
    params: { teamId, userId: "me" },
    payload
  })
})
