/** A project with users whose data hang together, and every operation that reads some of it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as admin from "../../src/admin/index.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as Http from "../../src/http/Http.ts"
import * as client from "../../src/index.ts"
import { readData } from "../../src/operation/OperationData.ts"
import * as server from "../../src/server/index.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"

export const appUrl = "http://localhost:3000"
export const password = "correct horse"
/** The id that this template has everywhere. */
const verification = "e7d009ce-8d47-4528-b245-5bf119f2ffa3"
export const mailServer = {
  host: "127.0.0.1",
  port: 1,
  username: "u",
  password: "p",
  senderName: "n",
  senderEmail: "n@ex.org"
}

export const vaultEntry = { storeId: "tokens", key: "ann", secret: "secret" }

/** Apps of the project `internal`, whose users own the other projects. */
export const Apps = Layer.unwrap(
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
export const world = Effect.gen(function* () {
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

export type World = Effect.Success<typeof world>

export type Services = client.Session.Session | Layer.Success<typeof Apps>
export type AnyOperation<Input extends ReadonlyArray<unknown>> =
  | Effect.Effect<unknown, unknown, Services>
  | ((...input: Input) => Effect.Effect<unknown, unknown, Services>)

/** An operation with its input. */
export const ready = <Input extends ReadonlyArray<unknown>>(operation: AnyOperation<Input>, ...input: Input) => ({
  data: readData(operation)!,
  effect: typeof operation === "function" ? operation(...input) : operation
})

export const listReads = ({
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
}: World) => [
  ready(client.ApiKeys.get, { id: key.id }),
  ready(client.ApiKeys.list),
  ready(client.ApiKeys.listOfTeam, teamId),
  ready(client.ConnectedAccounts.list),
  ready(client.ContactChannels.list),
  ready(client.CurrentUser.get),
  ready(client.CurrentUser.getIncludingAnonymous),
  ready(client.CurrentUser.getOrFail),
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
  ready(server.CurrentUser.getOrFail),
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
  ready(admin.TsxEmailTemplates.render, { templateId: verification, themeId: theme }),
  ready(admin.TsxEmailTemplates.render, { templateId: verification })
]
