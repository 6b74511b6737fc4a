/**
 * The reads that show the same things, by what they show: operations that change
 * it name them as stale (wire/sdk-behaviour §4, with what it forgets).
 */

/** Users as servers see them, wherever they are shown. */
export const users = [
  "server/Users.get",
  "server/Users.find",
  "server/Users.findByApiKey",
  "server/Users.list",
  "server/CurrentUser.get",
  "server/ConnectedAccounts.list",
  "server/Teams.listMembers"
]

/** Sessions of users. */
export const sessions = ["server/Sessions.list", "admin/Sessions.list"]

/** Teams themselves. */
export const teams = ["server/Teams.get", "server/Teams.find", "server/Teams.findByApiKey", "server/Teams.list"]

/** Who belongs to which team, and appears how. */
export const members = ["server/Teams.listMembers", "server/Teams.listProfilesOfUser", "server/Teams.getMemberProfile"]

/** How many users there are. */
export const population = ["admin/Metrics.get", "admin/Project.get", "admin/OwnedProjects.list"]

/** Mails that went out. */
export const mails = ["admin/Emails.list"]

/** Permissions that users hold. */
export const permissions = ["server/Permissions.list", "server/Permissions.get", "server/Permissions.has"]

/** E-mail addresses of users. */
export const contactChannels = [
  "server/ContactChannels.list",
  "server/ContactChannels.listAll",
  "server/ContactChannels.get"
]

/** API keys of users and teams, and whom they stand for. */
export const apiKeys = [
  "server/ApiKeys.listOfUser",
  "server/ApiKeys.listOfTeam",
  "server/ApiKeys.get",
  "server/ApiKeys.verifyOfUser",
  "server/ApiKeys.verifyOfTeam",
  "server/ApiKeys.checkOfUser",
  "server/ApiKeys.checkOfTeam",
  "server/Users.findByApiKey",
  "server/Teams.findByApiKey"
]

/** What hangs on a user: all that changes with one. */
export const ofUser = [...users, ...sessions, ...members, ...contactChannels, "admin/Metrics.get"]
