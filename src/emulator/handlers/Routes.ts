/** Every route of the emulator. */
import { HealthGroup } from "../../api/Service.ts"
import type { AnyEndpoint } from "../http/RouteIndex.ts"
import * as AgentLogin from "./AgentLogin.ts"
import * as Anonymous from "./Anonymous.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as CliLogin from "./CliLogin.ts"
import * as Configuration from "./Configuration.ts"
import * as ConnectedAccounts from "./ConnectedAccounts.ts"
import * as ContactChannels from "./ContactChannels.ts"
import * as DataVault from "./DataVault.ts"
import * as EmailDrafts from "./EmailDrafts.ts"
import * as Emails from "./Emails.ts"
import * as EmailTemplates from "./EmailTemplates.ts"
import * as EmailThemes from "./EmailThemes.ts"
import * as InternalApiKeys from "./InternalApiKeys.ts"
import * as MagicLink from "./MagicLink.ts"
import * as Metrics from "./Metrics.ts"
import * as Mfa from "./Mfa.ts"
import * as Notifications from "./Notifications.ts"
import * as OAuth from "./OAuth.ts"
import * as Outbox from "./Outbox.ts"
import * as Passkey from "./Passkey.ts"
import * as Password from "./Password.ts"
import * as Payments from "./Payments.ts"
import * as PermissionDefinitions from "./PermissionDefinitions.ts"
import * as Permissions from "./Permissions.ts"
import * as Projects from "./Projects.ts"
import * as ProviderAccounts from "./ProviderAccounts.ts"
import type { Route } from "./Route.ts"
import * as Service from "./Service.ts"
import * as Sessions from "./Sessions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as TeamMembers from "./TeamMembers.ts"
import * as Teams from "./Teams.ts"
import * as TsxEmailTemplates from "./TsxEmailTemplates.ts"
import * as Users from "./Users.ts"
import * as Webhooks from "./Webhooks.ts"

const handled = [
  ...AgentLogin.routes,
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
  ...Payments.routes,
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

export type Services = (typeof handled)[number] extends Route<infer R> ? R : never

export const routes: ReadonlyArray<Route<Services>> = handled

/** Endpoints that are not below the API's root. */
export const outside: ReadonlyArray<AnyEndpoint> = Object.values(HealthGroup.endpoints)
