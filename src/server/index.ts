/** The server-side Effect API: operations that need the secret server key. It does not load in a browser. */
import * as ApiKey from "../domain/ApiKey.ts"
import * as Ids from "../domain/Ids.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as ConnectedAccounts from "./ConnectedAccounts.ts"
import * as ContactChannels from "./ContactChannels.ts"
import * as CurrentUser from "./CurrentUser.ts"
import * as DataVault from "./DataVault.ts"
import * as Emails from "./Emails.ts"
import * as Notifications from "./Notifications.ts"
import * as Outbox from "./Outbox.ts"
import * as Permissions from "./Permissions.ts"
import * as ProviderAccounts from "./ProviderAccounts.ts"
import * as ServerApp from "./ServerApp.ts"
import * as Sessions from "./Sessions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as Teams from "./TeamsWithStream.ts"
import * as Users from "./UsersWithStream.ts"

export {
  ApiKey,
  ApiKeys,
  ConnectedAccounts,
  ContactChannels,
  CurrentUser,
  DataVault,
  Emails,
  Ids,
  Notifications,
  Outbox,
  Permissions,
  ProviderAccounts,
  ServerApp,
  Sessions,
  TeamInvitations,
  Teams,
  Users
}
export { NotInBrowser } from "./NotInBrowser.ts"
