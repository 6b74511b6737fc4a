/** The current user and all users (docs/protocol/resources.md#users). */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Api from "../../api/Users.ts"
import type { SchemaError } from "../../domain/errors/ProjectAccess.ts"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import { maxUsersPerPage } from "../../domain/Page.ts"
import { parseDomains, isDomainList, maxDomains } from "../../domain/text/EmailAddress.ts"
import { Caller, currentUser, resolveMe, restrictions } from "../access/Caller.ts"
import { findUser } from "../access/UserAccess.ts"
import * as Accounts from "../accounts/Accounts.ts"
import { failEmailInUse } from "../accounts/EmailInUse.ts"
import * as PrimaryEmails from "../accounts/PrimaryEmails.ts"
import type { PrimaryEmail } from "../accounts/PrimaryEmails.ts"
import * as ProviderAccounts from "../accounts/ProviderAccounts.ts"
import * as Sessions from "../accounts/Sessions.ts"
import { type OAuthAccount, toCurrentUser, toServerUser, type UserRow } from "../accounts/UserRow.ts"
import * as Users from "../accounts/Users.ts"
import type { UserSubset, Order } from "../accounts/Users.ts"
import { badRequest, type TextAnswer } from "../errors/TextAnswer.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import type { Project } from "../projects/Projects.ts"
import { Generation } from "../settings/Generation.ts"
import * as Database from "../storage/Database.ts"
import * as Paging from "../storage/Paging.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import * as ProfileImage from "./internal/ProfileImage.ts"
import {
  readTotpSecret,
  requireOtp,
  requireShortName,
  readOwnUpdate,
  makePasswordHash,
  readPrimaryEmail,
  readRestriction
} from "./internal/UserFields.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const reload = Effect.fnUntraced(function* (user: UserRow) {
  return (yield* Users.find(user.project_id, user.id)) ?? user
})

const presentCurrentUser = (user: UserRow) =>
  Effect.map(restrictions, (restrictedBy) => toCurrentUser(user, restrictedBy))

const presentServerUser = (user: UserRow) =>
  Effect.map(restrictions, (restrictedBy) => toServerUser(user, restrictedBy))

const writeEmail = Effect.fnUntraced(function* (user: UserRow, email: PrimaryEmail | null | undefined) {
  if (email === undefined) return
  yield* Effect.catchTag(PrimaryEmails.set(user, email), "EmailConflict", () => failEmailInUse(email?.value ?? ""))
})

const applyUpdate = Effect.fnUntraced(function* (project: Project, user: UserRow, fields: Api.UpdateUser) {
  const restriction = yield* readRestriction(fields)
  const passwordHash = yield* makePasswordHash(project, fields, user)
  const ownFields = yield* readOwnUpdate(project, user, fields)
  const write = Effect.gen(function* () {
    // Absent fields keep their present values, read within the transaction.
    const current = yield* reload(user)
    const email = yield* readPrimaryEmail(current, fields)
    const isFirstPassword = typeof passwordHash === "string" && current.password_hash === null
    if (isFirstPassword && (email === null || (!current.email && !email))) {
      return yield* badRequest("A user needs a primary email address to have a password.")
    }
    yield* writeEmail(current, email)
    yield* Users.update(user.id, {
      ...ownFields,
      ...restriction,
      clientReadOnlyMetadata: fields.clientReadOnlyMetadata,
      serverMetadata: fields.serverMetadata,
      isAnonymous: fields.isAnonymous,
      passwordHash
    })
    // Any given password, also null, ends all sessions.
    if (passwordHash !== undefined) yield* Sessions.removeAll(user.id)
  })
  yield* Database.transaction(write)
  yield* Webhooks.use(({ userUpdated }) => userUpdated(user))
  return yield* presentServerUser(yield* reload(user))
})

const findRequestedUser = (id: string) => Effect.flatMap(resolveMe(id), findUser)

/** Adds the accounts at providers that a new user signs in with. */
const addAccounts = Effect.fnUntraced(function* (
  projectId: ProjectId,
  userId: UserId,
  accounts: ReadonlyArray<OAuthAccount>
) {
  const allowed = { allowSignIn: true, allowConnectedAccounts: true }
  for (const { id: providerId, ...account } of accounts) {
    yield* Effect.mapError(
      ProviderAccounts.create({ projectId, userId, providerId, ...account, ...allowed }),
      ({ reason }) =>
        badRequest(
          reason === "SignsInSomeoneElse"
            ? `The account at ${providerId} belongs to another user already.`
            : `The provider ${providerId} is named twice.`
        )
    )
  }
})

const kinds = ["includeRestricted", "includeAnonymous", "onlyAnonymous"] as const

/**
 * The users that the current service lists: by default neither restricted nor anonymous ones. With both generations all
 * users are listed, as in 2025-06, unless the request has one of the options (docs/decisions/0030-generations.md).
 */
const parseSubset = Effect.fnUntraced(function* (
  query: typeof Api.ListUsers.Type
): Effect.fn.Return<UserSubset | undefined, SchemaError | TextAnswer, Caller | Generation | HttpServerRequest> {
  yield* RequestValidation.refuseUnknown("query", query, kinds)
  const { has } = yield* Generation
  if (has("2025-06") && kinds.every((name) => query[name] === undefined)) return undefined
  const { includeAnonymous = false, includeRestricted = false, onlyAnonymous = false } = query
  if (onlyAnonymous && !includeAnonymous) {
    return yield* badRequest("only_anonymous=true requires include_anonymous=true")
  }
  if (onlyAnonymous) return { _tag: "Anonymous" }
  if (includeAnonymous) return undefined
  if (includeRestricted) return { _tag: "SignedUp" }
  return { _tag: "Unrestricted", by: (yield* Caller).project.config }
})

/**
 * How many users the current service lists at once: more only in pages, which must not be larger. With both generations
 * it is the same.
 */
const parseLimit = Effect.fnUntraced(function* (limit: number | undefined) {
  if ((yield* Generation).isOnly("2025-06")) return undefined
  if (limit === undefined || limit <= maxUsersPerPage) return maxUsersPerPage
  return yield* RequestValidation.failSchema(`query.limit must be less than or equal to ${maxUsersPerPage}`)
})

/** Only the current service sorts by activity. */
const parseOrder = Effect.fnUntraced(function* (order: Order | undefined) {
  if (order !== "last_active_at" || !(yield* Generation).isOnly("2025-06")) return order
  return yield* RequestValidation.failSchema("query.order_by must be one of the following values: signed_up_at")
})

const parseExcludedDomains = (domains: string | undefined) => {
  if (domains === undefined) return Effect.undefined
  return isDomainList(domains)
    ? Effect.succeed(parseDomains(domains))
    : Effect.fail(badRequest(`excluded_email_domains takes at most ${maxDomains} domains, separated by commas.`))
}

/** Refuses any direction but `true` and `false`, as the current service does. */
const requireDirection = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest
  const desc = new URL(url, "http://localhost").searchParams.get("desc") ?? "false"
  if (desc === "true" || desc === "false" || !(yield* Generation).isOnly("current")) return
  return yield* RequestValidation.failSchema("query.desc must be one of the following values: true, false")
})

const getMe = handle(Api.getMe, () => Effect.flatMap(currentUser, presentCurrentUser))

const serverGetMe = handle(Api.serverGetMe, () => Effect.flatMap(currentUser, presentServerUser))

const updateMe = handle(LenientEndpoints.updateMe, function* ({ payload, project }) {
  yield* RequestValidation.refuseUnknown("body", payload, ["primaryEmail"])
  const user = yield* currentUser
  const { passkeyAuthEnabled, ...fields } = payload
  if (passkeyAuthEnabled === true) return yield* badRequest("A passkey is added by registering it.")
  const ownFields = yield* readOwnUpdate(project, user, { ...fields, passkeyAuthEnabled })
  const write = Effect.gen(function* () {
    const current = yield* reload(user)
    yield* writeEmail(current, yield* readPrimaryEmail(current, fields))
    yield* Users.update(user.id, ownFields)
  })
  yield* Database.transaction(write)
  yield* Webhooks.use(({ userUpdated }) => userUpdated(user))
  return yield* presentCurrentUser(yield* reload(user))
})

const serverUpdateMe = handle(Api.serverUpdateMe, function* ({ payload, project }) {
  const user = yield* currentUser
  return yield* applyUpdate(project, user, payload)
})

const deleteMe = handle(Api.deleteMe, function* ({ level, project }) {
  if (level === "client" && !project.config.clientUserDeletionEnabled) {
    return yield* badRequest("Client user deletion is not enabled for this project")
  }
  const { id } = yield* currentUser
  yield* Users.remove(id)
})

const createUser = handle(Api.createUser, function* ({ payload, project }) {
  yield* requireShortName(payload.displayName)
  yield* ProfileImage.requireAllowed(payload.profileImageUrl)
  yield* requireOtp(project, payload.otpAuthEnabled)
  const passwordHash = yield* makePasswordHash(project, payload)
  const email = (yield* readPrimaryEmail(undefined, payload)) ?? undefined
  const providers = project.config.oauthProviders.map(({ id }) => id)
  const unknown = payload.oauthProviders?.find(({ id }) => !providers.includes(id))
  if (unknown !== undefined) return yield* badRequest(`The OAuth provider ${unknown.id} is not enabled.`)
  const fields = {
    ...(yield* readRestriction(payload)),
    displayName: payload.displayName,
    profileImageUrl: payload.profileImageUrl,
    clientMetadata: payload.clientMetadata,
    clientReadOnlyMetadata: payload.clientReadOnlyMetadata,
    serverMetadata: payload.serverMetadata,
    otpAuthEnabled: payload.otpAuthEnabled,
    // As in the service, creation does not turn on the second factor.
    totpSecret: yield* readTotpSecret(payload.totpSecretBase64),
    isAnonymous: payload.isAnonymous,
    passwordHash,
    email
  }
  const write = Effect.gen(function* () {
    const user = yield* Accounts.create(project, fields)
    yield* addAccounts(project.id, user.id, payload.oauthProviders ?? [])
    return yield* reload(user)
  })
  const user = yield* Effect.catchTag(Database.transaction(write), "EmailConflict", () =>
    failEmailInUse(email?.value ?? "")
  )
  // As in the service, this answer does not show the new selected team.
  return { ...(yield* presentServerUser(user)), selectedTeamId: null, selectedTeam: null }
})

const listUsers = handle(LenientEndpoints.listUsers, function* ({ query, project }) {
  yield* requireDirection
  const restrictedBy = yield* restrictions
  const maximum = yield* parseLimit(query.limit)
  yield* RequestValidation.refuseUnknown("query", query, ["excludedEmailDomains"])
  const options = {
    ...query,
    limit: query.limit ?? maximum,
    orderBy: yield* parseOrder(query.orderBy),
    withoutDomains: yield* parseExcludedDomains(query.excludedEmailDomains),
    subset: yield* parseSubset(query)
  }
  const page = yield* Users.list(project.id, options)
  if (query.limit === undefined && page.nextCursor !== null) {
    const text = `More than ${maxUsersPerPage} users match: set limit, and read the next pages with cursor.`
    return yield* badRequest(text)
  }
  return Paging.map(page, (user) => toServerUser(user, restrictedBy))
})

const getUser = handle(LenientEndpoints.getUser, ({ params }) =>
  Effect.flatMap(findRequestedUser(params.userId), presentServerUser)
)

const updateUser = handle(LenientEndpoints.updateUser, function* ({ params, payload, project }) {
  const user = yield* findRequestedUser(params.userId)
  return yield* applyUpdate(project, user, payload)
})

const deleteUser = handle(LenientEndpoints.deleteUser, function* ({ params }) {
  const user = yield* findRequestedUser(params.userId)
  yield* Users.remove(user.id)
})

export const routes = [
  getMe,
  serverGetMe,
  updateMe,
  serverUpdateMe,
  deleteMe,
  createUser,
  listUsers,
  getUser,
  updateUser,
  deleteUser
]
