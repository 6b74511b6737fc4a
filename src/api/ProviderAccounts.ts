/**
 * Accounts of users at providers, and the uses of each (docs/protocol/oauth.md#provider-accounts). Only the
 * current service has these endpoints.
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ClientAccess, ServerAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created, List, Success } from "./Envelope.ts"
import { OAuthProviderAccountIdAlreadyUsedForSignIn } from "./errors/OAuth.ts"
import { CannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { UserNotFound } from "./errors/Users.ts"
import { Query } from "./Input.ts"
import { Email } from "./schema/Email.ts"
import { ProviderAccountId, ProviderId, UserIdOrMe } from "./schema/Ids.ts"
import { ProviderAccount, ServerProviderAccount } from "./schema/ProviderAccount.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const switches = {
  allowSignIn: Schema.optional(Schema.Boolean),
  allowConnectedAccounts: Schema.optional(Schema.Boolean)
}

/** The user whose accounts to list; clients must name their own user, servers list those of all users without it. */
export const ListProviderAccounts = Query({ userId: Schema.optional(UserIdOrMe) })
/** A new account of a user. */
export class CreateProviderAccount extends Schema.Opaque<CreateProviderAccount>()(
  WireStruct(
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
  )
) {}
/** A change of the uses of an account. */
export class UpdateProviderAccount extends Schema.Opaque<UpdateProviderAccount>()(WireStruct(switches)) {}
/** A change of an account at server level. */
export class ServerUpdateProviderAccount extends Schema.Opaque<ServerUpdateProviderAccount>()(
  WireStruct({ ...switches, accountId: Schema.optional(Schema.String), email: Schema.optional(Email) })
) {}

const path = "/oauth-providers/:userId/:providerAccountId"
const params = { userId: UserIdOrMe, providerAccountId: ProviderAccountId }

const listErrors = [CannotGetOwnUserWithoutUser, TextErrors.otherGeneration] as const
const errors = [CannotGetOwnUserWithoutUser, TextErrors.providerAccount, TextErrors.otherGeneration] as const
const signInErrors = [OAuthProviderAccountIdAlreadyUsedForSignIn, TextErrors.secondSignIn] as const

/** Lists one's own accounts at providers, oldest first. */
export const listProviderAccounts = Endpoint.get("listProviderAccounts", "/oauth-providers", {
  query: ListProviderAccounts,
  success: List(ProviderAccount),
  error: [...listErrors, TextErrors.othersProviderAccount]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List accounts at providers")
  .annotate(Endpoint.OnlyIn, "current")

/** Lists accounts at providers, oldest first: a user's, or those of all users. */
export const serverListProviderAccounts = Endpoint.get("serverListProviderAccounts", "/oauth-providers", {
  query: ListProviderAccounts,
  success: List(ServerProviderAccount),
  error: [...listErrors, UserNotFound]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "List accounts at providers as a server")
  .annotate(Endpoint.OnlyIn, "current")

/** Adds an account to a user, such as one that was imported. */
export const createProviderAccount = Endpoint.post("createProviderAccount", "/oauth-providers", {
  payload: CreateProviderAccount,
  success: created(ServerProviderAccount),
  error: [
    ...listErrors,
    ...signInErrors,
    TextErrors.duplicateProviderAccount,
    TextErrors.unconfiguredProvider,
    UserNotFound
  ]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Add an account at a provider")
  .annotate(Endpoint.OnlyIn, "current")

/** Reads an account at a provider. */
export const getProviderAccount = Endpoint.get("getProviderAccount", path, {
  params,
  success: ProviderAccount,
  error: [...errors, TextErrors.othersProviderAccount]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Read an account at a provider")
  .annotate(Endpoint.OnlyIn, "current")

/** Reads an account at a provider as servers see it. */
export const serverGetProviderAccount = Endpoint.get("serverGetProviderAccount", path, {
  params,
  success: ServerProviderAccount,
  error: errors
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Read an account at a provider as a server")
  .annotate(Endpoint.OnlyIn, "current")

/** Changes whether an account signs in and is connected. */
export const updateProviderAccount = Endpoint.patch("updateProviderAccount", path, {
  params,
  payload: UpdateProviderAccount,
  success: ProviderAccount,
  error: [...errors, ...signInErrors, TextErrors.othersProviderAccount]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Change an account at a provider")
  .annotate(Endpoint.OnlyIn, "current")

/** Changes an account at a provider as servers may. */
export const serverUpdateProviderAccount = Endpoint.patch("serverUpdateProviderAccount", path, {
  params,
  payload: ServerUpdateProviderAccount,
  success: ServerProviderAccount,
  error: [...errors, ...signInErrors, TextErrors.duplicateProviderAccount]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Change an account at a provider as a server")
  .annotate(Endpoint.OnlyIn, "current")

/** Removes an account at a provider, with its tokens. */
export const deleteProviderAccount = Endpoint.delete("deleteProviderAccount", path, {
  params,
  success: Success,
  error: [...errors, TextErrors.othersProviderAccount]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Remove an account at a provider")
  .annotate(Endpoint.OnlyIn, "current")

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
