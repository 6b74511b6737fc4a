/** The services of users, of how they sign in, and of their sessions. */
import * as Layer from "effect/Layer"
import type * as MailServices from "../mail/Services.ts"
import type * as ProjectServices from "../projects/Services.ts"
import type { Background } from "../runtime/Background.ts"
import type { Generation } from "../runtime/Generation.ts"
import type { Settings } from "../runtime/Settings.ts"
import type * as StorageServices from "../storage/Services.ts"
import type { StateParts } from "../storage/StateParts.ts"
import type * as TeamServices from "../teams/Services.ts"
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

const ofUsers = Layer.mergeAll(
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

/** The services of users. */
export type Services =
  | AccessTokens.AccessTokens
  | Accounts.Accounts
  | AgentLogins.AgentLogins
  | ApiKeys.ApiKeys
  | CliLogins.CliLogins
  | ContactChannels.ContactChannels
  | Passkeys.Passkeys
  | Passwords.Passwords
  | ProviderAccounts.ProviderAccounts
  | Sessions.Sessions
  | SigningKeys.SigningKeys
  | Totp.Totp
  | Users.Users

/** Users in the database. */
export const layer: Layer.Layer<
  Services,
  never,
  | Background
  | Generation
  | MailServices.Services
  | ProjectServices.Services
  | Settings
  | StateParts
  | StorageServices.Services
  | TeamServices.Services
> = Accounts.layer.pipe(Layer.provideMerge(Sessions.layer), Layer.provideMerge(Layer.mergeAll(ofUsers, tokens)))
