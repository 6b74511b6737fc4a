/**
 * Resources of the service. A read shows some of them, a write changes some. After a write, each read that shows one of
 * its resources is stale, whichever access level it was made at.
 *
 * A write that names too much costs a request; one that names too little shows old data. The signed-in user is
 * not a resource: reads belong to one session, and are dropped with it.
 */
export type Resource =
  /** Users, the current one among them. */
  | "users"
  /** Sessions of users. */
  | "sessions"
  /** Email addresses of users. */
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

/** Resources that change when a user joins or leaves a team, or the team is deleted: only members see its data. */
export const ofTeams: ReadonlyArray<Resource> = [
  "teams",
  "members",
  "invitations",
  "permissions",
  "apiKeys",
  "payments",
  "users"
]

/** Resources that are deleted with a user. */
export const ofUsers: ReadonlyArray<Resource> = [
  ...ofTeams,
  "sessions",
  "contactChannels",
  "connectedAccounts",
  "notificationPreferences",
  "projects",
  "metrics"
]
