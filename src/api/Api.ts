/**
 * The whole contract, by group and by access level.
 *
 * Documents, servers and tests start here. Client code imports single endpoints instead, because this module keeps all
 * of them in a bundle.
 *
 * An endpoint whose shape depends on the level exists twice: once for clients
 * and once, with the prefix `server`, for servers and admins. The former are in
 * `Client…Group`s, the latter in `Server…Group`s; the other groups are shared.
 */
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Anonymous from "./Anonymous.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as CliLogin from "./CliLogin.ts"
import * as ConnectedAccounts from "./ConnectedAccounts.ts"
import * as ContactChannels from "./ContactChannels.ts"
import * as Emails from "./Emails.ts"
import * as EmailTemplates from "./EmailTemplates.ts"
import * as InternalApiKeys from "./InternalApiKeys.ts"
import * as MagicLink from "./MagicLink.ts"
import * as Metrics from "./Metrics.ts"
import * as Mfa from "./Mfa.ts"
import * as OAuth from "./OAuth.ts"
import { document } from "./OpenApiDocument.ts"
import * as Passkey from "./Passkey.ts"
import * as Password from "./Password.ts"
import * as PermissionDefinitions from "./PermissionDefinitions.ts"
import * as Permissions from "./Permissions.ts"
import * as Projects from "./Projects.ts"
import * as Service from "./Service.ts"
import * as Sessions from "./Sessions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as TeamMembers from "./TeamMembers.ts"
import * as Teams from "./Teams.ts"
import * as TsxEmailTemplates from "./TsxEmailTemplates.ts"
import * as Users from "./Users.ts"
import * as Webhooks from "./Webhooks.ts"

/** Sign-up, sign-in and changes with a password. */
export const PasswordGroup = HttpApiGroup.make("password").add(
  Password.signUp,
  Password.signIn,
  Password.sendResetCode,
  Password.checkResetCode,
  Password.resetPassword,
  Password.setPassword,
  Password.updatePassword
)

/** Sign-in with a mailed link. */
export const MagicLinkGroup = HttpApiGroup.make("magicLink").add(
  MagicLink.sendSignInCode,
  MagicLink.signInWithCode,
  MagicLink.checkSignInCode
)

/** Accounts without credentials. */
export const AnonymousGroup = HttpApiGroup.make("anonymous").add(Anonymous.signUpAnonymously)

/** The second factor. */
export const MfaGroup = HttpApiGroup.make("mfa").add(Mfa.signInWithTotp)

/** Passkeys. */
export const PasskeyGroup = HttpApiGroup.make("passkey").add(
  Passkey.startRegistration,
  Passkey.register,
  Passkey.startAuthentication,
  Passkey.signInWithPasskey
)

/** Sign-in with a provider, and the token endpoint. */
export const OAuthGroup = HttpApiGroup.make("oauth").add(
  OAuth.token,
  OAuth.authorize,
  OAuth.callback,
  OAuth.callbackForm
)

/** Login of terminals. */
export const CliLoginGroup = HttpApiGroup.make("cliLogin").add(
  CliLogin.startCliLogin,
  CliLogin.pollCliLogin,
  CliLogin.completeCliLogin
)

/** Sessions, at every level. */
export const SessionsGroup = HttpApiGroup.make("sessions").add(
  Sessions.listSessions,
  Sessions.deleteCurrentSession,
  Sessions.deleteSession,
  Sessions.refreshCurrentSession
)

/** Sessions, for servers. */
export const ServerSessionsGroup = HttpApiGroup.make("serverSessions").add(Sessions.createSession)

/** The current user, at every level. */
export const UsersGroup = HttpApiGroup.make("users").add(Users.deleteMe)

/** The current user, for clients. */
export const ClientUsersGroup = HttpApiGroup.make("clientUsers").add(Users.getMe, Users.updateMe)

/** All users, for servers. */
export const ServerUsersGroup = HttpApiGroup.make("serverUsers").add(
  Users.serverGetMe,
  Users.serverUpdateMe,
  Users.createUser,
  Users.listUsers,
  Users.getUser,
  Users.updateUser,
  Users.deleteUser
)

/** Contact channels, at every level. */
export const ContactChannelsGroup = HttpApiGroup.make("contactChannels").add(
  ContactChannels.sendPrimaryVerificationCode,
  ContactChannels.verifyContactChannel,
  ContactChannels.checkVerificationCode,
  ContactChannels.getContactChannel,
  ContactChannels.deleteContactChannel,
  ContactChannels.sendVerificationCode
)

/** Contact channels, for clients. */
export const ClientContactChannelsGroup = HttpApiGroup.make("clientContactChannels").add(
  ContactChannels.listContactChannels,
  ContactChannels.createContactChannel,
  ContactChannels.updateContactChannel
)

/** Contact channels, for servers. */
export const ServerContactChannelsGroup = HttpApiGroup.make("serverContactChannels").add(
  ContactChannels.serverListContactChannels,
  ContactChannels.serverCreateContactChannel,
  ContactChannels.serverUpdateContactChannel
)

/** Teams, at every level. */
export const TeamsGroup = HttpApiGroup.make("teams").add(Teams.deleteTeam)

/** Teams, for clients. */
export const ClientTeamsGroup = HttpApiGroup.make("clientTeams").add(
  Teams.listTeams,
  Teams.createTeam,
  Teams.getTeam,
  Teams.updateTeam
)

/** Teams, for servers. */
export const ServerTeamsGroup = HttpApiGroup.make("serverTeams").add(
  Teams.serverListTeams,
  Teams.serverCreateTeam,
  Teams.serverGetTeam,
  Teams.serverUpdateTeam
)

/** Team members, at every level. */
export const TeamMembersGroup = HttpApiGroup.make("teamMembers").add(TeamMembers.removeTeamMember)

/** Team members, for clients. */
export const ClientTeamMembersGroup = HttpApiGroup.make("clientTeamMembers").add(
  TeamMembers.listTeamMemberProfiles,
  TeamMembers.getTeamMemberProfile,
  TeamMembers.updateTeamMemberProfile
)

/** Team members, for servers. */
export const ServerTeamMembersGroup = HttpApiGroup.make("serverTeamMembers").add(
  TeamMembers.addTeamMember,
  TeamMembers.serverListTeamMemberProfiles,
  TeamMembers.serverGetTeamMemberProfile,
  TeamMembers.serverUpdateTeamMemberProfile
)

/** Invitations to teams. */
export const TeamInvitationsGroup = HttpApiGroup.make("teamInvitations").add(
  TeamInvitations.sendTeamInvitation,
  TeamInvitations.listTeamInvitations,
  TeamInvitations.acceptTeamInvitation,
  TeamInvitations.checkTeamInvitation,
  TeamInvitations.getTeamInvitationDetails,
  TeamInvitations.deleteTeamInvitation
)

/** Permissions, at every level. */
export const PermissionsGroup = HttpApiGroup.make("permissions").add(
  Permissions.listTeamPermissions,
  Permissions.listProjectPermissions
)

/** Permissions, for servers. */
export const ServerPermissionsGroup = HttpApiGroup.make("serverPermissions").add(
  Permissions.grantTeamPermission,
  Permissions.revokeTeamPermission,
  Permissions.grantProjectPermission,
  Permissions.revokeProjectPermission
)

/** API keys, at every level. */
export const ApiKeysGroup = HttpApiGroup.make("apiKeys").add(
  ApiKeys.listUserApiKeys,
  ApiKeys.createUserApiKey,
  ApiKeys.getUserApiKey,
  ApiKeys.updateUserApiKey,
  ApiKeys.listTeamApiKeys,
  ApiKeys.createTeamApiKey,
  ApiKeys.getTeamApiKey,
  ApiKeys.updateTeamApiKey
)

/** API keys, for servers. */
export const ServerApiKeysGroup = HttpApiGroup.make("serverApiKeys").add(
  ApiKeys.checkUserApiKey,
  ApiKeys.checkTeamApiKey
)

/** Accounts at sign-in providers. */
export const ConnectedAccountsGroup = HttpApiGroup.make("connectedAccounts").add(
  ConnectedAccounts.createProviderAccessToken,
  ConnectedAccounts.createOwnProviderAccessToken
)

/** The current project and owned ones, at every level. */
export const ProjectsGroup = HttpApiGroup.make("projects").add(
  Projects.getProject,
  Projects.listOwnedProjects,
  Projects.createProject
)

/** The current project, for admins. */
export const AdminProjectsGroup = HttpApiGroup.make("adminProjects").add(
  Projects.adminGetProject,
  Projects.adminUpdateProject,
  Projects.adminDeleteProject
)

/** Key sets, for admins. */
export const InternalApiKeysGroup = HttpApiGroup.make("internalApiKeys").add(
  InternalApiKeys.createInternalApiKey,
  InternalApiKeys.listInternalApiKeys,
  InternalApiKeys.getInternalApiKey,
  InternalApiKeys.updateInternalApiKey
)

/** Which permissions exist, for admins. */
export const PermissionDefinitionsGroup = HttpApiGroup.make("permissionDefinitions").add(
  PermissionDefinitions.listTeamPermissionDefinitions,
  PermissionDefinitions.createTeamPermissionDefinition,
  PermissionDefinitions.updateTeamPermissionDefinition,
  PermissionDefinitions.deleteTeamPermissionDefinition,
  PermissionDefinitions.listProjectPermissionDefinitions,
  PermissionDefinitions.createProjectPermissionDefinition,
  PermissionDefinitions.updateProjectPermissionDefinition,
  PermissionDefinitions.deleteProjectPermissionDefinition
)

/** E-mail templates of the service of 2025-06, for admins. */
export const EmailTemplatesGroup = HttpApiGroup.make("emailTemplates").add(
  EmailTemplates.listEmailTemplates,
  EmailTemplates.getEmailTemplate,
  EmailTemplates.updateEmailTemplate,
  EmailTemplates.resetEmailTemplate
)

/** E-mail templates of the current service, for admins. */
export const TsxEmailTemplatesGroup = HttpApiGroup.make("tsxEmailTemplates").add(
  TsxEmailTemplates.listTsxEmailTemplates,
  TsxEmailTemplates.createTsxEmailTemplate,
  TsxEmailTemplates.updateTsxEmailTemplate,
  TsxEmailTemplates.deleteTsxEmailTemplate
)

/** Sent e-mails, for admins. */
export const EmailsGroup = HttpApiGroup.make("emails").add(Emails.listSentEmails, Emails.sendTestEmail)

/** Metrics, for admins. */
export const MetricsGroup = HttpApiGroup.make("metrics").add(Metrics.getMetrics)

/** Webhooks, for admins. */
export const WebhooksGroup = HttpApiGroup.make("webhooks").add(Webhooks.createWebhookToken)

/** The service itself, without credentials. */
export const ServiceGroup = HttpApiGroup.make("service").add(
  Service.greet,
  Service.getJsonWebKeys,
  Service.checkVersion,
  Service.checkFeatureSupport
)

/** Health; the only group that is not below `/api/v1`. */
export const HealthGroup = HttpApiGroup.make("health").add(Service.getHealth)

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
    PasswordGroup,
    MagicLinkGroup,
    AnonymousGroup,
    MfaGroup,
    PasskeyGroup,
    OAuthGroup,
    CliLoginGroup,
    SessionsGroup,
    UsersGroup,
    ContactChannelsGroup,
    TeamsGroup,
    TeamMembersGroup,
    TeamInvitationsGroup,
    PermissionsGroup,
    ApiKeysGroup,
    ConnectedAccountsGroup,
    ProjectsGroup,
    ServiceGroup
  )
  .annotate(OpenApi.Version, "1")
  .annotateMerge(requestParsing)

const SharedServerApi = SharedApi.add(
  ServerSessionsGroup,
  ServerUsersGroup,
  ServerContactChannelsGroup,
  ServerTeamsGroup,
  ServerTeamMembersGroup,
  ServerPermissionsGroup,
  ServerApiKeysGroup
)

/** What clients may call. */
export const ClientApi = document(
  SharedApi.add(ClientUsersGroup, ClientContactChannelsGroup, ClientTeamsGroup, ClientTeamMembersGroup)
    .prefix("/api/v1")
    .add(HealthGroup)
    .annotate(OpenApi.Title, "Authentication service: client access")
)

/** What servers may call. */
export const ServerApi = document(
  SharedServerApi.prefix("/api/v1").add(HealthGroup).annotate(OpenApi.Title, "Authentication service: server access")
)

/** What admins may call: everything. */
export const AdminApi = document(
  SharedServerApi.add(
    AdminProjectsGroup,
    InternalApiKeysGroup,
    PermissionDefinitionsGroup,
    EmailTemplatesGroup,
    TsxEmailTemplatesGroup,
    EmailsGroup,
    MetricsGroup,
    WebhooksGroup
  )
    .prefix("/api/v1")
    .add(HealthGroup)
    .annotate(OpenApi.Title, "Authentication service: admin access")
)
