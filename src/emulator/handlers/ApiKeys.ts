/** API keys of users and teams (docs/protocol/resources.md#api-keys). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/ApiKeys.ts"
import type { TeamApiKey, UserApiKey } from "../../api/schema/ApiKey.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../../domain/errors/ApiKeys.ts"
import { UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import type { TeamId, UserId } from "../../domain/Ids.ts"
import { Caller, resolveMe, resolveUserId } from "../access/Caller.ts"
import * as ApiKeys from "../accounts/ApiKeys.ts"
import type { ApiKeyRow, Owner } from "../accounts/ApiKeys.ts"
import * as Users from "../accounts/Users.ts"
import { badRequest, forbidden, notFound } from "../errors/TextAnswer.ts"
import * as Permissions from "../teams/Permissions.ts"
import * as Teams from "../teams/Teams.ts"
import { handle } from "./Route.ts"

const toCommonFields = (row: ApiKeyRow) => ({
  id: row.id,
  description: row.description,
  createdAt: new Date(row.created_at),
  isPublic: row.is_public === 1,
  ...(row.expires_at !== null && { expiresAt: new Date(row.expires_at) }),
  ...(row.revoked_at !== null && { manuallyRevokedAt: new Date(row.revoked_at) })
})

type UserKeyRow = ApiKeyRow & { readonly user_id: UserId }

type TeamKeyRow = ApiKeyRow & { readonly team_id: TeamId }

const isUserKey = (row: ApiKeyRow): row is UserKeyRow => row.user_id !== null

const isTeamKey = (row: ApiKeyRow): row is TeamKeyRow => row.team_id !== null

const toUserKeyFields = (row: UserKeyRow) => ({
  ...toCommonFields(row),
  type: "user" as const,
  userId: row.user_id
})

const toTeamKeyFields = (row: TeamKeyRow) => ({
  ...toCommonFields(row),
  type: "team" as const,
  teamId: row.team_id
})

const toUserApiKey = (row: UserKeyRow): UserApiKey => ({ ...toUserKeyFields(row), value: { lastFour: row.last_four } })

const toTeamApiKey = (row: TeamKeyRow): TeamApiKey => ({ ...toTeamKeyFields(row), value: { lastFour: row.last_four } })

const features = { user: "allowUserApiKeys", team: "allowTeamApiKeys" } as const

const names = { user: "User", team: "Team" } as const

const requireEnabled = Effect.fnUntraced(function* (type: Owner["type"]) {
  const { project } = yield* Caller
  if (project.config[features[type]]) return project
  return yield* badRequest(`${names[type]} API keys are not enabled for this project.`)
})

/** The signed-in user, required for clients; `undefined` for servers and admins, who may do everything. */
const requireUserOfClient = Effect.fnUntraced(function* () {
  const { level, user } = yield* Caller
  if (level !== "client") return undefined
  return user ?? (yield* new UserAuthenticationRequired())
})

/** Clients may manage their own keys, and a team's with its permission; other keys are not found. */
const requireMayManage = Effect.fnUntraced(function* (owner: Owner) {
  const user = yield* requireUserOfClient()
  if (user === undefined) return
  if (owner.type === "user") {
    if (owner.userId === user.id) return
    return yield* forbidden("Client can only manage their own api keys")
  }
  if (yield* Permissions.holdsInTeam(user.project_id, owner.teamId, user.id, "$manage_api_keys")) return
  return yield* new ApiKeyNotFound()
})

/** The user of a key, with `me` resolved. */
const requireUserOwner = Effect.fnUntraced(function* (id: string) {
  const owner = { type: "user", userId: yield* resolveUserId(id) } as const
  yield* requireMayManage(owner)
  return owner
})

const requireTeamOwner = Effect.fnUntraced(function* (teamId: TeamId) {
  const owner = { type: "team", teamId } as const
  yield* requireMayManage(owner)
  return owner
})

const findKey = Effect.fnUntraced(function* (id: string) {
  const { project } = yield* Caller
  return (yield* ApiKeys.find(project.id, id)) ?? (yield* new ApiKeyNotFound())
})

/** A key of a user. The query may name any user, but `me` needs a session. */
const findUserKey = Effect.fnUntraced(function* (id: string, namedUserId: string | undefined) {
  yield* requireEnabled("user")
  if (namedUserId !== undefined) yield* resolveMe(namedUserId)
  const row = yield* findKey(id)
  if (!isUserKey(row)) return yield* new ApiKeyNotFound()
  yield* requireMayManage({ type: "user", userId: row.user_id })
  return row
})

/** A key of a team, whichever team the query names. */
const findTeamKey = Effect.fnUntraced(function* (id: string) {
  yield* requireEnabled("team")
  const row = yield* findKey(id)
  if (!isTeamKey(row)) return yield* new ApiKeyNotFound()
  yield* requireMayManage({ type: "team", teamId: row.team_id })
  return row
})

const checkKey = Effect.fnUntraced(function* <Row extends ApiKeyRow>(
  expectedType: Owner["type"],
  isExpected: (row: ApiKeyRow) => row is Row,
  value: Redacted.Redacted<string>
) {
  const project = yield* requireEnabled(expectedType)
  const row = yield* ApiKeys.findByValue(project.id, Redacted.value(value))
  if (row === undefined) return yield* new ApiKeyNotFound()
  if (!isExpected(row)) {
    return yield* new WrongApiKeyType({
      details: { expectedType, actualType: expectedType === "user" ? "team" : "user" }
    })
  }
  if (row.revoked_at !== null) return yield* new ApiKeyRevoked()
  if (row.expires_at !== null && row.expires_at < (yield* Clock.currentTimeMillis)) return yield* new ApiKeyExpired()
  return row
})

type NewKey = Pick<Api.CreateUserApiKey, "description" | "expiresAt" | "isPublic">

const create = Effect.fnUntraced(function* (owner: Owner, { description, expiresAt, isPublic = false }: NewKey) {
  const { project } = yield* Caller
  return yield* ApiKeys.create({
    projectId: project.id,
    owner,
    description,
    // The service treats 0 as no expiry.
    expiresAt: expiresAt?.getTime() || null,
    isPublic
  })
})

const update = Effect.fnUntraced(function* (row: ApiKeyRow, changes: Api.UpdateApiKey) {
  yield* ApiKeys.update(row.id, changes)
  return yield* findKey(row.id)
})

export const routes = [
  handle(Api.listUserApiKeys, function* ({ query }) {
    const project = yield* requireEnabled("user")
    const owner = yield* requireUserOwner(query.userId)
    const rows = yield* ApiKeys.list(project.id, owner)
    return rows.filter(isUserKey).map(toUserApiKey)
  }),

  handle(Api.createUserApiKey, function* ({ payload }) {
    const project = yield* requireEnabled("user")
    const owner = yield* requireUserOwner(payload.userId)
    if ((yield* Users.find(project.id, owner.userId)) === undefined) return yield* notFound("User not found.")
    const { row, value } = yield* create(owner, payload)
    return { ...toUserKeyFields({ ...row, user_id: owner.userId }), value: Redacted.make(value) }
  }),

  handle(Api.getUserApiKey, ({ params, query }) =>
    Effect.map(findUserKey(params.apiKeyId, query.userId), toUserApiKey)
  ),

  handle(Api.updateUserApiKey, function* ({ params, payload, query }) {
    const row = yield* findUserKey(params.apiKeyId, query.userId)
    return toUserApiKey({ ...(yield* update(row, payload)), user_id: row.user_id })
  }),

  handle(Api.checkUserApiKey, ({ payload }) => Effect.map(checkKey("user", isUserKey, payload.apiKey), toUserApiKey)),

  handle(Api.listTeamApiKeys, function* ({ query }) {
    const project = yield* requireEnabled("team")
    const owner = yield* requireTeamOwner(query.teamId)
    const rows = yield* ApiKeys.list(project.id, owner)
    return rows.filter(isTeamKey).map(toTeamApiKey)
  }),

  handle(Api.createTeamApiKey, function* ({ payload }) {
    const project = yield* requireEnabled("team")
    const owner = yield* requireTeamOwner(payload.teamId)
    if ((yield* Teams.find(project.id, owner.teamId)) === undefined) return yield* notFound("Team not found.")
    const { row, value } = yield* create(owner, payload)
    return { ...toTeamKeyFields({ ...row, team_id: owner.teamId }), value: Redacted.make(value) }
  }),

  handle(Api.getTeamApiKey, ({ params }) => Effect.map(findTeamKey(params.apiKeyId), toTeamApiKey)),

  handle(Api.updateTeamApiKey, function* ({ params, payload }) {
    const row = yield* findTeamKey(params.apiKeyId)
    return toTeamApiKey({ ...(yield* update(row, payload)), team_id: row.team_id })
  }),

  handle(Api.checkTeamApiKey, ({ payload }) => Effect.map(checkKey("team", isTeamKey, payload.apiKey), toTeamApiKey))
]
