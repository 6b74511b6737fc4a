/** Every route of the emulator. */
import { HealthGroup } from "../api/Service.ts"
import type { AnyEndpoint } from "./http/RouteIndex.ts"
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
