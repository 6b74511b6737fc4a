/** Members of teams and their profiles (docs/protocol/resources.md#team-members). */
import * as Effect from "effect/Effect"
import type { ServerTeamMemberProfile, TeamMemberProfile } from "../../api/schema/TeamMember.ts"
import * as Api from "../../api/TeamMembers.ts"
import { TeamMembershipAlreadyExists, TeamMembershipNotFound } from "../../domain/errors/Teams.ts"
import type { TeamId, UserId } from "../../domain/Ids.ts"
import { currentUser, resolveUserId, restrictions } from "../access/Caller.ts"
import { requireMember, requirePermissions, requireTeam } from "../access/TeamAccess.ts"
import { findNamedUser, findUser } from "../access/UserAccess.ts"
import { toServerUser, type UserRow } from "../accounts/UserRow.ts"
import * as Users from "../accounts/Users.ts"
import { badRequest, forbidden } from "../errors/TextAnswer.ts"
import * as Teams from "../teams/Teams.ts"
import type { MemberRow } from "../teams/Teams.ts"
import * as ProfileImage from "./internal/ProfileImage.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const toProfile = (row: MemberRow): TeamMemberProfile => ({
  teamId: row.team_id,
  userId: row.user_id,
  displayName: row.display_name,
  profileImageUrl: row.profile_image_url
})

/** Profiles with their users, without those of deleted users. */
const joinUsers = Effect.fnUntraced(function* (rows: ReadonlyArray<MemberRow>, users: ReadonlyArray<UserRow>) {
  const restrictedBy = yield* restrictions
  const byId = new Map(users.map((user) => [user.id, user]))
  return rows.flatMap((row): ReadonlyArray<ServerTeamMemberProfile> => {
    const user = byId.get(row.user_id)
    return user === undefined ? [] : [{ ...toProfile(row), user: toServerUser(user, restrictedBy) }]
  })
})

const readServerProfile = Effect.fnUntraced(function* (teamId: TeamId, userId: UserId) {
  const user = yield* findUser(userId)
  const [profile] = yield* joinUsers([yield* requireMember(teamId, userId)], [user])
  return profile ?? (yield* new TeamMembershipNotFound({ details: { teamId, userId } }))
})

const addTeamMember = handle(Api.addTeamMember, function* ({ params, project }) {
  const { id: userId } = yield* findNamedUser(params.userId)
  const team = yield* requireTeam(params.teamId)
  if (!(yield* Teams.addMember(project, team.id, userId))) return yield* new TeamMembershipAlreadyExists()
  return { teamId: params.teamId, userId }
})

const removeTeamMember = handle(Api.removeTeamMember, function* ({ params: { teamId, userId: id }, project, user }) {
  const userId = yield* resolveUserId(id)
  // A signed-in user may leave; a client without a user is refused by the other branch.
  if (userId !== user?.id) {
    yield* requirePermissions(teamId, "$remove_members")
    yield* findUser(userId)
  }
  if (yield* Teams.removeMember(project.id, teamId, userId)) return
  return yield* new TeamMembershipNotFound({ details: { teamId, userId } })
})

const listTeamMemberProfiles = handle(
  LenientEndpoints.listTeamMemberProfiles,
  function* ({ query: { teamId, userId: id }, project }) {
    const user = yield* currentUser
    if (teamId === undefined) return yield* badRequest("team_id is required for access type client")
    const userId = id === undefined ? undefined : yield* resolveUserId(id)
    if (userId === user.id) yield* requireMember(teamId, userId)
    else yield* requirePermissions(teamId, "$read_members")
    return (yield* Teams.listMembers(project.id, { teamId, userId })).map(toProfile)
  }
)

const serverListTeamMemberProfiles = handle(
  Api.serverListTeamMemberProfiles,
  function* ({ query: { teamId, userId: id }, project }) {
    if (teamId !== undefined) yield* requireTeam(teamId)
    const user = id === undefined ? undefined : yield* findNamedUser(id)
    const rows = yield* Teams.listMembers(project.id, { teamId, userId: user?.id })
    return yield* joinUsers(rows, user === undefined ? (yield* Users.list(project.id, { teamId })).items : [user])
  }
)

const getTeamMemberProfile = handle(
  LenientEndpoints.getTeamMemberProfile,
  function* ({ params: { teamId, userId: id }, user }) {
    const userId = yield* resolveUserId(id)
    if (userId !== user?.id) {
      yield* requirePermissions(teamId, "$read_members")
      yield* findUser(userId)
    }
    return toProfile(yield* requireMember(teamId, userId))
  }
)

const serverGetTeamMemberProfile = handle(LenientEndpoints.serverGetTeamMemberProfile, function* ({ params }) {
  return yield* readServerProfile(params.teamId, yield* resolveUserId(params.userId))
})

const updateTeamMemberProfile = handle(
  LenientEndpoints.updateTeamMemberProfile,
  function* ({ params: { teamId, userId: id }, payload, user }) {
    const userId = yield* resolveUserId(id)
    if (userId !== user?.id) return yield* forbidden("Clients can only change their own team member profile.")
    yield* requireMember(teamId, userId)
    yield* ProfileImage.requireAllowed(payload.profileImageUrl)
    yield* Teams.updateMember(teamId, userId, payload)
    return toProfile(yield* requireMember(teamId, userId))
  }
)

const serverUpdateTeamMemberProfile = handle(
  LenientEndpoints.serverUpdateTeamMemberProfile,
  function* ({ params: { teamId, userId: id }, payload }) {
    const { id: userId } = yield* findNamedUser(id)
    yield* requireMember(teamId, userId)
    yield* ProfileImage.requireAllowed(payload.profileImageUrl)
    yield* Teams.updateMember(teamId, userId, payload)
    return yield* readServerProfile(teamId, userId)
  }
)

export const routes = [
  addTeamMember,
  removeTeamMember,
  listTeamMemberProfiles,
  serverListTeamMemberProfiles,
  getTeamMemberProfile,
  serverGetTeamMemberProfile,
  updateTeamMemberProfile,
  serverUpdateTeamMemberProfile
]
