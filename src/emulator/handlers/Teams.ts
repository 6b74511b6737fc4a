/** Teams (docs/protocol/resources.md#teams). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Teams.ts"
import type { UserId } from "../../domain/Ids.ts"
import { Caller, currentUser, requireUser, resolveMe, resolveUserId } from "../access/Caller.ts"
import { requireMember, requirePermissions, requireTeam } from "../access/TeamAccess.ts"
import { findUser } from "../access/UserAccess.ts"
import { badRequest, forbidden } from "../errors/TextAnswer.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as Paging from "../storage/Paging.ts"
import * as Teams from "../teams/Teams.ts"
import type { TeamRow } from "../teams/Teams.ts"
import * as ProfileImage from "./internal/ProfileImage.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const pageNames = Object.keys(Api.teamPageFields)

const readTeams = Effect.fnUntraced(function* <A>(
  query: typeof Api.TeamPage.Type,
  { toItem, userId }: { readonly userId: UserId | undefined; readonly toItem: (row: TeamRow) => A }
) {
  yield* RequestValidation.refuseUnknown("query", query, pageNames)
  if (query.cursor !== undefined && query.limit === undefined) return yield* badRequest("cursor requires limit.")
  const { project } = yield* Caller
  const { items, nextCursor } = Paging.map(yield* Teams.list(project.id, { ...query, userId }), toItem)
  return query.limit === undefined ? { items } : { items, nextCursor }
})

const requireOneCreator = (creatorUserId: string | undefined, addCurrentUser: boolean | undefined) =>
  creatorUserId !== undefined && addCurrentUser !== undefined
    ? Effect.fail(badRequest("creator_user_id and add_current_user exclude each other."))
    : Effect.void

const listTeams = handle(LenientEndpoints.listTeams, function* ({ query }) {
  const user = yield* currentUser
  const userId = query.userId === undefined ? undefined : yield* resolveUserId(query.userId)
  if (userId === undefined || userId !== user.id) {
    return yield* forbidden("Clients can only list the teams of their own user: user_id must be me or their own id.")
  }
  return yield* readTeams(query, { userId, toItem: Teams.toTeam })
})

const serverListTeams = handle(Api.serverListTeams, function* ({ query }) {
  const userId = query.userId === undefined ? undefined : yield* resolveUserId(query.userId)
  return yield* readTeams(query, { userId, toItem: Teams.toServerTeam })
})

const createTeam = handle(LenientEndpoints.createTeam, function* ({ payload, query, project }) {
  const { creatorUserId, ...fields } = payload
  const creatorId = creatorUserId === undefined ? undefined : yield* resolveMe(creatorUserId)
  const user = yield* requireUser
  if (!project.config.clientTeamCreationEnabled) {
    return yield* forbidden("Client team creation is disabled for this project")
  }
  yield* requireOneCreator(creatorUserId, query.addCurrentUser)
  if (creatorId !== undefined && creatorId !== user.id) {
    return yield* forbidden("Clients can only create teams for their own user.")
  }
  yield* ProfileImage.requireAllowed(fields.profileImageUrl)
  return Teams.toTeam(yield* Teams.create(project, fields, user.id))
})

const serverCreateTeam = handle(LenientEndpoints.serverCreateTeam, function* ({ payload, query, project }) {
  const { creatorUserId, ...fields } = payload
  yield* ProfileImage.requireAllowed(fields.profileImageUrl)
  yield* requireOneCreator(creatorUserId, query.addCurrentUser)
  let creatorId = creatorUserId === undefined ? undefined : yield* resolveUserId(creatorUserId)
  if (query.addCurrentUser === true) creatorId = (yield* currentUser).id
  if (creatorId !== undefined) yield* findUser(creatorId)
  return Teams.toServerTeam(yield* Teams.create(project, fields, creatorId))
})

const getTeam = handle(LenientEndpoints.getTeam, function* ({ params }) {
  yield* requireMember(params.teamId, (yield* requireUser).id)
  return Teams.toTeam(yield* requireTeam(params.teamId))
})

const serverGetTeam = handle(LenientEndpoints.serverGetTeam, ({ params }) =>
  Effect.map(requireTeam(params.teamId), Teams.toServerTeam)
)

const updateTeam = handle(LenientEndpoints.updateTeam, function* ({ params, payload }) {
  yield* requirePermissions(params.teamId, "$update_team")
  yield* ProfileImage.requireAllowed(payload.profileImageUrl)
  yield* Teams.update(params.teamId, payload)
  return Teams.toTeam(yield* requireTeam(params.teamId))
})

const serverUpdateTeam = handle(LenientEndpoints.serverUpdateTeam, function* ({ params, payload }) {
  yield* requireTeam(params.teamId)
  yield* ProfileImage.requireAllowed(payload.profileImageUrl)
  yield* Teams.update(params.teamId, payload)
  return Teams.toServerTeam(yield* requireTeam(params.teamId))
})

const deleteTeam = handle(LenientEndpoints.deleteTeam, function* ({ params }) {
  yield* requirePermissions(params.teamId, "$delete_team")
  const { id } = yield* requireTeam(params.teamId)
  yield* Teams.remove(id)
})

export const routes = [
  listTeams,
  serverListTeams,
  createTeam,
  serverCreateTeam,
  getTeam,
  serverGetTeam,
  updateTeam,
  serverUpdateTeam,
  deleteTeam
]
