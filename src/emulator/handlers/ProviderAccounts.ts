/** Accounts of users at providers (docs/protocol/oauth.md#provider-accounts). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/ProviderAccounts.ts"
import type { ServerProviderAccount } from "../../api/schema/ProviderAccount.ts"
import { OAuthProviderAccountIdAlreadyUsedForSignIn } from "../../domain/errors/OAuth.ts"
import type { ProviderId, UserId } from "../../domain/Ids.ts"
import { Caller } from "../access/Caller.ts"
import { findNamedUser, findUser, resolveOwnUserId } from "../access/UserAccess.ts"
import * as ProviderAccounts from "../accounts/ProviderAccounts.ts"
import type { ProviderAccountConflict, ProviderAccountRow } from "../accounts/ProviderAccounts.ts"
import { badRequest, forbidden, notFound } from "../errors/TextAnswer.ts"
import type { Project } from "../projects/Projects.ts"
import { customOidc as customOidcType } from "../projects/ProviderCatalog.ts"
import { handle } from "./Route.ts"

/** The type of an account: its provider, or the one of all custom providers. */
const findProviderType = ({ config }: Project, providerId: ProviderId): string =>
  config.oauthProviders.some(({ customOidc, id }) => id === providerId && customOidc !== undefined)
    ? customOidcType
    : providerId

const toServerAccount = (row: ProviderAccountRow) =>
  Effect.map(Caller, ({ project }): ServerProviderAccount => ({
    id: row.id,
    userId: row.user_id,
    provider: row.provider_id,
    type: findProviderType(project, row.provider_id),
    accountId: row.account_id,
    ...(row.email !== null && { email: row.email }),
    allowSignIn: row.allow_sign_in === 1,
    allowConnectedAccounts: row.allow_connected_accounts === 1
  }))

const toAccount = (row: ProviderAccountRow) =>
  Effect.map(toServerAccount(row), ({ accountId: _, ...account }) => account)

type Action = "list" | "read" | "update" | "delete"

const resolveOwner = (id: string, action: Action) =>
  resolveOwnUserId(id, forbidden(`Client can only ${action} OAuth providers for their own user.`))

const toKnownError = ({ reason }: ProviderAccountConflict) => {
  switch (reason) {
    case "SecondToSignIn":
      return badRequest("The same provider type with sign-in enabled already exists for this user.")
    case "SignsInSomeoneElse":
      return new OAuthProviderAccountIdAlreadyUsedForSignIn()
    case "DuplicateOfUser":
      return badRequest("The same account of this provider already exists for this user.")
  }
}

interface Params {
  readonly userId: UserId
  readonly providerAccountId: string
}

const findAccount = Effect.fnUntraced(function* ({ providerAccountId: id, userId }: Params) {
  const { project } = yield* Caller
  const row = yield* ProviderAccounts.find(project.id, userId, id)
  return row ?? (yield* notFound(`OAuth provider ${id} for user ${userId} not found`))
})

/** The account of the request; clients may name only their own. */
const findRequestedAccount = Effect.fnUntraced(function* ({ providerAccountId, userId }: Params, action: Action) {
  return yield* findAccount({ userId: yield* resolveOwner(userId, action), providerAccountId })
})

const update = Effect.fnUntraced(function* (params: Params, changes: typeof Api.ServerUpdateProviderAccount.Type) {
  const row = yield* findRequestedAccount(params, "update")
  // Without an id, the service looks for any account that can sign in.
  if (changes.allowSignIn === true && changes.accountId === undefined) {
    const accounts = yield* ProviderAccounts.list(row.project_id, undefined)
    const others = accounts.filter(({ allow_sign_in, id }) => allow_sign_in === 1 && id !== row.id)
    // A second account of the same user at the same provider fails with a separate error.
    if (
      others.length > 0 &&
      others.every((account) => account.user_id !== row.user_id || account.provider_id !== row.provider_id)
    ) {
      return yield* new OAuthProviderAccountIdAlreadyUsedForSignIn()
    }
  }
  const fields = {
    accountId: changes.accountId ?? row.account_id,
    email: changes.email ?? row.email,
    allowSignIn: changes.allowSignIn ?? row.allow_sign_in === 1,
    allowConnectedAccounts: changes.allowConnectedAccounts ?? row.allow_connected_accounts === 1
  }
  yield* Effect.mapError(ProviderAccounts.update(row, fields), toKnownError)
  return yield* findAccount({ userId: row.user_id, providerAccountId: row.id })
})

export const routes = [
  /** A client that omits the user requests the accounts of all users. */
  handle(Api.listProviderAccounts, function* ({ query: { userId = "" }, project }) {
    const ownerId = yield* resolveOwner(userId, "list")
    return yield* Effect.forEach(yield* ProviderAccounts.list(project.id, ownerId), toAccount)
  }),

  handle(Api.serverListProviderAccounts, function* ({ query, project }) {
    const user = query.userId === undefined ? undefined : yield* findUser(yield* resolveOwner(query.userId, "list"))
    return yield* Effect.forEach(yield* ProviderAccounts.list(project.id, user?.id), toServerAccount)
  }),

  handle(Api.createProviderAccount, function* ({ payload, project }) {
    const { accountId, allowConnectedAccounts, allowSignIn, email = null, provider } = payload
    const { id: userId } = yield* findNamedUser(payload.userId)
    if (!project.config.oauthProviders.some(({ id }) => id === provider)) {
      return yield* notFound(`OAuth provider ${provider} not found or not configured`)
    }
    const account = { projectId: project.id, userId, providerId: provider, accountId, email }
    const providerAccountId = yield* Effect.mapError(
      ProviderAccounts.create({ ...account, allowSignIn, allowConnectedAccounts }),
      toKnownError
    )
    return yield* toServerAccount(yield* findAccount({ userId, providerAccountId }))
  }),

  handle(Api.getProviderAccount, ({ params }) => Effect.flatMap(findRequestedAccount(params, "read"), toAccount)),

  handle(Api.serverGetProviderAccount, ({ params }) =>
    Effect.flatMap(findRequestedAccount(params, "read"), toServerAccount)
  ),

  handle(Api.updateProviderAccount, ({ params, payload }) => Effect.flatMap(update(params, payload), toAccount)),

  handle(Api.serverUpdateProviderAccount, ({ params, payload }) =>
    Effect.flatMap(update(params, payload), toServerAccount)
  ),

  handle(Api.deleteProviderAccount, function* ({ params }) {
    const { id } = yield* findRequestedAccount(params, "delete")
    yield* ProviderAccounts.remove(id)
  })
]
