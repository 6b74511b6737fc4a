/**
 * After a write, every read that answers otherwise is stale: all of them are asked before and after, at all levels, of
 * users whose data hang together.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as admin from "../../src/admin/index.ts"
import * as Totp from "../../src/app/Totp.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as Http from "../../src/http/Http.ts"
import * as client from "../../src/index.ts"
import { dataOf } from "../../src/operation/OperationData.ts"
import * as server from "../../src/server/index.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as SoftwareAuthenticator from "../../src/testing/SoftwareAuthenticator.ts"
import { operations } from "../../tools/catalog/operations.ts"

const appUrl = "http://localhost:3000"
const password = "correct horse"
/** The id that this template has everywhere. */
const VERIFICATION = "e7d009ce-8d47-4528-b245-5bf119f2ffa3"
const mailServer = {
  host: "127.0.0.1",
  port: 1,
  username: "u",
  password: "p",
  senderName: "n",
  senderEmail: "n@ex.org"
}

const vaultEntry = { storeId: "tokens", key: "ann", secret: "secret" }

/** Apps of the project `internal`, whose users own the other projects. */
const Apps = Layer.unwrap(
  Effect.map(Emulator.Emulator, ({ baseUrl, internal }) =>
    Layer.orDie(admin.AdminApp.layer({ ...internal, apiUrl: baseUrl, appUrl }))
  )
).pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(Emulator.Emulator, ({ fetch }) => Http.layerHandler(fetch)))),
  Layer.provideMerge(Emulator.layer({ passwordCost: "insecure-fast" }))
)

const newUser = (name: string) =>
  EmulatedApp.signUp({
    displayName: name,
    primaryEmail: `${name}@ex.org`,
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: true,
    password,
    oauthProviders: [{ id: client.Ids.ProviderId.make("github"), accountId: name, email: `${name}@ex.org` }],
    teams: [{ displayName: `${name}'s` }]
  })

/** Ann, who is signed in, and Bob, who is in her team. */
const world = Effect.gen(function* () {
  yield* admin.Project.update({
    config: {
      passkeyEnabled: true,
      magicLinkEnabled: true,
      clientTeamCreationEnabled: true,
      clientUserDeletionEnabled: true,
      allowUserApiKeys: true,
      allowTeamApiKeys: true,
      oauthProviders: [{ id: client.Ids.ProviderId.make("github"), type: "shared" }]
    }
  })
  yield* admin.EmailConfig.useStandard(Emulator.mailServer)
  yield* admin.PermissionDefinitions.create({ scope: "team", id: "of_team" })
  yield* admin.PermissionDefinitions.create({ scope: "project", id: "of_project" })
  const ann = yield* newUser("ann")
  const bob = yield* newUser("bob")
  const [userId, bobId] = [ann.user.id, bob.user.id]
  const [account] = yield* server.ProviderAccounts.list(userId)
  const { id: teamId } = yield* server.Teams.create({ displayName: "Crew", creatorUserId: userId })
  const waiting = { to: [userId], html: "<p>Later</p>", scheduledAt: new Date(4e12) }
  for (let n = 0; n < 3; n++) yield* server.Emails.send(waiting)
  yield* server.Teams.addMember({ teamId, userId: bobId })
  yield* server.Permissions.grant({ userId: bobId, permissionId: "of_project" })
  yield* server.Permissions.grant({ userId: bobId, teamId, permissionId: "of_team" })
  return {
    ann,
    userId,
    bobId,
    teamId,
    account: account!,
    key: yield* server.ApiKeys.createForUser({ userId, description: "key", expiresAt: null }),
    teamKey: yield* server.ApiKeys.createForTeam({ teamId, description: "key", expiresAt: null }),
    draft: yield* admin.EmailDrafts.create({ displayName: "News" }),
    theme: yield* admin.EmailThemes.create({ displayName: "Ours" }),
    keySet: yield* admin.InternalApiKeys.create({ description: "set", expiresAt: new Date(4e12) }),
    mails: (yield* server.Outbox.page()).items,
    channel: yield* server.ContactChannels.create({ userId, value: "two@ex.org", usedForAuth: false })
  }
})

type Services = client.Session.Session | Layer.Success<typeof Apps>
type AnyOperation<Input extends ReadonlyArray<unknown>> =
  | Effect.Effect<unknown, unknown, Services>
  | ((...input: Input) => Effect.Effect<unknown, unknown, Services>)

/** An operation with its input. */
const ready = <Input extends ReadonlyArray<unknown>>(operation: AnyOperation<Input>, ...input: Input) => ({
  data: dataOf(operation)!,
  effect: typeof operation === "function" ? operation(...input) : operation
})

const readsOf = ({
  account,
  bobId,
  channel,
  draft,
  key,
  keySet,
  mails,
  teamId,
  teamKey,
  theme,
  userId
}: Effect.Success<typeof world>) => [
  ready(client.ApiKeys.get, { id: key.id }),
  ready(client.ApiKeys.list),
  ready(client.ApiKeys.listOfTeam, teamId),
  ready(client.ConnectedAccounts.list),
  ready(client.ContactChannels.list),
  ready(client.CurrentUser.get),
  ready(client.Notifications.list),
  ready(client.OwnedProjects.list),
  ready(client.Permissions.list),
  ready(client.Permissions.list, { teamId }),
  ready(client.Permissions.get, { teamId, permissionId: "of_team" }),
  ready(client.Permissions.has, { teamId, permissionId: "of_team" }),
  ready(client.Project.get),
  ready(client.ProviderAccounts.get, account.id),
  ready(client.ProviderAccounts.list),
  ready(client.Sessions.list),
  ready(client.TeamInvitations.list, teamId),
  ready(client.TeamInvitations.listReceived),
  ready(client.Teams.get, teamId),
  ready(client.Teams.list),
  ready(client.Teams.page, { limit: 10 }),
  ready(client.Teams.listMembers, teamId),
  ready(client.Teams.getMemberProfile, { teamId }),
  ready(server.CurrentUser.get),
  ...[userId, bobId].flatMap((userId) => [
    ready(server.ApiKeys.listOfUser, userId),
    ready(server.ConnectedAccounts.list, userId),
    ready(server.ContactChannels.list, userId),
    ready(server.Notifications.list, userId),
    ready(server.Permissions.list, { userId }),
    ready(server.Permissions.list, { userId, teamId }),
    ready(server.Permissions.get, { userId, permissionId: "of_project" }),
    ready(server.Permissions.has, { userId, teamId, permissionId: "of_team" }),
    ready(server.ProviderAccounts.list, userId),
    ready(server.Sessions.list, userId),
    ready(server.TeamInvitations.listReceived, userId),
    ready(server.Teams.list, { userId }),
    ready(server.Teams.listProfilesOfUser, userId),
    ready(server.Teams.getMemberProfile, { userId, teamId }),
    ready(server.Users.find, userId),
    ready(server.Users.get, userId),
    ready(admin.Sessions.list, userId)
  ]),
  ready(server.ApiKeys.checkOfTeam, teamKey.value),
  ready(server.ApiKeys.checkOfUser, key.value),
  ready(server.ApiKeys.get, { id: teamKey.id, teamId }),
  ready(server.ApiKeys.listOfTeam, teamId),
  ready(server.ApiKeys.verifyOfTeam, teamKey.value),
  ready(server.ApiKeys.verifyOfUser, key.value),
  ready(server.ContactChannels.get, { userId, id: channel.id }),
  ready(server.ContactChannels.listAll),
  ready(server.DataVault.get, vaultEntry),
  ready(server.Emails.getDeliveryInfo),
  ...mails.map(({ id }) => ready(server.Outbox.get, id)),
  ready(server.Outbox.page),
  ready(server.ProviderAccounts.get, account),
  ready(server.ProviderAccounts.listAll),
  ready(server.TeamInvitations.list, teamId),
  ready(server.Teams.find, teamId),
  ready(server.Teams.findByApiKey, teamKey.value),
  ready(server.Teams.get, teamId),
  ready(server.Teams.list),
  ready(server.Teams.page, { limit: 10 }),
  ready(server.Teams.listMembers, teamId),
  ready(server.Users.findByApiKey, key.value),
  ready(server.Users.list),
  ready(server.Users.list, { teamId }),
  ready(server.Users.page, { limit: 10 }),
  ready(admin.Configuration.get),
  ...(["project", "branch", "environment"] as const).map((level) => ready(admin.Configuration.getOverrides, level)),
  ready(admin.Configuration.getSource),
  ready(admin.Domains.list),
  ready(admin.EmailConfig.get),
  ready(admin.EmailDrafts.get, draft),
  ready(admin.EmailDrafts.list),
  ready(admin.EmailTemplates.get, "email_verification"),
  ready(admin.EmailTemplates.list),
  ready(admin.EmailThemes.get, theme),
  ready(admin.EmailThemes.list),
  ready(admin.Emails.list),
  ready(admin.InternalApiKeys.get, keySet.id),
  ready(admin.InternalApiKeys.list),
  ready(admin.Metrics.get),
  ready(admin.OAuthProviders.list),
  ready(admin.PermissionDefinitions.list, "team"),
  ready(admin.PermissionDefinitions.list, "project"),
  ready(admin.ProductionMode.check),
  ready(admin.Project.get),
  ready(admin.TsxEmailTemplates.list),
  ready(admin.TsxEmailTemplates.render, { templateId: VERIFICATION, themeId: theme }),
  ready(admin.TsxEmailTemplates.render, { templateId: VERIFICATION })
]

/** Runs every write, in an order in which each finds what it needs; answers the reads of which nobody was told. */
const untold = Effect.fnUntraced(function* (made: Effect.Success<typeof world>) {
  const { account, ann, bobId, channel, draft, key, keySet, mails, teamId, teamKey, theme, userId } = made
  const reads = readsOf(made)
  const answers = Effect.forEach(reads, ({ effect }) =>
    Effect.map(Effect.exit(effect), (exit) =>
      JSON.stringify(exit, (name, value: unknown) =>
        // A refusal has another id each time.
        name === "requestId" ? undefined : Redacted.isRedacted(value) ? Redacted.value(value) : value
      )
    )
  )
  const { mailbox } = yield* Emulator.Emulator
  const written = new Set<string>()
  const found: Array<string> = []
  // The first ones note that the keys and the session are in use.
  yield* answers
  let before = yield* answers

  /** The writes since the reads were asked: all that say the same are looked at together. */
  const unlooked: Array<string> = []
  let changes: ReadonlyArray<string> = []
  const look = Effect.gen(function* () {
    if (unlooked.length === 0) return
    const after = yield* answers
    for (const [index, { data: read }] of reads.entries()) {
      if (before[index] === after[index] || read.shows.some((resource) => changes.includes(resource))) continue
      found.push(`${read.name} after ${unlooked.join(" or ")}`)
    }
    before = after
    unlooked.length = 0
  })
  /** What is done to prepare something, and tells nobody. */
  const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      look,
      Effect.tap(effect, () => Effect.map(answers, (after) => (before = after)))
    )

  const write = Effect.fnUntraced(function* <Input extends ReadonlyArray<unknown>>(
    operation: AnyOperation<Input>,
    ...input: Input
  ) {
    const { data, effect } = ready(operation, ...input)
    if (String(data.changes) !== String(changes)) yield* look
    const exit = yield* Effect.exit(effect)
    if (Exit.isFailure(exit)) expect(exit.cause, data.name).toBeUndefined()
    changes = data.changes
    unlooked.push(data.name)
    written.add(data.name)
    // Mails are sent after the answer.
    const mail = data.changes.includes("emails") ? yield* mailbox.take() : undefined
    return mail?.code ?? ""
  })

  yield* write(client.ApiKeys.create, { description: "new", expiresAt: null })
  yield* write(client.ApiKeys.createForTeam, { teamId, description: "new", expiresAt: null })
  yield* write(client.ApiKeys.update, { id: key.id, description: "changed" })
  yield* write(client.ContactChannels.create, { value: "three@ex.org", usedForAuth: true })
  const verification = yield* write(client.ContactChannels.sendVerification, { id: channel.id })
  yield* write(client.ContactChannels.verify, { code: verification })
  yield* write(client.ContactChannels.update, { id: channel.id, isPrimary: true })
  yield* write(client.ContactChannels.delete, channel.id)
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
  yield* write(client.OwnedProjects.create, { displayName: "Of the team", ownerTeamId: teamId })
  const [given] = yield* client.OwnedProjects.list
  const buyers = yield* quietly(server.Teams.create({ displayName: "Buyers", creatorUserId: userId }))
  yield* write(client.OwnedProjects.transfer, { projectId: given!.id, ownerTeamId: buyers.id })
  yield* write(admin.OwnedProjects.transfer, { projectId: given!.id, ownerTeamId: given!.ownerTeamId! })
  yield* write(admin.OwnedProjects.transfer, { projectId: given!.id, ownerTeamId: buyers.id })
  yield* quietly(server.Teams.delete(buyers.id))
  yield* write(client.OwnedProjects.create, { displayName: "Own" })
  yield* write(admin.OwnedProjects.create, { displayName: "Another" })
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
  yield* write(client.TeamInvitations.send, { teamId, email: "zoe@ex.org" })
  const [invitation] = yield* server.TeamInvitations.list(teamId)
  yield* write(client.Teams.update, { teamId, displayName: "The crew" })
  yield* write(client.TeamInvitations.revoke, { teamId, id: invitation!.id })
  yield* write(client.Teams.create, { displayName: "Second" })
  const { selectedTeamId } = yield* server.Users.get(userId)
  yield* write(client.Teams.leave, selectedTeamId!)
  yield* write(client.Teams.updateOwnProfile, { teamId, displayName: "Captain" })
  yield* write(client.Teams.removeMember, { teamId, userId: bobId })

  yield* write(server.Teams.addMember, { teamId, userId: bobId })
  yield* write(server.ApiKeys.createForUser, { userId: bobId, description: "new", expiresAt: null })
  yield* write(server.ApiKeys.createForTeam, { teamId, description: "new", expiresAt: null })
  yield* write(server.ApiKeys.update, { id: teamKey.id, teamId, description: "changed" })
  yield* write(server.ContactChannels.create, { userId: bobId, value: "bob2@ex.org", usedForAuth: false })
  const [{ id } = channel] = (yield* server.ContactChannels.list(bobId)).filter(({ isPrimary }) => !isPrimary)
  yield* write(server.ContactChannels.sendVerification, { userId: bobId, id, callbackUrl: `${appUrl}/verify` })
  yield* write(server.ContactChannels.update, { userId: bobId, id, isPrimary: true })
  yield* write(server.ContactChannels.sendPrimaryVerification, { userId: bobId, callbackUrl: `${appUrl}/verify` })
  yield* write(server.ContactChannels.delete, { userId: bobId, id })
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
  yield* write(server.Notifications.setEnabled, { userId: bobId, id: category!.id, enabled: false })
  yield* write(server.Permissions.grant, { userId, teamId, permissionId: "of_team" })
  yield* write(server.Permissions.revoke, { userId, teamId, permissionId: "of_team" })
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
  yield* write(server.Teams.create, { displayName: "Third", creatorUserId: userId })
  yield* write(server.Teams.createForUser, { displayName: "Fourth", userId })
  yield* write(server.Teams.update, { teamId, displayName: "Crew" })
  yield* write(server.Teams.updateMemberProfile, { teamId, userId: bobId, displayName: "Mate" })
  yield* write(server.Users.create, { displayName: "Eve", primaryEmail: "eve@ex.org" })
  yield* write(server.Users.update, { userId: bobId, selectedTeamId: teamId })
  yield* write(server.Users.restrict, { userId: bobId, reason: "Please call us." })
  yield* write(server.Users.liftRestriction, bobId)

  yield* write(admin.Configuration.update, { changes: { "dataVault.stores.tokens": {}, "auth.allowSignUp": false } })
  yield* write(server.DataVault.set, { ...vaultEntry, value: "v" })
  yield* write(admin.Domains.add, { domain: "https://ex.org" })
  yield* write(admin.Domains.remove, "https://ex.org")
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
  // Last, and with what the reads need: all other settings go back to the default.
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
  yield* look
  return { found, written, read: new Set(reads.map(({ data }) => data.name)) }
})

/** Ann's session, and her authenticator. */
const sessionOf = (tokens: EmulatedApp.TestUser) => {
  const device = SoftwareAuthenticator.make()
  return Layer.mergeAll(
    client.Session.layer.pipe(Layer.provide(client.ExplicitTokenStore.layer(tokens))),
    client.WebAuthn.layer({
      create: (options) => Effect.promise(() => device.create(options, { origin: appUrl })),
      get: (options) => Effect.promise(() => device.get(options, { origin: appUrl }))
    })
  )
}

describe("a write", () => {
  it.effect(
    "makes every read stale whose answer it changes",
    () =>
      Effect.gen(function* () {
        const made = yield* world
        const { found, read, written } = yield* Effect.provide(untold(made), sessionOf(made.ann))
        expect(found).toStrictEqual([])
        const unread = operations.filter(({ data }) => data.shows.length > 0 && !read.has(data.name))
        expect(unread.map(({ exportedAs }) => exportedAs)).toStrictEqual([
          // Asks a provider each time.
          "ConnectedAccounts.getAccessToken",
          "server/ConnectedAccounts.getAccessToken",
          // Holds functions; it is `OwnedProjects.list`.
          "admin/OwnedProjects.list"
        ])
        const unwritten = operations.filter(({ data }) => data.changes.length > 0 && !written.has(data.name))
        expect(unwritten.map(({ exportedAs }) => exportedAs)).toStrictEqual([
          "OAuth.callback",
          "server/CurrentUser.delete",
          "admin/Emails.sendTest",
          "admin/Project.delete"
        ])
      }).pipe(Effect.provide(Apps)),
    600_000
  )
})
