/**
 * Accounts of users at providers, and the uses of each (docs/protocol/oauth.md#provider-accounts). Only the
 * current service has these endpoints.
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus, List, Success } from "./Envelope.ts"
import { OAuthProviderAccountIdAlreadyUsedForSignIn } from "./errors/OAuth.ts"
import { CannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { UserNotFound } from "./errors/Users.ts"
import { Query } from "./Input.ts"
import { Email } from "./schema/Email.ts"
import { ProviderAccountId, ProviderId, UserIdOrMe } from "./schema/Ids.ts"
import { ProviderAccount, ServerProviderAccount } from "./schema/ProviderAccount.ts"
import { WireClass } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const switches = {
  allowSignIn: Schema.optional(Schema.Boolean),
  allowConnectedAccounts: Schema.optional(Schema.Boolean)
}

/** The user whose accounts to list; clients must name their own user, servers list those of all users without it. */
export const ListProviderAccounts = Query({ userId: Schema.optional(UserIdOrMe) })
/** A new account of a user. */
export class CreateProviderAccount extends WireClass<CreateProviderAccount>()(
  {
    userId: UserIdOrMe,
    provider: ProviderId,
    /** The id of the account at the provider. */
    accountId: Schema.String,
    email: Schema.optional(Email),
    allowSignIn: Schema.Boolean,
    allowConnectedAccounts: Schema.Boolean
  },
  { provider: "provider_config_id" }
) {}
/** A change of the uses of an account. */
export class UpdateProviderAccount extends WireClass<UpdateProviderAccount>()(switches) {}
/** A change of an account at server level. */
export class ServerUpdateProviderAccount extends WireClass<ServerUpdateProviderAccount>()({
  ...switches,
  accountId: Schema.optional(Schema.String),
  email: Schema.optional(Email)
}) {}

const path = "/oauth-providers/:userId/:providerAccountId"
const params = { userId: UserIdOrMe, providerAccountId: ProviderAccountId }

const errors = [CannotGetOwnUserWithoutUser, TextErrors.providerAccount] as const
const signInErrors = [OAuthProviderAccountIdAlreadyUsedForSignIn, TextErrors.secondSignIn] as const

/** Lists one's own accounts at providers, oldest first. */
export const listProviderAccounts = Endpoint.client.get("listProviderAccounts", "/oauth-providers", {
  summary: "List accounts at providers",
  only: "current",
  query: ListProviderAccounts,
  success: List(ProviderAccount),
  error: [CannotGetOwnUserWithoutUser, TextErrors.othersProviderAccount]
})

/** Lists accounts at providers, oldest first: a user's, or those of all users. */
export const serverListProviderAccounts = Endpoint.server.get("serverListProviderAccounts", "/oauth-providers", {
  summary: "List accounts at providers as a server",
  only: "current",
  query: ListProviderAccounts,
  success: List(ServerProviderAccount),
  error: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** Adds an account to a user, such as one that was imported. */
export const createProviderAccount = Endpoint.server.post("createProviderAccount", "/oauth-providers", {
  summary: "Add an account at a provider",
  only: "current",
  payload: CreateProviderAccount,
  success: withCreatedStatus(ServerProviderAccount),
  error: [
    CannotGetOwnUserWithoutUser,
    ...signInErrors,
    TextErrors.duplicateProviderAccount,
    TextErrors.unconfiguredProvider,
    UserNotFound
  ]
})

/** Reads an account at a provider. */
export const getProviderAccount = Endpoint.client.get("getProviderAccount", path, {
  summary: "Read an account at a provider",
  only: "current",
  params,
  success: ProviderAccount,
  error: [...errors, TextErrors.othersProviderAccount]
})

/** Reads an account at a provider as servers see it. */
export const serverGetProviderAccount = Endpoint.server.get("serverGetProviderAccount", path, {
  summary: "Read an account at a provider as a server",
  only: "current",
  params,
  success: ServerProviderAccount,
  error: errors
})

/** Changes whether an account signs in and is connected. */
export const updateProviderAccount = Endpoint.client.patch("updateProviderAccount", path, {
  summary: "Change an account at a provider",
  only: "current",
  params,
  payload: UpdateProviderAccount,
  success: ProviderAccount,
  error: [...errors, ...signInErrors, TextErrors.othersProviderAccount]
})

/** Changes an account at a provider as servers may. */
export const serverUpdateProviderAccount = Endpoint.server.patch("serverUpdateProviderAccount", path, {
  summary: "Change an account at a provider as a server",
  only: "current",
  params,
  payload: ServerUpdateProviderAccount,
  success: ServerProviderAccount,
  error: [...errors, ...signInErrors, TextErrors.duplicateProviderAccount]
})

/** Removes an account at a provider, with its tokens. */
export const deleteProviderAccount = Endpoint.client.delete("deleteProviderAccount", path, {
  summary: "Remove an account at a provider",
  only: "current",
  params,
  success: Success,
  error: [...errors, TextErrors.othersProviderAccount]
})

/** Accounts at providers, at every level. */
export class ProviderAccountsGroup extends HttpApiGroup.make("providerAccounts")
  .add(deleteProviderAccount)
  .prefix(Endpoint.root) {}

/** Accounts at providers, for clients. */
export class ClientProviderAccountsGroup extends HttpApiGroup.make("clientProviderAccounts")
  .add(listProviderAccounts, getProviderAccount, updateProviderAccount)
  .prefix(Endpoint.root) {}

/** Accounts at providers, for servers. */
export class ServerProviderAccountsGroup extends HttpApiGroup.make("serverProviderAccounts")
  .add(serverListProviderAccounts, createProviderAccount, serverGetProviderAccount, serverUpdateProviderAccount)
  .prefix(Endpoint.root) {}
