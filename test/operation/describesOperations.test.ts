/** What operations say of themselves. */
import { describe, expect, it } from "vitest"
import { findOperation, operations, listStaleReads } from "../../tools/catalog/operations.ts"

describe("operations", () => {
  it("are named after where they are exported", () => {
    expect(operations.length).toBeGreaterThan(170)
    expect(operations.filter(({ data, exportedAs }) => data.name !== exportedAs)).toStrictEqual([])
  })

  it("read or write, and none does both", () => {
    expect(operations.filter(({ data }) => data.shows.length > 0 && data.changes.length > 0)).toStrictEqual([])
  })

  it("change what some read shows", () => {
    const shown = new Set(operations.flatMap(({ data }) => data.shows))
    expect(operations.flatMap(({ data }) => data.changes.filter((resource) => !shown.has(resource)))).toStrictEqual([])
  })
})

describe("what is stale after an operation", () => {
  it.each([
    ["ApiKeys.revoke", ["ApiKeys.list", "ApiKeys.listOfTeam", "ApiKeys.get", "server/Users.findByApiKey"]],
    ["ContactChannels.verify", ["ContactChannels.list", "CurrentUser.get", "server/Users.get"]],
    ["CurrentUser.delete", ["CurrentUser.get", "server/Users.list", "admin/Metrics.get"]],
    ["CurrentUser.setDisplayName", ["CurrentUser.get", "Teams.listMembers", "server/Users.get"]],
    ["Mfa.enable", ["CurrentUser.get"]],
    ["OAuth.callback", ["CurrentUser.get", "ConnectedAccounts.list"]],
    ["ProviderAccounts.update", ["CurrentUser.get", "ConnectedAccounts.getAccessToken", "ProviderAccounts.list"]],
    ["server/ProviderAccounts.delete", ["ProviderAccounts.get", "server/ConnectedAccounts.list", "server/Users.get"]],
    ["OwnedProjects.create", ["OwnedProjects.list", "admin/OwnedProjects.list"]],
    ["Password.update", ["CurrentUser.get", "Sessions.list", "server/Sessions.list", "admin/Sessions.list"]],
    ["Sessions.revoke", ["Sessions.list"]],
    ["TeamInvitations.accept", ["Teams.list", "Permissions.list", "TeamInvitations.list"]],
    ["Teams.create", ["Teams.list", "CurrentUser.get", "Permissions.has", "server/Teams.list"]],
    ["Teams.leave", ["Teams.list", "Teams.get", "CurrentUser.get", "Permissions.get"]],
    // Members are shown with their addresses, projects with how many users they have.
    ["server/ContactChannels.update", ["server/ContactChannels.listAll", "server/Teams.listMembers"]],
    ["server/Permissions.grant", ["server/Permissions.has", "Permissions.has"]],
    ["server/Sessions.revoke", ["server/Sessions.list", "Sessions.list"]],
    ["server/TeamInvitations.revoke", ["server/TeamInvitations.list", "TeamInvitations.list"]],
    ["server/TeamInvitations.send", ["server/TeamInvitations.list", "admin/Emails.list"]],
    ["server/Teams.delete", ["Teams.list", "CurrentUser.get", "server/ApiKeys.listOfTeam", "TeamInvitations.list"]],
    ["server/Teams.removeMember", ["server/Teams.list", "Teams.list", "server/Users.get"]],
    ["server/Users.create", ["server/Users.list", "server/Teams.list", "admin/Project.get", "admin/Metrics.get"]],
    ["server/Users.delete", ["CurrentUser.get", "admin/OwnedProjects.list", "server/ApiKeys.checkOfUser"]],
    ["server/Users.update", ["CurrentUser.get", "server/CurrentUser.get", "server/ContactChannels.list"]],
    ["admin/Domains.add", ["admin/Domains.list", "admin/Project.get", "admin/ProductionMode.check", "Project.get"]],
    ["admin/PermissionDefinitions.delete", ["admin/PermissionDefinitions.list", "server/Permissions.list"]]
  ])("%s makes the reads stale that show what it changes", (name, reads) => {
    expect(listStaleReads(name)).toStrictEqual(expect.arrayContaining(reads))
  })

  it("excludes everything that it does not touch", () => {
    expect(listStaleReads("Sessions.revoke")).toStrictEqual([
      "Sessions.list",
      "server/Sessions.list",
      "admin/Sessions.list"
    ])
    expect(listStaleReads("admin/InternalApiKeys.revoke")).toStrictEqual([
      "admin/InternalApiKeys.list",
      "admin/InternalApiKeys.get"
    ])
  })

  // Whoever signs in or out is another owner, whose reads begin anew by themselves.
  it.each([
    "Password.signIn",
    "Password.signUp",
    "Passkey.signIn",
    "MagicLink.signIn",
    "Mfa.signIn",
    "Sessions.signOut"
  ])("is not declared by %s", (name) => {
    expect(findOperation(name).changes).toStrictEqual([])
  })
})
