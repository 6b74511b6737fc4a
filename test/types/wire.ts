/**
 * The compiled contract has the types of the declared one: what goes in, what comes out, what can go wrong, and who may
 * call. Nothing here runs; `tsc` reads it.
 */
import type * as AgentLogin from "../../src/api/AgentLogin.ts"
import type * as Anonymous from "../../src/api/Anonymous.ts"
import type * as ApiKeys from "../../src/api/ApiKeys.ts"
import type * as CliLogin from "../../src/api/CliLogin.ts"
import type * as Configuration from "../../src/api/Configuration.ts"
import type * as ConnectedAccounts from "../../src/api/ConnectedAccounts.ts"
import type * as ContactChannels from "../../src/api/ContactChannels.ts"
import type * as DataVault from "../../src/api/DataVault.ts"
import type * as EmailDrafts from "../../src/api/EmailDrafts.ts"
import type * as Emails from "../../src/api/Emails.ts"
import type * as EmailTemplates from "../../src/api/EmailTemplates.ts"
import type * as EmailThemes from "../../src/api/EmailThemes.ts"
import type * as InternalApiKeys from "../../src/api/InternalApiKeys.ts"
import type * as MagicLink from "../../src/api/MagicLink.ts"
import type * as Metrics from "../../src/api/Metrics.ts"
import type * as Mfa from "../../src/api/Mfa.ts"
import type * as Notifications from "../../src/api/Notifications.ts"
import type * as OAuth from "../../src/api/OAuth.ts"
import type * as Outbox from "../../src/api/Outbox.ts"
import type * as Passkey from "../../src/api/Passkey.ts"
import type * as Password from "../../src/api/Password.ts"
import type * as Payments from "../../src/api/Payments.ts"
import type * as PermissionDefinitions from "../../src/api/PermissionDefinitions.ts"
import type * as Permissions from "../../src/api/Permissions.ts"
import type * as Projects from "../../src/api/Projects.ts"
import type * as ProviderAccounts from "../../src/api/ProviderAccounts.ts"
import type * as Refresh from "../../src/api/Refresh.ts"
import type * as Service from "../../src/api/Service.ts"
import type * as Sessions from "../../src/api/Sessions.ts"
import type * as TeamInvitations from "../../src/api/TeamInvitations.ts"
import type * as TeamMembers from "../../src/api/TeamMembers.ts"
import type * as Teams from "../../src/api/Teams.ts"
import type * as TsxEmailTemplates from "../../src/api/TsxEmailTemplates.ts"
import type * as Users from "../../src/api/Users.ts"
import type * as Webhooks from "../../src/api/Webhooks.ts"
import type * as Wire from "../../src/wire/Endpoint.ts"
import type * as AgentLoginWire from "../../src/wire/generated/AgentLogin.ts"
import type * as AnonymousWire from "../../src/wire/generated/Anonymous.ts"
import type * as ApiKeysWire from "../../src/wire/generated/ApiKeys.ts"
import type * as CliLoginWire from "../../src/wire/generated/CliLogin.ts"
import type * as ConfigurationWire from "../../src/wire/generated/Configuration.ts"
import type * as ConnectedAccountsWire from "../../src/wire/generated/ConnectedAccounts.ts"
import type * as ContactChannelsWire from "../../src/wire/generated/ContactChannels.ts"
import type * as DataVaultWire from "../../src/wire/generated/DataVault.ts"
import type * as EmailDraftsWire from "../../src/wire/generated/EmailDrafts.ts"
import type * as EmailsWire from "../../src/wire/generated/Emails.ts"
import type * as EmailTemplatesWire from "../../src/wire/generated/EmailTemplates.ts"
import type * as EmailThemesWire from "../../src/wire/generated/EmailThemes.ts"
import type * as InternalApiKeysWire from "../../src/wire/generated/InternalApiKeys.ts"
import type * as MagicLinkWire from "../../src/wire/generated/MagicLink.ts"
import type * as MetricsWire from "../../src/wire/generated/Metrics.ts"
import type * as MfaWire from "../../src/wire/generated/Mfa.ts"
import type * as NotificationsWire from "../../src/wire/generated/Notifications.ts"
import type * as OAuthWire from "../../src/wire/generated/OAuth.ts"
import type * as OutboxWire from "../../src/wire/generated/Outbox.ts"
import type * as PasskeyWire from "../../src/wire/generated/Passkey.ts"
import type * as PasswordWire from "../../src/wire/generated/Password.ts"
import type * as PaymentsWire from "../../src/wire/generated/Payments.ts"
import type * as PermissionDefinitionsWire from "../../src/wire/generated/PermissionDefinitions.ts"
import type * as PermissionsWire from "../../src/wire/generated/Permissions.ts"
import type * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import type * as ProviderAccountsWire from "../../src/wire/generated/ProviderAccounts.ts"
import type * as RefreshWire from "../../src/wire/generated/Refresh.ts"
import type * as ServiceWire from "../../src/wire/generated/Service.ts"
import type * as SessionsWire from "../../src/wire/generated/Sessions.ts"
import type * as TeamInvitationsWire from "../../src/wire/generated/TeamInvitations.ts"
import type * as TeamMembersWire from "../../src/wire/generated/TeamMembers.ts"
import type * as TeamsWire from "../../src/wire/generated/Teams.ts"
import type * as TsxEmailTemplatesWire from "../../src/wire/generated/TsxEmailTemplates.ts"
import type * as UsersWire from "../../src/wire/generated/Users.ts"
import type * as WebhooksWire from "../../src/wire/generated/Webhooks.ts"
import type { Declared, Interpreted } from "../support/interpreted.ts"

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

type Agree<D extends Wire.Any, C> = C extends Wire.Any
  ? Same<
      [Wire.Input<D>, Wire.Success<D>, Wire.KnownErrors<D>, D["level"]],
      [Wire.Input<C>, Wire.Success<C>, Wire.KnownErrors<C>, C["level"]]
    >
  : false

/** The endpoints of an area whose types differ. */
type Differing<Area, Compiled> = {
  [K in keyof Area]: Area[K] extends Declared
    ? Agree<Interpreted<Area[K]> & Wire.Any, Compiled[K & keyof Compiled]> extends true
      ? never
      : K
    : never
}[keyof Area]

const expectNone = <_ extends never>() => {}

expectNone<Differing<typeof AgentLogin, typeof AgentLoginWire>>()
expectNone<Differing<typeof Anonymous, typeof AnonymousWire>>()
expectNone<Differing<typeof ApiKeys, typeof ApiKeysWire>>()
expectNone<Differing<typeof CliLogin, typeof CliLoginWire>>()
expectNone<Differing<typeof Configuration, typeof ConfigurationWire>>()
expectNone<Differing<typeof ConnectedAccounts, typeof ConnectedAccountsWire>>()
expectNone<Differing<typeof ContactChannels, typeof ContactChannelsWire>>()
expectNone<Differing<typeof DataVault, typeof DataVaultWire>>()
expectNone<Differing<typeof EmailDrafts, typeof EmailDraftsWire>>()
expectNone<Differing<typeof EmailTemplates, typeof EmailTemplatesWire>>()
expectNone<Differing<typeof EmailThemes, typeof EmailThemesWire>>()
expectNone<Differing<typeof Emails, typeof EmailsWire>>()
expectNone<Differing<typeof InternalApiKeys, typeof InternalApiKeysWire>>()
expectNone<Differing<typeof MagicLink, typeof MagicLinkWire>>()
expectNone<Differing<typeof Metrics, typeof MetricsWire>>()
expectNone<Differing<typeof Mfa, typeof MfaWire>>()
expectNone<Differing<typeof Notifications, typeof NotificationsWire>>()
expectNone<Differing<typeof OAuth, typeof OAuthWire>>()
expectNone<Differing<typeof Refresh, typeof RefreshWire>>()
expectNone<Differing<typeof Outbox, typeof OutboxWire>>()
expectNone<Differing<typeof Passkey, typeof PasskeyWire>>()
expectNone<Differing<typeof Password, typeof PasswordWire>>()
expectNone<Differing<typeof Payments, typeof PaymentsWire>>()
expectNone<Differing<typeof PermissionDefinitions, typeof PermissionDefinitionsWire>>()
expectNone<Differing<typeof Permissions, typeof PermissionsWire>>()
expectNone<Differing<typeof Projects, typeof ProjectsWire>>()
expectNone<Differing<typeof ProviderAccounts, typeof ProviderAccountsWire>>()
expectNone<Differing<typeof Service, typeof ServiceWire>>()
expectNone<Differing<typeof Sessions, typeof SessionsWire>>()
expectNone<Differing<typeof TeamInvitations, typeof TeamInvitationsWire>>()
expectNone<Differing<typeof TeamMembers, typeof TeamMembersWire>>()
expectNone<Differing<typeof Teams, typeof TeamsWire>>()
expectNone<Differing<typeof TsxEmailTemplates, typeof TsxEmailTemplatesWire>>()
expectNone<Differing<typeof Users, typeof UsersWire>>()
expectNone<Differing<typeof Webhooks, typeof WebhooksWire>>()

// The check finds a difference.
type Wrong = Omit<typeof TeamsWire, "getTeam"> & { readonly getTeam: typeof TeamsWire.serverGetTeam }
const found: Differing<typeof Teams, Wrong> = "getTeam"
void found
