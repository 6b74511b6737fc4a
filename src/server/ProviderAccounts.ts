/**
 * The accounts of any user at providers, and what each is good for (docs/protocol/oauth.md#provider-accounts): signing
 * in, and access to the provider's own API. With a service of 2025-06 all of these fail with `NotSupportedByService`;
 * the accounts are `oauthProviders` of the users there.
 */
import type * as Api from "../api/ProviderAccounts.ts"
import type { ProviderAccountId, UserId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/ProviderAccounts.ts"
import { asServer } from "./AsServer.ts"

export type { ServerProviderAccount } from "../api/schema/ProviderAccount.ts"

/** Identifies an account. */
export interface ProviderAccountRef {
  readonly userId: UserId
  readonly id: ProviderAccountId
}

const toParams = ({ id, userId }: ProviderAccountRef) => ({ userId, providerAccountId: id })

/** The accounts of a user, oldest first. Fails with `UserNotFound`. */
export const list = asServer.read("server/ProviderAccounts.list", Wire.serverListProviderAccounts, {
  input: (userId: UserId) => ({ query: { userId } }),
  shows: ["connectedAccounts"]
})

/** The accounts of all users of the project, oldest first. */
export const listAll = asServer.read("server/ProviderAccounts.listAll", Wire.serverListProviderAccounts, {
  input: { query: {} },
  shows: ["connectedAccounts"]
})

/** An account by its id. Fails with `ProviderAccountNotFound`. */
export const get = asServer.read("server/ProviderAccounts.get", Wire.serverGetProviderAccount, {
  input: (ref: ProviderAccountRef) => ({ params: toParams(ref) }),
  shows: ["connectedAccounts"]
})

/**
 * Adds an account to a user, such as an imported one. Fails with `UserNotFound`, `OAuthProviderNotFoundOrNotEnabled`,
 * or `ProviderAccountAlreadyExists` if the user already has it. Fails with `UserSignsInWithAnotherAccount` if the user
 * signs in with another account of the provider, and with `OAuthProviderAccountIdAlreadyUsedForSignIn` if another user
 * signs in with this one.
 */
export const create = asServer.write("server/ProviderAccounts.create", Wire.createProviderAccount, {
  input: ({
    provider,
    ...input
  }: Omit<Api.CreateProviderAccount, "provider"> & {
    readonly userId: UserId
    /** The provider's id, such as `github`. */
    readonly provider: string
  }) => ({ payload: { ...input, provider } }),
  changes: ["connectedAccounts", "users"]
})

/**
 * Changes an account: turns sign-in and the connection on or off independently. Fails with `ProviderAccountNotFound`,
 * `ProviderAccountAlreadyExists`, `UserSignsInWithAnotherAccount` and `OAuthProviderAccountIdAlreadyUsedForSignIn` like
 * {@link create}.
 */
export const update = asServer.write(
  "server/ProviderAccounts.update",
  [Wire.serverGetProviderAccount, Wire.serverUpdateProviderAccount],
  { changes: ["connectedAccounts", "users"] }
)(function* ({ id, userId, ...payload }: ProviderAccountRef & Api.ServerUpdateProviderAccount) {
  const params = toParams({ id, userId })
  // Without the account's own id, the service refuses it as soon as any other account signs anybody in.
  const needsId = payload.allowSignIn === true && payload.accountId === undefined
  const account = needsId ? yield* asServer.call(Wire.serverGetProviderAccount, { params }) : payload
  return yield* asServer.call(Wire.serverUpdateProviderAccount, {
    params,
    payload: { ...payload, accountId: account.accountId }
  })
})

const delete_ = asServer.write("server/ProviderAccounts.delete", Wire.deleteProviderAccount, {
  input: (ref: ProviderAccountRef) => ({ params: toParams(ref) }),
  changes: ["connectedAccounts", "users"]
})
export {
  /** Removes an account, with the provider's tokens. Fails with `ProviderAccountNotFound`. */
  delete_ as delete
}
