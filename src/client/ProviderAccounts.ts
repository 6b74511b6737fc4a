/**
 * The current user's accounts at providers, and what each is good for (docs/protocol/oauth.md#provider-accounts):
 * signing in, and access to the provider's own API. `OAuth.link` adds one. With a service of 2025-06 all of these fail
 * with `NotSupportedByService`; the accounts are `oauthProviders` of the user there.
 */
import type * as Api from "../api/ProviderAccounts.ts"
import { asUser } from "../app/AsClient.ts"
import type { ProviderAccountId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/ProviderAccounts.ts"

export type { ProviderAccount } from "../api/schema/ProviderAccount.ts"

const toParams = (id: ProviderAccountId) => ({ userId: "me", providerAccountId: id }) as const

/** The accounts of the current user, oldest first. */
export const list = asUser.read("ProviderAccounts.list", Wire.listProviderAccounts, {
  input: { query: { userId: "me" } },
  shows: ["connectedAccounts"]
})

/** An account by its id. Fails with `ProviderAccountNotFound`. */
export const get = asUser.read("ProviderAccounts.get", Wire.getProviderAccount, {
  input: (id: ProviderAccountId) => ({ params: toParams(id) }),
  shows: ["connectedAccounts"]
})

/**
 * Turns sign-in and the connection on or off independently. Fails with `ProviderAccountNotFound`,
 * `UserSignsInWithAnotherAccount` if the user signs in with another account of the provider, and
 * `OAuthProviderAccountIdAlreadyUsedForSignIn`. The current service fails with the latter whenever any other account of
 * the project signs someone in, so turning sign-in on again takes your server: `ProviderAccounts.update` there.
 */
export const update = asUser.write("ProviderAccounts.update", Wire.updateProviderAccount, {
  input: ({ id, ...payload }: { readonly id: ProviderAccountId } & Api.UpdateProviderAccount) => ({
    params: toParams(id),
    payload
  }),
  changes: ["connectedAccounts", "users"]
})

const delete_ = asUser.write("ProviderAccounts.delete", Wire.deleteProviderAccount, {
  input: (id: ProviderAccountId) => ({ params: toParams(id) }),
  changes: ["connectedAccounts", "users"]
})
export {
  /** Removes an account, with the provider's tokens. Fails with `ProviderAccountNotFound`. */
  delete_ as delete
}
