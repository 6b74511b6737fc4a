/** Every route of the emulator. */
import { ConfigurationGroup } from "../api/Configuration.ts"
import { DataVaultGroup } from "../api/DataVault.ts"
import { EmailDraftsGroup } from "../api/EmailDrafts.ts"
import { createConnectedAccountAccessToken, listConnectedAccounts } from "../api/ConnectedAccounts.ts"
import { EmailTemplatesGroup } from "../api/EmailTemplates.ts"
import { ServerEmailsGroup } from "../api/Emails.ts"
import { NotificationsGroup } from "../api/Notifications.ts"
import { OutboxGroup } from "../api/Outbox.ts"
import { transferProject } from "../api/Projects.ts"
import { EmailThemesGroup } from "../api/EmailThemes.ts"
import * as ProviderAccountsApi from "../api/ProviderAccounts.ts"
import { HealthGroup } from "../api/Service.ts"
import { acceptReceivedTeamInvitation } from "../api/TeamInvitations.ts"
import { TsxEmailTemplatesGroup } from "../api/TsxEmailTemplates.ts"
import { sendTestWebhook } from "../api/Webhooks.ts"
import type { AnyEndpoint } from "./http/RouteIndex.ts"
import type { Service as Generation } from "./Generation.ts"
import { authorizeCrossDomain, signInWithAppleToken } from "../api/OAuth.ts"
import * as Anonymous from "./handlers/Anonymous.ts"
import * as ApiKeys from "./handlers/ApiKeys.ts"
import * as CliLogin from "./handlers/CliLogin.ts"
import * as Configuration from "./handlers/Configuration.ts"
import * as ConnectedAccounts from "./handlers/ConnectedAccounts.ts"
import * as ContactChannels from "./handlers/ContactChannels.ts"
import * as DataVault from "./handlers/DataVault.ts"
import * as EmailDrafts from "./handlers/EmailDrafts.ts"
import * as EmailTemplates from "./handlers/EmailTemplates.ts"
import * as EmailThemes from "./handlers/EmailThemes.ts"
import * as Emails from "./handlers/Emails.ts"
import * as InternalApiKeys from "./handlers/InternalApiKeys.ts"
import * as MagicLink from "./handlers/MagicLink.ts"
import * as Metrics from "./handlers/Metrics.ts"
import * as Mfa from "./handlers/Mfa.ts"
import * as Notifications from "./handlers/Notifications.ts"
import * as OAuth from "./handlers/OAuth.ts"
import * as Outbox from "./handlers/Outbox.ts"
import * as Passkey from "./handlers/Passkey.ts"
import * as Password from "./handlers/Password.ts"
import * as PermissionDefinitions from "./handlers/PermissionDefinitions.ts"
import * as Permissions from "./handlers/Permissions.ts"
import * as Projects from "./handlers/Projects.ts"
import * as ProviderAccounts from "./handlers/ProviderAccounts.ts"
import * as Service from "./handlers/Service.ts"
import * as Sessions from "./handlers/Sessions.ts"
import * as TeamInvitations from "./handlers/TeamInvitations.ts"
import * as TeamMembers from "./handlers/TeamMembers.ts"
import * as Teams from "./handlers/Teams.ts"
import * as TsxEmailTemplates from "./handlers/TsxEmailTemplates.ts"
import * as Users from "./handlers/Users.ts"
import * as Webhooks from "./handlers/Webhooks.ts"
import type { Route } from "./http/Route.ts"

const handled = [
  ...Anonymous.routes,
  ...ApiKeys.routes,
  ...CliLogin.routes,
  ...Configuration.routes,
  ...ConnectedAccounts.routes,
  ...ContactChannels.routes,
  ...DataVault.routes,
  ...EmailDrafts.routes,
  ...EmailTemplates.routes,
  ...EmailThemes.routes,
  ...Emails.routes,
  ...InternalApiKeys.routes,
  ...MagicLink.routes,
  ...Metrics.routes,
  ...Mfa.routes,
  ...Notifications.routes,
  ...OAuth.routes,
  ...Outbox.routes,
  ...Passkey.routes,
  ...Password.routes,
  ...PermissionDefinitions.routes,
  ...Permissions.routes,
  ...Projects.routes,
  ...ProviderAccounts.routes,
  ...Service.routes,
  ...Sessions.routes,
  ...TeamInvitations.routes,
  ...TeamMembers.routes,
  ...Teams.routes,
  ...TsxEmailTemplates.routes,
  ...Users.routes,
  ...Webhooks.routes
]

/** The services of all handlers. */
export type Services = (typeof handled)[number] extends Route<infer R> ? R : never

/** The routes of all endpoints of the contract. */
export const routes: ReadonlyArray<Route<Services>> = handled

/** Endpoints that are not below the API's root. */
export const outside: ReadonlyArray<AnyEndpoint> = Object.values(HealthGroup.endpoints)

const only = (generation: Generation, { endpoints }: { readonly endpoints: object }) =>
  Object.keys(endpoints).map((identifier): [string, Generation] => [identifier, generation])

const generations = new Map([
  ...only("2025-06", EmailTemplatesGroup),
  ...only("current", EmailDraftsGroup),
  ...only("current", EmailThemesGroup),
  ...only("current", { endpoints: { listConnectedAccounts, createConnectedAccountAccessToken } }),
  ...only("current", ProviderAccountsApi.ProviderAccountsGroup),
  ...only("current", ProviderAccountsApi.ClientProviderAccountsGroup),
  ...only("current", ProviderAccountsApi.ServerProviderAccountsGroup),
  ...only("current", NotificationsGroup),
  ...only("current", OutboxGroup),
  ...only("current", ServerEmailsGroup),
  ...only("current", TsxEmailTemplatesGroup),
  ...only("current", {
    endpoints: {
      acceptReceivedTeamInvitation,
      authorizeCrossDomain,
      sendTestWebhook,
      signInWithAppleToken,
      transferProject
    }
  }),
  ...only("current", ConfigurationGroup),
  ...only("current", DataVaultGroup)
])

/** The only generation that has an endpoint; undefined if both have it. */
export const onlyOf = (endpoint: AnyEndpoint): Generation | undefined => generations.get(endpoint.identifier)
