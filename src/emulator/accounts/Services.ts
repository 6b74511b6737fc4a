/** The services of users, of how they sign in, and of their sessions. */
import * as Layer from "effect/Layer"
import * as AccessTokens from "./AccessTokens.ts"
import * as Accounts from "./Accounts.ts"
import * as AgentLogins from "./AgentLogins.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as CliLogins from "./CliLogins.ts"
import * as ContactChannels from "./ContactChannels.ts"
import * as Passkeys from "./Passkeys.ts"
import * as Passwords from "./Passwords.ts"
import * as ProviderAccounts from "./ProviderAccounts.ts"
import * as Sessions from "./Sessions.ts"
import * as SigningKeys from "./SigningKeys.ts"
import * as Totp from "./Totp.ts"
import * as Users from "./Users.ts"

const users = Layer.mergeAll(
  Users.layer,
  ContactChannels.layer,
  ProviderAccounts.layer,
  Passwords.layer,
  Totp.layer,
  Passkeys.layer,
  CliLogins.layer,
  AgentLogins.layer,
  ApiKeys.layer
)

const tokens = AccessTokens.layer.pipe(Layer.provideMerge(SigningKeys.layer))

/** Provides everything about users, their sign-in methods and their sessions. */
export const layer = Accounts.layer.pipe(
  Layer.provideMerge(Sessions.layer),
  Layer.provideMerge(Layer.mergeAll(users, tokens))
)
