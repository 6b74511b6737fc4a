/**
 * What the service keeps, as far as a read can show it and a write can change it. After a write, whatever shows
 * something that it changes is stale, at whichever level it was read.
 *
 * A write that names too much costs a request; one that names too little shows old data. Who is signed in is no
 * resource: what was read belongs to one session, and is forgotten with it.
 */
export type Resource =
  /** Who somebody is: the current user as well as any other. */
  | "users"
  /** Where users are signed in. */
  | "sessions"
  /** E-mail addresses of users. */
  | "contactChannels"
  /** Accounts of users at other providers. */
  | "connectedAccounts"
  /** Teams themselves, and which of them a user is in. */
  | "teams"
  /** Who is in a team, and appears how. */
  | "members"
  | "invitations"
  /** Permissions that users hold. */
  | "permissions"
  /** Permissions that there are to be held. */
  | "permissionDefinitions"
  /** API keys of users and teams, and whom they stand for. */
  | "apiKeys"
  /** Projects with their configuration, and how many users they have. */
  | "projects"
  /** The keys that apps of a project identify themselves with. */
  | "internalApiKeys"
  /** Mails that went out. */
  | "emails"
  | "emailTemplates"
  | "metrics"
