/**
 * The whole contract, by group and by access level.
 *
 * Documents, servers and tests start here. Client code imports single endpoints instead, because this module keeps all
 * of them in a bundle.
 *
 * An endpoint whose shape depends on the level exists twice: once for clients and once, with the prefix `server`, for
 * servers and admins. The former are in `Client…Group`s, the latter in `Server…Group`s; the other groups are shared.
 * Each group is in the module of its endpoints, so a new endpoint is declared in one module.
 */
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
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
import { document } from "./OpenApiDocument.ts"
import * as Outbox from "./Outbox.ts"
import * as Passkey from "./Passkey.ts"
import * as Password from "./Password.ts"
import * as Payments from "./Payments.ts"
import * as PermissionDefinitions from "./PermissionDefinitions.ts"
import * as Permissions from "./Permissions.ts"
import * as Projects from "./Projects.ts"
import * as ProviderAccounts from "./ProviderAccounts.ts"
import * as Service from "./Service.ts"
import * as Sessions from "./Sessions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as TeamMembers from "./TeamMembers.ts"
import * as Teams from "./Teams.ts"
import * as TsxEmailTemplates from "./TsxEmailTemplates.ts"
import * as Users from "./Users.ts"
import * as Webhooks from "./Webhooks.ts"

/**
 * How requests are decoded: unknown properties are refused, and all violations are reported
 * (docs/protocol/headers.md#bodies-and-queries).
 */
export const requestParsing = Context.make(HttpApi.PayloadParseOptions, {
  onExcessProperty: "error",
  errors: "all"
}).pipe(Context.add(HttpApi.QueryParseOptions, { onExcessProperty: "error", errors: "all" }))

const SharedApi = HttpApi.make("gatefold")
  .add(
    Password.PasswordGroup,
    MagicLink.MagicLinkGroup,
    Anonymous.AnonymousGroup,
    Mfa.MfaGroup,
    Passkey.PasskeyGroup,
    OAuth.OAuthGroup,
    CliLogin.CliLoginGroup,
    AgentLogin.AgentLoginGroup,
    Sessions.SessionsGroup,
    Users.UsersGroup,
    ContactChannels.ContactChannelsGroup,
    Teams.TeamsGroup,
    TeamMembers.TeamMembersGroup,
    TeamInvitations.TeamInvitationsGroup,
    Permissions.PermissionsGroup,
    ApiKeys.ApiKeysGroup,
    ConnectedAccounts.ConnectedAccountsGroup,
    ProviderAccounts.ProviderAccountsGroup,
    Notifications.NotificationsGroup,
    Payments.PaymentsGroup,
    Projects.ProjectsGroup,
    Service.ServiceGroup
  )
  .annotate(OpenApi.Version, "1")
  .annotateMerge(requestParsing)

const SharedServerApi = SharedApi.add(
  Sessions.ServerSessionsGroup,
  Users.ServerUsersGroup,
  ContactChannels.ServerContactChannelsGroup,
  DataVault.DataVaultGroup,
  Teams.ServerTeamsGroup,
  TeamMembers.ServerTeamMembersGroup,
  Permissions.ServerPermissionsGroup,
  ApiKeys.ServerApiKeysGroup,
  ProviderAccounts.ServerProviderAccountsGroup,
  Emails.ServerEmailsGroup,
  Outbox.OutboxGroup,
  Payments.ServerPaymentsGroup
)

/** The endpoints that clients may call. */
export const ClientApi = document(
  SharedApi.add(
    Users.ClientUsersGroup,
    ContactChannels.ClientContactChannelsGroup,
    Teams.ClientTeamsGroup,
    TeamMembers.ClientTeamMembersGroup,
    ProviderAccounts.ClientProviderAccountsGroup
  )
    .add(Service.HealthGroup)
    .annotate(OpenApi.Title, "Authentication service: client access")
)

/** The endpoints that servers may call. */
export const ServerApi = document(
  SharedServerApi.add(Service.HealthGroup).annotate(OpenApi.Title, "Authentication service: server access")
)

/** The endpoints that admins may call: all of them. */
export const AdminApi = document(
  SharedServerApi.add(
    Projects.AdminProjectsGroup,
    Configuration.ConfigurationGroup,
    InternalApiKeys.InternalApiKeysGroup,
    PermissionDefinitions.PermissionDefinitionsGroup,
    EmailTemplates.EmailTemplatesGroup,
    TsxEmailTemplates.TsxEmailTemplatesGroup,
    EmailThemes.EmailThemesGroup,
    EmailDrafts.EmailDraftsGroup,
    Emails.EmailsGroup,
    Metrics.MetricsGroup,
    Payments.AdminPaymentsGroup,
    Webhooks.WebhooksGroup
  )
    .add(Service.HealthGroup)
    .annotate(OpenApi.Title, "Authentication service: admin access")
)
