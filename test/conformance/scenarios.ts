/** Every scenario, by area. */
import * as Access from "./Access.scenarios.ts"
import * as Admin from "./Admin.scenarios.ts"
import * as AdminEmails from "./AdminEmails.scenarios.ts"
import * as AgentLogin from "./AgentLogin.scenarios.ts"
import * as ApiKeys from "./ApiKeys.scenarios.ts"
import * as BotChallenge from "./BotChallenge.scenarios.ts"
import * as CliLogin from "./CliLogin.scenarios.ts"
import * as Configuration from "./Configuration.scenarios.ts"
import * as ContactChannels from "./ContactChannels.scenarios.ts"
import * as CrossDomain from "./CrossDomain.scenarios.ts"
import * as CurrentUser from "./CurrentUser.scenarios.ts"
import * as DataVault from "./DataVault.scenarios.ts"
import * as Errors from "./Errors.scenarios.ts"
import * as InternalApiKeys from "./InternalApiKeys.scenarios.ts"
import * as MagicLink from "./MagicLink.scenarios.ts"
import * as OAuth from "./OAuth.scenarios.ts"
import * as Passkey from "./Passkey.scenarios.ts"
import * as Password from "./Password.scenarios.ts"
import * as Payments from "./Payments.scenarios.ts"
import * as Projects from "./Projects.scenarios.ts"
import * as ProviderAccounts from "./ProviderAccounts.scenarios.ts"
import * as Providers from "./Providers.scenarios.ts"
import * as Restrictions from "./Restrictions.scenarios.ts"
import type { Scenario } from "./Scenario.ts"
import * as ServerEmails from "./ServerEmails.scenarios.ts"
import * as ServerTeams from "./ServerTeams.scenarios.ts"
import * as ServerUsers from "./ServerUsers.scenarios.ts"
import * as Service from "./Service.scenarios.ts"
import * as Sessions from "./Sessions.scenarios.ts"
import * as Invitations from "./TeamInvitations.scenarios.ts"
import * as Teams from "./Teams.scenarios.ts"
import * as Users from "./Users.scenarios.ts"

export const areas: ReadonlyArray<readonly [area: string, scenarios: ReadonlyArray<Scenario>]> = [
  ["Access", Access.scenarios],
  ["Password", Password.scenarios],
  ["MagicLink", MagicLink.scenarios],
  ["Passkey", Passkey.scenarios],
  ["OAuth", OAuth.scenarios],
  ["Providers", Providers.scenarios],
  ["ProviderAccounts", ProviderAccounts.scenarios],
  ["CliLogin", CliLogin.scenarios],
  ["AgentLogin", AgentLogin.scenarios],
  ["CrossDomain", CrossDomain.scenarios],
  ["CurrentUser", CurrentUser.scenarios],
  ["Restrictions", Restrictions.scenarios],
  ["BotChallenge", BotChallenge.scenarios],
  ["Sessions", Sessions.scenarios],
  ["ContactChannels", ContactChannels.scenarios],
  ["Users", Users.scenarios],
  ["Teams", Teams.scenarios],
  ["Invitations", Invitations.scenarios],
  ["ApiKeys", ApiKeys.scenarios],
  ["Projects", Projects.scenarios],
  ["InternalApiKeys", InternalApiKeys.scenarios],
  ["ServerUsers", ServerUsers.scenarios],
  ["ServerTeams", ServerTeams.scenarios],
  ["ServerEmails", ServerEmails.scenarios],
  ["Admin", Admin.scenarios],
  ["Configuration", Configuration.scenarios],
  ["DataVault", DataVault.scenarios],
  ["Payments", Payments.scenarios],
  ["AdminEmails", AdminEmails.scenarios],
  ["Errors", Errors.scenarios],
  ["Service", Service.scenarios]
]
