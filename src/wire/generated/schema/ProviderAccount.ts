/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { ProviderAccountId, ProviderId, UserId } from "../../../api/schema/Ids.ts"
import type { ConnectedAccount, ProviderAccount, ServerProviderAccount } from "../../../api/schema/ProviderAccount.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

export const decodeConnectedAccount = R.struct((o): ConnectedAccount => ({
  userId: pathSegment<UserId>(o.user_id, "user_id"),
  provider: pathSegment<ProviderId>(o.provider, "provider"),
  accountId: R.string(o.provider_account_id, "provider_account_id")
}))

const idToAllowConnectedAccounts = (o: R.Properties) => ({
  id: pathSegment<ProviderAccountId>(o.id, "id"),
  userId: pathSegment<UserId>(o.user_id, "user_id"),
  provider: pathSegment<ProviderId>(o.provider_config_id, "provider_config_id"),
  type: R.string(o.type, "type"),
  allowSignIn: R.boolean(o.allow_sign_in, "allow_sign_in"),
  allowConnectedAccounts: R.boolean(o.allow_connected_accounts, "allow_connected_accounts")
})

export const decodeProviderAccount = R.struct((o): ProviderAccount => {
  const a: R.Mutable<ProviderAccount> = { ...idToAllowConnectedAccounts(o) }
  if (o.email !== undefined) a.email = R.nullable(o.email, "email", R.string)
  return a
})

export const decodeServerProviderAccount = R.struct((o): ServerProviderAccount => {
  const a: R.Mutable<ServerProviderAccount> = {
    ...idToAllowConnectedAccounts(o),
    accountId: R.string(o.account_id, "account_id")
  }
  if (o.email !== undefined) a.email = R.nullable(o.email, "email", R.string)
  return a
})
