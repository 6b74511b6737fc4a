/** Accounts of users at providers (docs/protocol/oauth.md#provider-accounts). */
import * as Schema from "effect/Schema"
import { ProviderAccountId, ProviderId, UserId } from "./Ids.ts"
import { WireClass } from "./WireStruct.ts"

const fields = {
  id: ProviderAccountId,
  userId: UserId,
  /** The id of the provider in the project. */
  provider: ProviderId,
  /** The type of the provider, such as `github`. */
  type: Schema.String,
  /** Absent or null if the provider did not send one. */
  email: Schema.optional(Schema.NullOr(Schema.String)),
  /** Whether the user signs in with it. */
  allowSignIn: Schema.Boolean,
  /** Whether it is a connected account: whether there are tokens for the provider's own API. */
  allowConnectedAccounts: Schema.Boolean
}

const renames = { provider: "provider_config_id" } as const

/** An account of a user at a provider. */
export class ProviderAccount extends WireClass<ProviderAccount>()(fields, renames) {}

/** An account of a user at a provider as servers see it. */
export class ServerProviderAccount extends WireClass<ServerProviderAccount>()(
  {
    ...fields,
    /** The id of the account at the provider. */
    accountId: Schema.String
  },
  renames
) {}

/** An account at a provider with access to the provider's own API. */
export class ConnectedAccount extends WireClass<ConnectedAccount>()(
  {
    userId: UserId,
    provider: ProviderId,
    /** The id of the account at the provider. */
    accountId: Schema.String
  },
  { accountId: "provider_account_id" }
) {}
