/** What the vendor's SDK does on servers, with the secret server key. */
import {
  client,
  createUser,
  inPages,
  newEmail,
  makePageUrl,
  password,
  server,
  signUp,
  signUpInPages,
  unique
} from "../apps.ts"
import { before, makeCall, type Call, ensure, equal, makeJourney, type Vendor, readValue } from "../Call.ts"

const area = { name: "Servers", hasKeys: true }
const call = makeCall(area)
const journey = makeJourney(area)

const restrictions: Call["unless"] = (circumstances) =>
  before(108)(circumstances) ?? (circumstances.service === "2025-06" ? "this generation restricts nobody" : undefined)

const listIds = (records: ReadonlyArray<Vendor>): ReadonlyArray<string> => records.map(({ id }) => id).sort()

export const servers: ReadonlyArray<Call> = [
  call("serverApp.createUser, serverApp.getUser", async (world) => {
    const email = newEmail()
    const user = await server(world).createUser({
      primaryEmail: email,
      primaryEmailVerified: true,
      primaryEmailAuthEnabled: true,
      password,
      displayName: "Ada",
      clientMetadata: { a: 1 },
      clientReadOnlyMetadata: { b: 2 },
      serverMetadata: { c: 3 }
    })
    const read = await server(world).getUser(user.id)
    equal([read.primaryEmail, read.primaryEmailVerified, read.displayName], [email, true, "Ada"])
    equal([read.clientMetadata, read.clientReadOnlyMetadata, read.serverMetadata], [{ a: 1 }, { b: 2 }, { c: 3 }])
    await readValue(client(world).signInWithCredential({ email, password, noRedirect: true }))
    equal(await server(world).getUser(crypto.randomUUID()), null)
  }),
  call("serverApp.listUsers", async (world) => {
    const word = unique("team")
    const made: Array<Vendor> = []
    for (const name of ["Ada", "Grace", "Edsger"]) {
      made.push(await createUser(world, { displayName: `${word} ${name}` }))
    }
    const app = server(world)
    const first = await app.listUsers({ query: word, limit: 2, orderBy: "signedUpAt", desc: false })
    equal(
      first.map(({ id }: Vendor) => id),
      [made[0].id, made[1].id]
    )
    const rest = await app.listUsers({
      query: word,
      limit: 2,
      orderBy: "signedUpAt",
      desc: false,
      cursor: first.nextCursor
    })
    equal([rest.map(({ id }: Vendor) => id), rest.nextCursor], [[made[2].id], null])
  }),
  call(
    "serverApp.listUsers: guests",
    async (world) => {
      const guest = await client(world).getUser({ or: "anonymous" })
      const app = server(world)
      await (await app.getUser(guest.id)).update({ displayName: unique("guest") })
      const { displayName } = await app.getUser(guest.id)
      equal(listIds(await app.listUsers({ query: displayName })), [])
      equal(listIds(await app.listUsers({ query: displayName, includeAnonymous: true })), [guest.id])
    },
    ({ service }) => (service === "current" ? undefined : "lists include guests, as in 2025-06")
  ),
  call("serverUser.update", async (world) => {
    const user = await createUser(world)
    const email = newEmail()
    await user.update({
      displayName: "Grace",
      primaryEmail: email,
      primaryEmailVerified: true,
      primaryEmailAuthEnabled: true,
      password: "a new password",
      clientReadOnlyMetadata: { plan: "pro" }
    })
    const read = await server(world).getUser(user.id)
    equal([read.displayName, read.primaryEmail, read.primaryEmailVerified], ["Grace", email, true])
    equal([read.clientReadOnlyMetadata, read.hasPassword], [{ plan: "pro" }, true])
    await readValue(client(world).signInWithCredential({ email, password: "a new password", noRedirect: true }))
  }),
  call("serverUser.setPrimaryEmail, serverUser.setServerMetadata", async (world) => {
    const user = await createUser(world)
    const email = newEmail()
    await user.setPrimaryEmail(email, { verified: true })
    await user.setServerMetadata({ notes: "kind" })
    const read = await server(world).getUser(user.id)
    equal([read.primaryEmail, read.primaryEmailVerified, read.serverMetadata], [email, true, { notes: "kind" }])
  }),
  call("serverUser.delete", async (world) => {
    const user = await createUser(world)
    await user.delete()
    equal(await server(world).getUser(user.id), null)
  }),
  call("serverUser.createContactChannel, serverUser.listContactChannels", async (world) => {
    const user = await createUser(world)
    const value = newEmail()
    const channel = await user.createContactChannel({ type: "email", value, usedForAuth: false, isVerified: true })
    equal([channel.value, channel.isVerified], [value, true])
    await channel.update({ isVerified: false })
    const channels: ReadonlyArray<Vendor> = await user.listContactChannels()
    equal(channels.find(({ id }) => id === channel.id).isVerified, false)
    await channel.delete()
    equal((await user.listContactChannels()).length, 1)
  }),
  call("serverUser.createSession", async (world) => {
    const user = await createUser(world)
    const tokens = await (await user.createSession({ expiresInMillis: 60_000 })).getTokens()
    equal((await client(world, world.project, { tokenStore: tokens }).getUser({ or: "throw" })).id, user.id)
  }),
  call(
    "serverUser.getActiveSessions",
    async (world) => {
      const user = await createUser(world)
      await (await user.createSession({})).getTokens()
      await (await user.createSession({ isImpersonation: true })).getTokens()
      equal(
        (await user.getActiveSessions()).map(({ userId }: Vendor) => userId),
        [user.id]
      )
    },
    before(108, "the SDK expects a list of sessions instead of a page")
  ),
  call("serverApp.getServerUser", async (world) => {
    const { user } = await signUp(world)
    const app = server(world, { tokenStore: await user.getAuthJson() })
    const current = await app.getServerUser()
    equal([current.id, current.serverMetadata], [user.id, null])
  }),
  call(
    "serverUser.riskScores",
    async (world) => {
      const user = await createUser(world)
      equal(user.riskScores, { signUp: { bot: 0, freeTrialAbuse: 0 } })
      await user.update({ riskScores: { signUp: { bot: 40, freeTrialAbuse: 2 } }, countryCode: "DE" })
      equal((await server(world).getUser(user.id)).riskScores.signUp, { bot: 40, freeTrialAbuse: 2 })
    },
    before(108)
  ),
  call("serverApp.getUser: tokens of a request", async (world) => {
    const { user } = await signUp(world)
    const request = new Request(world.appUrl, { headers: await user.getAuthHeaders() })
    equal((await server(world, { tokenStore: request }).getUser({ or: "throw" })).id, user.id)
  }),
  call(
    "serverUser.update: restriction",
    async (world) => {
      const { app, email } = await signUp(world)
      await (
        await server(world).getUser((await app.getUser()).id)
      ).update({
        restrictedByAdmin: true,
        restrictedByAdminReason: "unpaid"
      })
      const again = client(world)
      await readValue(again.signInWithCredential({ email, password, noRedirect: true }))
      ensure((await again.getUser()) === null, "a restricted user does not count as signed in")
      const { isRestricted, restrictedReason } = await again.getUser({ includeRestricted: true })
      equal([isRestricted, restrictedReason?.type], [true, "restricted_by_administrator"])
    },
    restrictions
  ),
  call("serverUser.createSession: impersonation", async (world) => {
    const user = await createUser(world)
    const session = await user.createSession({ expiresInMillis: 60_000, isImpersonation: true })
    const app = client(world, world.project, { tokenStore: await session.getTokens() })
    const current = await app.getUser({ or: "throw" })
    equal(current.id, user.id)
    equal((await current.getActiveSessions()).length, 0)
  }),
  journey(
    "app.getUser: redirect of a restricted user",
    [
      signUpInPages,
      {
        run: async (world) => {
          const { id } = await inPages(world).getUser({ or: "throw" })
          await (await server(world).getUser(id)).update({ restrictedByAdmin: true })
        }
      },
      { run: (world) => inPages(world).getUser({ or: "redirect" }), leadsTo: "/handler/onboarding" }
    ],
    restrictions
  ),
  call(
    "app.getAccessToken, app.getRefreshToken, app.getAuthorizationHeader",
    async (world) => {
      const { app, user } = await signUp(world)
      const { accessToken, refreshToken } = await user.getAuthJson()
      equal([await app.getAccessToken(), await app.getRefreshToken()], [accessToken, refreshToken])
      const request = new Request(world.appUrl, { headers: { authorization: await app.getAuthorizationHeader() } })
      equal((await server(world, { tokenStore: request }).getUser({ or: "throw" })).id, user.id)
    },
    before(108)
  ),
  call("serverApp.getUser: API key", async (world) => {
    const { user } = await signUp(world)
    const key = await user.createApiKey({ description: "Laptop", expiresAt: null })
    equal((await server(world).getUser({ apiKey: key.value })).id, user.id)
    equal(await server(world).getUser({ apiKey: "sk_nobody" }), null)
    await key.revoke()
    equal(await server(world).getUser({ apiKey: key.value }), null)
  }),
  call("serverApp.getTeam: API key", async (world) => {
    const { user } = await signUp(world)
    const team = await user.createTeam({ displayName: "Analysts" })
    const key = await team.createApiKey({ description: "Build", expiresAt: null })
    equal((await server(world).getTeam({ apiKey: key.value })).id, team.id)
  }),
  call("serverApp.createTeam, serverApp.getTeam, serverApp.listTeams", async (world) => {
    const app = server(world)
    const team = await app.createTeam({ displayName: "Pilots" })
    const read = await app.getTeam(team.id)
    equal([read.displayName, read.serverMetadata], ["Pilots", null])
    ensure(read.createdAt instanceof Date, "there is a date")
    ensure(listIds(await app.listTeams()).includes(team.id), "the team is listed")
    equal(await app.getTeam(crypto.randomUUID()), null)
  }),
  call("serverTeam.update, serverTeam.delete", async (world) => {
    const app = server(world)
    const team = await app.createTeam({ displayName: "Pilots" })
    await team.update({ displayName: "Navigators", serverMetadata: { a: 1 }, clientReadOnlyMetadata: { b: 2 } })
    const read = await server(world).getTeam(team.id)
    equal([read.displayName, read.serverMetadata, read.clientReadOnlyMetadata], ["Navigators", { a: 1 }, { b: 2 }])
    await read.delete()
    equal(await server(world).getTeam(team.id), null)
  }),
  call("serverTeam.addUser, serverTeam.listUsers, serverTeam.removeUser", async (world) => {
    const team = await server(world).createTeam({ displayName: "Pilots" })
    const [ada, grace] = [await createUser(world), await createUser(world)]
    await team.addUser(ada.id)
    await team.addUser(grace.id)
    equal(listIds(await team.listUsers()), [ada.id, grace.id].sort())
    await team.removeUser(ada.id)
    equal(listIds(await (await server(world).getTeam(team.id)).listUsers()), [grace.id])
  }),
  call("serverTeam.inviteUser, serverTeam.listInvitations", async (world) => {
    const team = await server(world).createTeam({ displayName: "Pilots" })
    const email = newEmail()
    await team.inviteUser({ email, callbackUrl: makePageUrl(world, "team-invitation") })
    ensure((await world.mailTo(email)).code, "the invitation has come")
    const [invitation] = await team.listInvitations()
    equal(invitation.recipientEmail, email)
    await invitation.revoke()
    equal((await team.listInvitations()).length, 0)
  }),
  call("serverUser.createTeam, serverUser.listTeams, serverUser.getTeam", async (world) => {
    const user = await createUser(world)
    const team = await user.createTeam({ displayName: "Pilots" })
    const read = await server(world).getUser(user.id)
    equal(listIds(await read.listTeams()), [team.id])
    equal((await read.getTeam(team.id)).displayName, "Pilots")
    equal(listIds(await team.listUsers()), [user.id])
  }),
  call("serverUser.grantPermission, serverUser.revokePermission", async (world) => {
    const team = await server(world).createTeam({ displayName: "Pilots" })
    const user = await createUser(world)
    await team.addUser(user.id)
    equal(await user.hasPermission(team, "$update_team"), false)
    await user.grantPermission(team, "team_admin")
    const read = await server(world).getUser(user.id)
    equal(await read.hasPermission(team, "$update_team"), true)
    equal(listIds(await read.listPermissions(team, { recursive: false })), ["team_admin", "team_member"])
    await read.revokePermission(team, "team_admin")
    equal(await (await server(world).getUser(user.id)).getPermission(team, "team_admin"), null)
  }),
  call("serverApp.listTeamMemberPermissions", async (world) => {
    const user = await createUser(world)
    const team = await user.createTeam({ displayName: "Pilots" })
    equal(await server(world).listTeamMemberPermissions(team.id, { recursive: false }), [
      { userId: user.id, permissionId: "team_admin" }
    ])
  }),
  call("serverApp.createOAuthProvider", async (world) => {
    const user = await createUser(world)
    const provider = await readValue(
      server(world).createOAuthProvider({
        userId: user.id,
        providerConfigId: "github",
        accountId: unique("account"),
        email: newEmail(),
        allowSignIn: true,
        allowConnectedAccounts: false
      })
    )
    equal(listIds(await user.listOAuthProviders()), [provider.id])
  }),
  call("serverApp.sendEmail", async (world) => {
    const user = await createUser(world)
    await server(world).sendEmail({ userIds: [user.id], subject: "Hello", html: "<p>Hello</p>" })
    equal((await world.mailTo(user.primaryEmail)).subject, "Hello")
  }),
  call("serverApp.getEmailDeliveryStats", async (world) => {
    ensure((await server(world).getEmailDeliveryStats()).capacity, "there is a capacity")
  }),
  call(
    "serverApp.getDataVaultStore",
    async (world) => {
      const store = await server(world).getDataVaultStore("secrets")
      await store.setValue("key", "value", { secret: "of the client" })
      equal(await store.getValue("key", { secret: "of the client" }), "value")
    },
    ({ platform, version }) =>
      platform === "Chromium" && version === "2.8.108" ? "the SDK needs a cross-origin isolated page" : undefined
  ),
  call(
    "serverUser.getItem, item.increaseQuantity",
    async (world) => {
      const user = await createUser(world)
      await (await user.getItem("credits")).increaseQuantity(3)
      equal((await user.getItem("credits")).quantity, 3)
    },
    (circumstances) =>
      before(41)(circumstances) ??
      before(108, "the SDK asks as a client without a session, which the service refuses")(circumstances)
  ),
  call("serverUser.grantProduct", async (world) => {
    const user = await createUser(world)
    await user.grantProduct({ productId: "pro" })
    equal((await user.listProducts()).length, 1)
  })
]
