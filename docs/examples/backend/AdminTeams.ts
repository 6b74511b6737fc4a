/** Teams as admins of the app see and change them. */
import { Effect } from "effect"
import type { TeamId, UserId } from "gatefold/backend/middleware"
import { Permissions, Teams } from "gatefold/server"
import type { Member, Team, TeamDetails } from "./AdminTeamsContract.ts"
import { only, onlyOrRefused } from "./ServiceErrors.ts"

type ServerTeam = Effect.Success<ReturnType<typeof Teams.get>>
type Profile = Effect.Success<ReturnType<typeof Teams.listMembers>>[number]

const teamOf = ({ createdAt, displayName, id, profileImageUrl }: ServerTeam): Team => ({
  id,
  displayName,
  profileImageUrl,
  createdAt
})

const memberOf = Effect.fn("admin.memberOf")(function* (profile: Profile) {
  const { teamId, user, userId } = profile
  const permissions = yield* Permissions.list({ teamId, userId, recursive: false })
  return {
    userId,
    displayName: profile.displayName ?? user.displayName,
    primaryEmail: user.primaryEmail,
    profileImageUrl: profile.profileImageUrl ?? user.profileImageUrl,
    permissions: permissions.map(({ id }) => id)
  } satisfies Member
})

const detailsOf = Effect.fn("admin.teamDetailsOf")(function* (teamId: TeamId) {
  const team = yield* Teams.get(teamId)
  const profiles = yield* Teams.listMembers(teamId)
  const members = yield* Effect.forEach(profiles, memberOf, { concurrency: 8 })
  return { team: teamOf(team), members } satisfies TeamDetails
})

/** Changes a team that exists, and answers what has become of it. */
const change = <E, R>(teamId: TeamId, effect: Effect.Effect<unknown, E, R>) =>
  Teams.get(teamId).pipe(Effect.andThen(effect), Effect.andThen(detailsOf(teamId)))

/** The procedures about teams. */
export const teamProcedures = {
  ListTeams: () => Effect.map(Teams.list(), (teams) => teams.map(teamOf).toReversed()).pipe(only()),

  GetTeam: ({ teamId }: { readonly teamId: TeamId }) => detailsOf(teamId).pipe(only("TeamNotFound")),

  CreateTeam: (input: { readonly displayName: string; readonly creatorUserId?: UserId }) =>
    Teams.create(input).pipe(Effect.map(teamOf), onlyOrRefused("UserNotFound")),

  RenameTeam: (input: { readonly teamId: TeamId; readonly displayName: string }) =>
    change(input.teamId, Teams.update(input)).pipe(onlyOrRefused("TeamNotFound")),

  AddTeamMember: (member: Teams.Member) =>
    change(member.teamId, Teams.addMember(member)).pipe(onlyOrRefused("TeamNotFound", "UserNotFound")),

  RemoveTeamMember: (member: Teams.Member) =>
    change(member.teamId, Teams.removeMember(member)).pipe(
      onlyOrRefused("TeamNotFound", "TeamMembershipNotFound", "UserNotFound")
    ),

  DeleteTeam: ({ teamId }: { readonly teamId: TeamId }) =>
    Teams.get(teamId).pipe(Effect.andThen(Teams.delete(teamId)), Effect.asVoid, only("TeamNotFound"))
}
