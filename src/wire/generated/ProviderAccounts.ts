/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type {
  CreateProviderAccount,
  ListProviderAccounts,
  ServerUpdateProviderAccount,
  UpdateProviderAccount
} from "../../api/ProviderAccounts.ts"
import type { ProviderAccountId, ProviderId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type { ProviderAccount, ServerProviderAccount } from "../../api/schema/ProviderAccount.ts"
import type {
  OAuthProviderAccountIdAlreadyUsedForSignIn,
  OAuthProviderNotFoundOrNotEnabled,
  ProviderAccountAlreadyExists,
  ProviderAccountNotFound,
  ProviderAccountOfAnotherUser,
  UserSignsInWithAnotherAccount
} from "../../domain/errors/OAuth.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import type { UserNotFound } from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeSuccess, decodeToItems } from "./Envelope.ts"
import { oAuthProviderAccountIdAlreadyUsedForSignIn } from "./errors/OAuth.ts"
import { cannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { userNotFound } from "./errors/Users.ts"
import { email } from "./schema/Email.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeProviderAccount, decodeServerProviderAccount } from "./schema/ProviderAccount.ts"
import {
  duplicateProviderAccount,
  otherGeneration,
  othersProviderAccount,
  providerAccount,
  secondSignIn,
  unconfiguredProvider
} from "./TextErrors.ts"

const listProviderAccountsSuccess = decodeToItems(R.list(decodeProviderAccount))

export const encodeListProviderAccounts = R.struct((o) => ({
  user_id: R.optional(o.userId, "userId", pathSegment<UserId>)
}))

/** List accounts at providers. */
export const listProviderAccounts: Endpoint<
  { readonly query: typeof ListProviderAccounts.Type },
  ReadonlyArray<ProviderAccount>,
  CannotGetOwnUserWithoutUser | ProviderAccountOfAnotherUser | NotSupportedByService,
  "client"
> = {
  name: "listProviderAccounts",
  method: "GET",
  path: "/oauth-providers",
  level: "client",
  levelErrors: clientErrors,
  query: encodeListProviderAccounts,
  success: listProviderAccountsSuccess,
  errors: [cannotGetOwnUserWithoutUser],
  textErrors: [othersProviderAccount, otherGeneration]
}

const serverListProviderAccountsSuccess = decodeToItems(R.list(decodeServerProviderAccount))

/** List accounts at providers as a server. */
export const serverListProviderAccounts: Endpoint<
  { readonly query: typeof ListProviderAccounts.Type },
  ReadonlyArray<ServerProviderAccount>,
  CannotGetOwnUserWithoutUser | UserNotFound | NotSupportedByService,
  "server"
> = {
  name: "serverListProviderAccounts",
  method: "GET",
  path: "/oauth-providers",
  level: "server",
  levelErrors: commonErrors,
  query: encodeListProviderAccounts,
  success: serverListProviderAccountsSuccess,
  errors: [cannotGetOwnUserWithoutUser, userNotFound],
  textErrors: [otherGeneration]
}

export const encodeCreateProviderAccount = R.struct((o) => ({
  user_id: pathSegment<UserId>(o.userId, "userId"),
  provider_config_id: pathSegment<ProviderId>(o.provider, "provider"),
  account_id: R.string(o.accountId, "accountId"),
  email: R.optional(o.email, "email", email),
  allow_sign_in: R.boolean(o.allowSignIn, "allowSignIn"),
  allow_connected_accounts: R.boolean(o.allowConnectedAccounts, "allowConnectedAccounts")
}))

/** Add an account at a provider. */
export const createProviderAccount: Endpoint<
  { readonly payload: CreateProviderAccount },
  ServerProviderAccount,
  | CannotGetOwnUserWithoutUser
  | OAuthProviderAccountIdAlreadyUsedForSignIn
  | UserSignsInWithAnotherAccount
  | ProviderAccountAlreadyExists
  | OAuthProviderNotFoundOrNotEnabled
  | UserNotFound
  | NotSupportedByService,
  "server"
> = {
  name: "createProviderAccount",
  method: "POST",
  path: "/oauth-providers",
  level: "server",
  levelErrors: commonErrors,
  payload: encodeCreateProviderAccount,
  success: decodeServerProviderAccount,
  errors: [cannotGetOwnUserWithoutUser, oAuthProviderAccountIdAlreadyUsedForSignIn, userNotFound],
  textErrors: [secondSignIn, duplicateProviderAccount, unconfiguredProvider, otherGeneration]
}

const userIdProviderAccountIdParams = R.struct((o) => ({
  userId: pathSegment<UserId>(o.userId, "userId"),
  providerAccountId: pathSegment<ProviderAccountId>(o.providerAccountId, "providerAccountId")
}))

/** Read an account at a provider. */
export const getProviderAccount: Endpoint<
  { readonly params: { readonly userId: UserIdOrMe; readonly providerAccountId: ProviderAccountId } },
  ProviderAccount,
  CannotGetOwnUserWithoutUser | ProviderAccountNotFound | ProviderAccountOfAnotherUser | NotSupportedByService,
  "client"
> = {
  name: "getProviderAccount",
  method: "GET",
  path: "/oauth-providers/:userId/:providerAccountId",
  level: "client",
  levelErrors: clientErrors,
  params: userIdProviderAccountIdParams,
  success: decodeProviderAccount,
  errors: [cannotGetOwnUserWithoutUser],
  textErrors: [providerAccount, othersProviderAccount, otherGeneration]
}

/** Read an account at a provider as a server. */
export const serverGetProviderAccount: Endpoint<
  { readonly params: { readonly userId: UserIdOrMe; readonly providerAccountId: ProviderAccountId } },
  ServerProviderAccount,
  CannotGetOwnUserWithoutUser | ProviderAccountNotFound | NotSupportedByService,
  "server"
> = {
  name: "serverGetProviderAccount",
  method: "GET",
  path: "/oauth-providers/:userId/:providerAccountId",
  level: "server",
  levelErrors: commonErrors,
  params: userIdProviderAccountIdParams,
  success: decodeServerProviderAccount,
  errors: [cannotGetOwnUserWithoutUser],
  textErrors: [providerAccount, otherGeneration]
}

export const encodeUpdateProviderAccount = R.struct((o) => ({
  allow_sign_in: R.optional(o.allowSignIn, "allowSignIn", R.boolean),
  allow_connected_accounts: R.optional(o.allowConnectedAccounts, "allowConnectedAccounts", R.boolean)
}))

/** Change an account at a provider. */
export const updateProviderAccount: Endpoint<
  {
    readonly params: { readonly userId: UserIdOrMe; readonly providerAccountId: ProviderAccountId }
    readonly payload: UpdateProviderAccount
  },
  ProviderAccount,
  | CannotGetOwnUserWithoutUser
  | ProviderAccountNotFound
  | OAuthProviderAccountIdAlreadyUsedForSignIn
  | UserSignsInWithAnotherAccount
  | ProviderAccountOfAnotherUser
  | NotSupportedByService,
  "client"
> = {
  name: "updateProviderAccount",
  method: "PATCH",
  path: "/oauth-providers/:userId/:providerAccountId",
  level: "client",
  levelErrors: clientErrors,
  params: userIdProviderAccountIdParams,
  payload: encodeUpdateProviderAccount,
  success: decodeProviderAccount,
  errors: [cannotGetOwnUserWithoutUser, oAuthProviderAccountIdAlreadyUsedForSignIn],
  textErrors: [providerAccount, secondSignIn, othersProviderAccount, otherGeneration]
}

export const encodeServerUpdateProviderAccount = R.struct((o) => ({
  allow_sign_in: R.optional(o.allowSignIn, "allowSignIn", R.boolean),
  allow_connected_accounts: R.optional(o.allowConnectedAccounts, "allowConnectedAccounts", R.boolean),
  account_id: R.optional(o.accountId, "accountId", R.string),
  email: R.optional(o.email, "email", email)
}))

/** Change an account at a provider as a server. */
export const serverUpdateProviderAccount: Endpoint<
  {
    readonly params: { readonly userId: UserIdOrMe; readonly providerAccountId: ProviderAccountId }
    readonly payload: ServerUpdateProviderAccount
  },
  ServerProviderAccount,
  | CannotGetOwnUserWithoutUser
  | ProviderAccountNotFound
  | OAuthProviderAccountIdAlreadyUsedForSignIn
  | UserSignsInWithAnotherAccount
  | ProviderAccountAlreadyExists
  | NotSupportedByService,
  "server"
> = {
  name: "serverUpdateProviderAccount",
  method: "PATCH",
  path: "/oauth-providers/:userId/:providerAccountId",
  level: "server",
  levelErrors: commonErrors,
  params: userIdProviderAccountIdParams,
  payload: encodeServerUpdateProviderAccount,
  success: decodeServerProviderAccount,
  errors: [cannotGetOwnUserWithoutUser, oAuthProviderAccountIdAlreadyUsedForSignIn],
  textErrors: [providerAccount, secondSignIn, duplicateProviderAccount, otherGeneration]
}

/** Remove an account at a provider. */
export const deleteProviderAccount: Endpoint<
  { readonly params: { readonly userId: UserIdOrMe; readonly providerAccountId: ProviderAccountId } },
  void,
  CannotGetOwnUserWithoutUser | ProviderAccountNotFound | ProviderAccountOfAnotherUser | NotSupportedByService,
  "client"
> = {
  name: "deleteProviderAccount",
  method: "DELETE",
  path: "/oauth-providers/:userId/:providerAccountId",
  level: "client",
  levelErrors: clientErrors,
  params: userIdProviderAccountIdParams,
  success: decodeSuccess,
  errors: [cannotGetOwnUserWithoutUser],
  textErrors: [providerAccount, othersProviderAccount, otherGeneration]
}
