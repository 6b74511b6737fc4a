/** Every operation that changes something, in an order in which each finds what it needs. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as admin from "../../src/admin/index.ts"
import * as client from "../../src/index.ts"
import * as Totp from "../../src/platform/Totp.ts"
import * as server from "../../src/server/index.ts"
import { type AnyOperation, appUrl, mailServer, password, type Services, vaultEntry, type World } from "./allReads.ts"

/** How a part runs its writes. */
export interface Writer {
  /** Runs a write, and returns the code of the mail that it sends. */
  readonly write: <Input extends ReadonlyArray<unknown>>(
    operation: AnyOperation<Input>,
    ...input: Input
  ) => Effect.Effect<string, unknown, Services>
  /** What is done to prepare something, and tells nobody. */
  readonly quietly: <A, E>(effect: Effect.Effect<A, E, Services>) => Effect.Effect<A, E, Services>
}

type Part = (world: World, writer: Writer) => Effect.Effect<void, unknown, Services>

/** Keys of a user and of a team. */
const clientKeys: Part = Effect.fnUntraced(function* ({ key, teamId }, { write }) {
  yield* write(client.ApiKeys.create, { description: "new", expiresAt: null })
  yield* write(client.ApiKeys.createForTeam, { teamId, description: "new", expiresAt: null })
  yield* write(client.ApiKeys.update, { id: key.id, description: "changed" })
})

/** Addresses of a user, and their verification. */
const clientChannels: Part = Effect.fnUntraced(function* ({ channel }, { write }) {
  yield* write(client.ContactChannels.create, { value: "three@ex.org", usedForAuth: true })
  const verification = yield* write(client.ContactChannels.sendVerification, { id: channel.id })
  yield* write(client.ContactChannels.verify, { code: verification })
  yield* write(client.ContactChannels.update, { id: channel.id, isPrimary: true })
  yield* write(client.ContactChannels.delete, channel.id)
})

/** What a user changes about themselves. */
const clientUser: Part = Effect.fnUntraced(function* ({ teamId }, { write }) {
  yield* write(client.CurrentUser.setDisplayName, "Anna")
  yield* write(client.CurrentUser.setClientMetadata, { likes: "tea" })
  yield* write(client.CurrentUser.setSelectedTeam, teamId)
  yield* write(client.CurrentUser.update, { displayName: "Ann", otpAuthEnabled: true })
  yield* write(client.CurrentUser.update, { primaryEmail: "ann3@ex.org" })
  yield* write(client.ContactChannels.sendPrimaryVerification)
  const secret = yield* Totp.randomSecret
  yield* write(client.Mfa.enable, { secret: Redacted.make(secret), totp: yield* Totp.generate(secret) })
  yield* write(client.Mfa.disable)
  const category = (yield* client.Notifications.list).find(({ canDisable }) => canDisable)
  yield* write(client.Notifications.setEnabled, { id: category!.id, enabled: false })
})

/** Projects, which a team hands over to another one and back. */
const ownedProjects: Part = Effect.fnUntraced(function* ({ teamId, userId }, { quietly, write }) {
  yield* write(client.OwnedProjects.create, { displayName: "Of the team", ownerTeamId: teamId })
  const [given] = yield* client.OwnedProjects.list
  const buyers = yield* quietly(server.Teams.create({ displayName: "Buyers", creatorUserId: userId }))
  yield* write(client.OwnedProjects.transfer, { projectId: given!.id, ownerTeamId: buyers.id })
  yield* write(admin.OwnedProjects.transfer, { projectId: given!.id, ownerTeamId: given!.ownerTeamId! })
  yield* write(admin.OwnedProjects.transfer, { projectId: given!.id, ownerTeamId: buyers.id })
  yield* quietly(server.Teams.delete(buyers.id))
  yield* write(client.OwnedProjects.create, { displayName: "Own" })
  yield* write(admin.OwnedProjects.create, { displayName: "Another" })
})

/** Passkeys, accounts of providers, passwords and links of mails. */
const clientSignIns: Part = Effect.fnUntraced(function* ({ account, bobId, userId }, { quietly, write }) {
  yield* write(client.Passkey.register)
  yield* write(client.Passkey.remove)
  yield* write(client.ProviderAccounts.update, { id: account.id, allowSignIn: false })
  yield* write(client.ProviderAccounts.update, { id: account.id, allowConnectedAccounts: false })
  const reset = yield* write(client.Password.sendResetCode, { email: "bob@ex.org" })
  yield* write(client.Password.reset, { code: reset, password: `${password} 2` })
  yield* write(client.MagicLink.send, { email: "bob@ex.org" })
  yield* write(server.Users.setPassword, { userId: bobId, password: null })
  yield* write(server.Users.setPassword, { userId: bobId, password })
  yield* write(client.Password.update, { oldPassword: password, newPassword: `${password} 2` })
  yield* quietly(server.Users.update({ userId, password: null }))
  yield* write(client.Password.set, { password })
})

/** Teams and their members. */
const clientTeams: Part = Effect.fnUntraced(function* ({ bobId, teamId, userId }, { write }) {
  yield* write(client.TeamInvitations.send, { teamId, email: "zoe@ex.org" })
  const [invitation] = yield* server.TeamInvitations.list(teamId)
  yield* write(client.Teams.update, { teamId, displayName: "The crew" })
  yield* write(client.TeamInvitations.revoke, { teamId, id: invitation!.id })
  yield* write(client.Teams.create, { displayName: "Second" })
  const { selectedTeamId } = yield* server.Users.get(userId)
  yield* write(client.Teams.leave, selectedTeamId!)
  yield* write(client.Teams.updateOwnProfile, { teamId, displayName: "Captain" })
  yield* write(client.Teams.removeMember, { teamId, userId: bobId })
})

/** Keys that a server makes. */
const serverKeys: Part = Effect.fnUntraced(function* ({ bobId, teamId, teamKey }, { write }) {
  yield* write(server.Teams.addMember, { teamId, userId: bobId })
  yield* write(server.ApiKeys.createForUser, { userId: bobId, description: "new", expiresAt: null })
  yield* write(server.ApiKeys.createForTeam, { teamId, description: "new", expiresAt: null })
  yield* write(server.ApiKeys.update, { id: teamKey.id, teamId, description: "changed" })
})

/** Addresses of another user. */
const serverChannels: Part = Effect.fnUntraced(function* ({ bobId, channel }, { write }) {
  yield* write(server.ContactChannels.create, { userId: bobId, value: "bob2@ex.org", usedForAuth: false })
  const [{ id } = channel] = (yield* server.ContactChannels.list(bobId)).filter(({ isPrimary }) => !isPrimary)
  yield* write(server.ContactChannels.sendVerification, { userId: bobId, id, callbackUrl: `${appUrl}/verify` })
  yield* write(server.ContactChannels.update, { userId: bobId, id, isPrimary: true })
  yield* write(server.ContactChannels.sendPrimaryVerification, { userId: bobId, callbackUrl: `${appUrl}/verify` })
  yield* write(server.ContactChannels.delete, { userId: bobId, id })
})

/** Mails that a server sends, holds and cancels. */
const serverMails: Part = Effect.fnUntraced(function* ({ draft, mails, userId }, { quietly, write }) {
  yield* write(server.CurrentUser.update, { displayName: "Ann", serverMetadata: { likes: "coffee" } })
  yield* write(server.Emails.sendSignInInvitation, { email: "xan@ex.org", callbackUrl: `${appUrl}/sign-in` })
  yield* write(server.Emails.send, { to: [userId], draftId: draft, category: "Transactional" })
  yield* write(server.Emails.boostCapacity)
  const [first, second, third] = mails.map(({ id }) => id)
  yield* write(server.Outbox.pause, first!)
  yield* quietly(server.Outbox.update({ id: first!, scheduledAt: new Date(0) }))
  yield* write(server.Outbox.resume, first!)
  yield* write(server.Outbox.update, { id: second!, scheduledAt: new Date(0) })
  yield* write(server.Outbox.cancel, third!)
})

/** Notifications and permissions of others. */
const serverPermissions: Part = Effect.fnUntraced(function* ({ bobId, teamId, userId }, { write }) {
  const category = (yield* client.Notifications.list).find(({ canDisable }) => canDisable)
  yield* write(server.Notifications.setEnabled, { userId: bobId, id: category!.id, enabled: false })
  yield* write(server.Permissions.grant, { userId, teamId, permissionId: "of_team" })
  yield* write(server.Permissions.revoke, { userId, teamId, permissionId: "of_team" })
})

/** Accounts of providers and sessions of others. */
const serverProviders: Part = Effect.fnUntraced(function* ({ account, bobId, userId }, { write }) {
  const theirs = {
    userId: bobId,
    provider: "github",
    accountId: "bob2",
    allowSignIn: false,
    allowConnectedAccounts: true
  }
  yield* write(server.ProviderAccounts.create, theirs)
  yield* write(server.ProviderAccounts.update, { userId, id: account.id, email: "ann2@ex.org", allowSignIn: true })
  const [added] = (yield* server.ProviderAccounts.list(bobId)).filter(({ accountId }) => accountId === "bob2")
  yield* write(server.ProviderAccounts.delete, { userId: bobId, id: added!.id })
  yield* write(client.ProviderAccounts.delete, account.id)
  yield* write(server.Sessions.create, { userId: bobId })
  const [session] = yield* server.Sessions.list(bobId)
  yield* write(server.Sessions.revoke, { userId: bobId, sessionId: session!.id })
})

/** Invitations, which Ann accepts in three ways. */
const serverInvitations: Part = Effect.fnUntraced(function* ({ teamId, userId }, { write }) {
  const welcome = { teamId, email: "yan@ex.org", callbackUrl: `${appUrl}/invitation` }
  const code = yield* write(server.TeamInvitations.send, welcome)
  yield* write(server.Teams.removeMember, { teamId, userId })
  yield* write(client.TeamInvitations.accept, { code })
  const email = "ann2@ex.org"
  yield* write(server.TeamInvitations.send, { ...welcome, email })
  yield* write(server.Users.update, { userId, primaryEmail: email, primaryEmailVerified: true })
  yield* write(server.Teams.update, { teamId, displayName: "Invited" })
  const [received] = yield* client.TeamInvitations.listReceived
  yield* write(client.TeamInvitations.acceptReceived, received!.id)
  yield* write(server.TeamInvitations.send, { ...welcome, email })
  const [receivedToo] = yield* server.TeamInvitations.listReceived(userId)
  yield* write(server.TeamInvitations.acceptReceived, { userId, id: receivedToo!.id })
  yield* write(server.TeamInvitations.send, welcome)
  const [another] = yield* server.TeamInvitations.list(teamId)
  yield* write(server.TeamInvitations.revoke, { teamId, id: another!.id })
})

/** Teams and users. */
const serverTeams: Part = Effect.fnUntraced(function* ({ bobId, teamId, userId }, { write }) {
  yield* write(server.Teams.create, { displayName: "Third", creatorUserId: userId })
  yield* write(server.Teams.createForUser, { displayName: "Fourth", userId })
  yield* write(server.Teams.update, { teamId, displayName: "Crew" })
  yield* write(server.Teams.updateMemberProfile, { teamId, userId: bobId, displayName: "Mate" })
  yield* write(server.Users.create, { displayName: "Eve", primaryEmail: "eve@ex.org" })
  yield* write(server.Users.update, { userId: bobId, selectedTeamId: teamId })
  yield* write(server.Users.restrict, { userId: bobId, reason: "Please call us." })
  yield* write(server.Users.liftRestriction, bobId)
})

/** The configuration, the data vault and domains. */
const adminConfiguration: Part = Effect.fnUntraced(function* (_, { write }) {
  yield* write(admin.Configuration.update, { changes: { "dataVault.stores.tokens": {}, "auth.allowSignUp": false } })
  yield* write(server.DataVault.set, { ...vaultEntry, value: "v" })
  yield* write(admin.Domains.add, { domain: "https://ex.org" })
  yield* write(admin.Domains.remove, "https://ex.org")
})

/** Mails of the project: how they look, and who sends them. */
const adminMails: Part = Effect.fnUntraced(function* ({ draft, theme }, { write }) {
  yield* write(admin.EmailConfig.useStandard, mailServer)
  const { content } = yield* admin.EmailTemplates.get("email_verification")
  yield* write(admin.EmailTemplates.update, { type: "email_verification", subject: "Verify", content })
  yield* write(admin.EmailTemplates.reset, "email_verification")
  yield* write(admin.TsxEmailTemplates.create, { displayName: "New" })
  const [template] = yield* admin.TsxEmailTemplates.list
  yield* write(admin.TsxEmailTemplates.update, { id: template!.id, tsxSource: template!.tsxSource })
  const { tsxSource } = yield* admin.EmailThemes.get(theme)
  yield* write(admin.EmailThemes.update, { id: theme, tsxSource: tsxSource.replace("#f5f5f5", "#eeeeee") })
  yield* write(admin.Project.update, { config: { emailTheme: theme } })
  yield* write(admin.EmailThemes.create, { displayName: "New" })
  yield* write(admin.EmailDrafts.create, { displayName: "New" })
  yield* write(admin.EmailDrafts.update, { id: draft, displayName: "Old news" })
  yield* write(admin.EmailDrafts.delete, draft)
  yield* write(admin.TsxEmailTemplates.delete, template!.id)
  yield* write(admin.EmailConfig.useShared)
})

/** Keys, providers and permissions of the project. */
const adminProject: Part = Effect.fnUntraced(function* ({ keySet }, { write }) {
  yield* write(admin.InternalApiKeys.create, { description: "new", expiresAt: new Date(4e12) })
  yield* write(admin.InternalApiKeys.update, { id: keySet.id, description: "changed" })
  yield* write(admin.InternalApiKeys.revoke, keySet.id)
  yield* write(admin.OAuthProviders.enableShared, "google")
  yield* write(admin.OAuthProviders.enableStandard, { id: "google", clientId: "id", clientSecret: "secret" })
  yield* write(admin.OAuthProviders.disable, "google")
  yield* write(admin.PermissionDefinitions.create, { scope: "team", id: "new", containedPermissionIds: ["of_team"] })
  yield* write(admin.PermissionDefinitions.update, { scope: "team", id: "of_team", description: "changed" })
  yield* write(admin.PermissionDefinitions.delete, { scope: "team", id: "of_team" })
  yield* write(admin.Project.update, { displayName: "Project", config: { createTeamOnSignUp: true } })
})

/** What ends keys, sessions, users and teams. */
const endings: Part = Effect.fnUntraced(function* ({ ann, bobId, key, teamId, teamKey, userId }, { quietly, write }) {
  yield* write(client.ApiKeys.revoke, { id: key.id })
  yield* write(server.ApiKeys.revoke, { id: teamKey.id, teamId })
  // Who may see something is not what it shows.
  yield* quietly(server.Permissions.grant({ userId, teamId, permissionId: "team_admin" }))
  yield* quietly(server.Sessions.create({ userId }))
  const others = (yield* client.Sessions.list).filter(({ isCurrentSession }) => !isCurrentSession)
  yield* write(client.Sessions.revoke, others[0]!.id)
  yield* write(server.Users.delete, bobId)
  yield* write(client.Teams.delete, teamId)
  yield* write(server.Teams.delete, ann.teams[0]!.id)
})

/** Last, and with what the reads need: all other settings go back to the default. */
const resets: Part = Effect.fnUntraced(function* (_, { write }) {
  yield* write(admin.Configuration.push, {
    values: { "teams.allowClientTeamCreation": true },
    source: { type: "pushed-from-unknown" }
  })
  yield* write(admin.Configuration.unlinkSource)
  yield* write(admin.Configuration.replace, {
    level: "environment",
    values: { "users.allowClientUserDeletion": true, "apiKeys.enabled.user": true, "apiKeys.enabled.team": true }
  })
  yield* write(admin.Configuration.reset, { level: "environment", keys: ["auth.oauth"] })
  yield* write(client.CurrentUser.delete)
})

export const parts: ReadonlyArray<Part> = [
  clientKeys,
  clientChannels,
  clientUser,
  ownedProjects,
  clientSignIns,
  clientTeams,
  serverKeys,
  serverChannels,
  serverMails,
  serverPermissions,
  serverProviders,
  serverInvitations,
  serverTeams,
  adminConfiguration,
  adminMails,
  adminProject,
  endings,
  resets
]
