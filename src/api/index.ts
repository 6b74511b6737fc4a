/**
 * The wire contract as values: every endpoint by area, the three access levels, the schemas of the known errors, whose
 * classes `gatefold` exports under the same names, and those of the ids. An unused endpoint leaves no trace in a
 * bundle.
 */
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
import * as Ids from "./schema/Ids.ts"
import * as Service from "./Service.ts"
import * as Sessions from "./Sessions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as TeamMembers from "./TeamMembers.ts"
import * as Teams from "./Teams.ts"
import * as TsxEmailTemplates from "./TsxEmailTemplates.ts"
import * as Users from "./Users.ts"
import * as Webhooks from "./Webhooks.ts"

export {
  AgentLogin,
  Anonymous,
  ApiKeys,
  CliLogin,
  Configuration,
  ConnectedAccounts,
  ContactChannels,
  DataVault,
  EmailDrafts,
  Emails,
  EmailTemplates,
  EmailThemes,
  Ids,
  InternalApiKeys,
  MagicLink,
  Metrics,
  Mfa,
  Notifications,
  OAuth,
  Outbox,
  Passkey,
  Password,
  Payments,
  PermissionDefinitions,
  Permissions,
  Projects,
  ProviderAccounts,
  Service,
  Sessions,
  TeamInvitations,
  TeamMembers,
  Teams,
  TsxEmailTemplates,
  Users,
  Webhooks
}

export {
  AdminAccess,
  ClientAccess,
  type ClientError,
  clientErrors,
  commonErrors,
  type CommonError,
  ServerAccess
} from "./Access.ts"
export { AdminApi, ClientApi, requestParsing, ServerApi } from "./Api.ts"
export * from "./errors/index.ts"
