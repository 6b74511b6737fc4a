/** The parts of a client app that load with the first use of one of them: many pages need none. */
import * as AgentLogin from "../../client/AgentLogin.ts"
import * as Anonymous from "../../client/Anonymous.ts"
import * as ApiKeys from "../../client/ApiKeys.ts"
import * as CliLogin from "../../client/CliLogin.ts"
import * as ConnectedAccounts from "../../client/ConnectedAccounts.ts"
import * as ContactChannels from "../../client/ContactChannels.ts"
import * as CrossDomain from "../../client/CrossDomain.ts"
import * as FeatureSupport from "../../client/FeatureSupport.ts"
import * as MagicLink from "../../client/MagicLink.ts"
import * as Mfa from "../../client/Mfa.ts"
import * as Notifications from "../../client/Notifications.ts"
import * as OwnedProjects from "../../client/OwnedProjects.ts"
import * as Permissions from "../../client/Permissions.ts"
import * as Project from "../../client/Project.ts"
import * as ProviderAccounts from "../../client/ProviderAccounts.ts"
import * as TeamInvitations from "../../client/TeamInvitations.ts"
import * as Teams from "../../client/Teams.ts"
import * as HostedPages from "../../oauth/HostedPages.ts"

/** The areas by the names that apps have for them. */
export const areas = {
  agentLogin: AgentLogin,
  anonymous: Anonymous,
  apiKeys: ApiKeys,
  cliLogin: CliLogin,
  connectedAccounts: ConnectedAccounts,
  contactChannels: ContactChannels,
  crossDomain: CrossDomain,
  featureSupport: FeatureSupport,
  magicLink: MagicLink,
  mfa: Mfa,
  notifications: Notifications,
  ownedProjects: OwnedProjects,
  permissions: Permissions,
  project: Project,
  providerAccounts: ProviderAccounts,
  teamInvitations: TeamInvitations,
  teams: Teams
}

export const hostedPages = HostedPages.layer
