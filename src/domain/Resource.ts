/**
 * Resources of the service. A read shows some of them, a write changes some. After a write, each read that shows one of
 * its resources is stale, whichever access level it was made at.
 *
 * A write that names too much costs a request; one that names too little shows old data. Who is signed in is not a
 * resource: reads belong to one session, and are forgotten with it.
 */
export type Resource =
  /** Users, the current one among them. */
  | "users"
  /** Sessions of users. */
  | "sessions"
  /** E-mail addresses of users. */
  | "contactChannels"
  /** Accounts of users at providers: which ones, whether they sign in and are connected, and tokens for them. */
  | "connectedAccounts"
  /** Teams, and which teams a user is in. */
  | "teams"
  /** Members of teams, with their profiles. */
  | "members"
  | "invitations"
  /** Permissions that users hold. */
  | "permissions"
  /** Definitions of permissions. */
  | "permissionDefinitions"
  /** API keys of users and teams, and the owners of these keys. */
  | "apiKeys"
  /** Projects with their configuration and number of users. */
  | "projects"
  /** The keys that apps of a project identify themselves with. */
  | "internalApiKeys"
  /** Mails that were sent. */
  | "emails"
  /** Mails of servers on their way, and how fast they can be sent. */
  | "outbox"
  /** Categories of mails, and whether users want them. */
  | "notificationPreferences"
  | "emailTemplates"
  /** Values of the data vault. */
  | "dataVault"
  /** Items, products, subscriptions, payment methods and invoices of customers. */
  | "payments"
  | "emailThemes"
  | "emailDrafts"
  | "metrics"

/** What is different when somebody joins or leaves a team, or the team is gone: members alone see what it has. */
export const ofTeams: ReadonlyArray<Resource> = [
  "teams",
  "members",
  "invitations",
  "permissions",
  "apiKeys",
  "payments",
  "users"
]

/** What is gone with a user. */
export const ofUsers: ReadonlyArray<Resource> = [
  ...ofTeams,
  "sessions",
  "contactChannels",
  "connectedAccounts",
  "notificationPreferences",
  "projects",
  "metrics"
]
