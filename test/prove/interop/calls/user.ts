/** What the vendor's SDK does with the current user and their sessions. */
import { client, makePageUrl, password, reread, signUp, signUpVerified, unique } from "../apps.ts"
import { before, makeCall, type Call, ensure, equal, readRefusal, type Vendor, readValue, type World } from "../Call.ts"

const area = { name: "The user and sessions", hasKeys: false }
const call = makeCall(area)

const guest = async (world: World): Promise<Vendor> => {
  const app = client(world)
  return { app, user: await app.getUser({ or: "anonymous" }) }
}

/** What the page behind a terminal's link sends. */
const answerLogin = async (world: World, url: string, body: object): Promise<Vendor> => {
  const response = await fetch(`${world.baseUrl}/api/v1/auth/cli/complete`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "client",
      "x-stack-project-id": world.project.projectId,
      "x-stack-publishable-client-key": world.project.publishableClientKey
    },
    body: JSON.stringify({ login_code: new URL(url).searchParams.get("login_code"), ...body })
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

/** What the claims of a token say. */
const readClaims = (token: string): Vendor =>
  JSON.parse(atob(token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/")))

export const users: ReadonlyArray<Call> = [
  call("app.getUser: nobody", async (world) => {
    ensure((await client(world).getUser()) === null, "nobody is signed in")
    const thrown = await client(world)
      .getUser({ or: "throw" })
      .then(
        () => undefined,
        (error: Error) => error.message
      )
    ensure(thrown?.includes("not signed in"), "getUser throws")
  }),
  call("app.getUser: another app with the same tokens", async (world) => {
    const { user } = await signUp(world)
    const again = await reread(world, user)
    equal([again.id, again.primaryEmail], [user.id, user.primaryEmail])
  }),
  call("app.getUser: refreshed token", async (world) => {
    const { user } = await signUp(world)
    const { refreshToken } = await user.getAuthJson()
    const app = client(world, world.project, { tokenStore: { accessToken: "", refreshToken } })
    const again = await app.getUser({ or: "throw" })
    equal(again.id, user.id)
    equal(readClaims((await again.getAuthJson()).accessToken).sub, user.id)
  }),
  call("app.getPartialUser", async (world) => {
    const { app, email, user } = await signUp(world)
    const { displayName, id, isAnonymous, primaryEmail, primaryEmailVerified } = await app.getPartialUser({
      from: "token"
    })
    equal([id, primaryEmail, primaryEmailVerified, displayName, isAnonymous], [user.id, email, false, null, false])
  }),
  call("app.getUser: guest", async (world) => {
    const { app, user } = await guest(world)
    equal([user.isAnonymous, user.primaryEmail, user.hasPassword], [true, null, false])
    ensure((await app.getUser()) === null, "nobody is signed in")
    await user.update({ displayName: "Guest" })
    equal((await app.getUser({ or: "anonymous" })).displayName, "Guest")
    equal((await app.getUser({ or: "anonymous" })).id, user.id)
  }),
  call(
    "app.signUpWithCredential: guest",
    async (world) => {
      const { app, user } = await guest(world)
      const email = `${unique("guest")}@example.com`
      await readValue(
        app.signUpWithCredential({ email, password, noRedirect: true, verificationCallbackUrl: world.appUrl })
      )
      const { id, isAnonymous, primaryEmail } = await app.getUser({ or: "throw" })
      equal([id, isAnonymous, primaryEmail], [user.id, false, email])
    },
    ({ service }) => (service === "2025-06" ? "this generation creates another user" : undefined)
  ),
  call("user.signOut: guest", async (world) => {
    const { user } = await guest(world)
    const { refreshToken } = await user.getAuthJson()
    await user.signOut()
    const late = client(world, world.project, { tokenStore: { accessToken: "", refreshToken } })
    ensure((await late.getUser({ or: "anonymous" })).id !== user.id, "the session has ended")
  }),
  call("user.update, user.setDisplayName, user.setClientMetadata", async (world) => {
    const { user } = await signUp(world)
    const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
    await user.update({ displayName: "Ada", profileImageUrl: picture })
    await user.setClientMetadata({ theme: "dark" })
    const { clientMetadata, displayName, profileImageUrl } = await reread(world, user)
    equal([displayName, profileImageUrl, clientMetadata], ["Ada", picture, { theme: "dark" }])
    await user.setDisplayName("Ada Lovelace")
    equal((await reread(world, user)).displayName, "Ada Lovelace")
  }),
  call("user.delete", async (world) => {
    const { app, email, user } = await signUp(world)
    await user.delete()
    ensure((await app.getUser()) === null, "nobody is signed in")
    const refused = client(world).signInWithCredential({ email, password, noRedirect: true })
    equal(await readRefusal(refused), "EMAIL_PASSWORD_MISMATCH")
  }),
  call("app.getProject", async (world) => {
    const { config, id } = await client(world).getProject()
    equal(id, world.project.projectId)
    equal([config.signUpEnabled, config.credentialEnabled, config.magicLinkEnabled], [true, true, true])
    equal([config.passkeyEnabled, config.clientTeamCreationEnabled], [true, true])
    equal([config.clientUserDeletionEnabled, config.allowUserApiKeys, config.allowTeamApiKeys], [true, true, true])
    equal(config.oauthProviders, [{ id: "github" }])
  }),
  call("user.getAuthJson, user.currentSession.getTokens", async (world) => {
    const { user } = await signUp(world)
    const tokens = await user.getAuthJson()
    equal(await user.currentSession.getTokens(), tokens)
    equal(readClaims(tokens.accessToken).sub, user.id)
    ensure(tokens.refreshToken.length > 20, "there is a refresh token")
  }),
  call("app.signOut", async (world) => {
    const { app } = await signUp(world)
    await app.signOut()
    ensure((await app.getUser()) === null, "nobody is signed in")
  }),
  call("user.getActiveSessions, user.revokeSession", async (world) => {
    const { email, user } = await signUp(world)
    const other = client(world)
    await readValue(other.signInWithCredential({ email, password, noRedirect: true }))
    const sessions: ReadonlyArray<Vendor> = await user.getActiveSessions()
    equal(
      sessions
        .map(({ isCurrentSession, isImpersonation, userId }) => [isCurrentSession, isImpersonation, userId])
        .sort(),
      [
        [false, false, user.id],
        [true, false, user.id]
      ]
    )
    await user.revokeSession(sessions.find(({ isCurrentSession }) => !isCurrentSession).id)
    equal((await user.getActiveSessions()).length, 1)
    const own = (await user.getActiveSessions())[0]
    equal(await readRefusal(user.revokeSession(own.id)), "CANNOT_DELETE_CURRENT_SESSION")
  }),
  call("user.listContactChannels, user.createContactChannel", async (world) => {
    const { email, user } = await signUp(world)
    const value = `${unique("second")}@example.com`
    const created = await user.createContactChannel({ type: "email", value, usedForAuth: false })
    equal([created.value, created.isPrimary, created.isVerified, created.usedForAuth], [value, false, false, false])
    const channels: ReadonlyArray<Vendor> = await user.listContactChannels()
    equal(channels.map((channel) => [channel.value, channel.isPrimary]).sort(), [
      [value, false],
      [email, true]
    ])
  }),
  call("channel.sendVerificationEmail", async (world) => {
    const { app, user } = await signUp(world)
    const value = `${unique("second")}@example.com`
    const channel = await user.createContactChannel({ type: "email", value, usedForAuth: false })
    await channel.sendVerificationEmail({ callbackUrl: makePageUrl(world, "email-verification") })
    await readValue(app.verifyEmail((await world.mailTo(value)).code))
    const channels: ReadonlyArray<Vendor> = await user.listContactChannels()
    equal(channels.find(({ id }) => id === channel.id).isVerified, true)
  }),
  call("channel.update, channel.delete", async (world) => {
    const { app, email, user } = await signUpVerified(world)
    const value = `${unique("second")}@example.com`
    const channel = await user.createContactChannel({ type: "email", value, usedForAuth: false })
    await channel.sendVerificationEmail({ callbackUrl: makePageUrl(world, "email-verification") })
    await readValue(app.verifyEmail((await world.mailTo(value)).code))
    await channel.update({ usedForAuth: true, isPrimary: true })
    equal((await reread(world, user)).primaryEmail, value)
    const first = (await user.listContactChannels()).find((each: Vendor) => each.value === email)
    await first.delete()
    equal(
      (await user.listContactChannels()).map((each: Vendor) => [each.value, each.usedForAuth]),
      [[value, true]]
    )
  }),
  call("user.listNotificationCategories, category.setEnabled", async (world) => {
    const { user } = await signUp(world)
    const category = (await user.listNotificationCategories()).find((each: Vendor) => each.canDisable)
    await category.setEnabled(false)
    const again = (await user.listNotificationCategories()).find((each: Vendor) => each.id === category.id)
    equal(again.enabled, false)
  }),
  call("user.listOAuthProviders, user.getOAuthProvider", async (world) => {
    const { user } = await signUp(world)
    equal(await user.listOAuthProviders(), [])
    equal(await user.getOAuthProvider(crypto.randomUUID()), null)
  }),
  call("user.listConnectedAccounts", async (world) => {
    const { user } = await signUp(world)
    equal(await user.listConnectedAccounts(), [])
  }),
  call("app.promptCliLogin", async (world) => {
    const { user } = await signUp(world)
    const { refreshToken } = await user.getAuthJson()
    const confirm = (url: string) => answerLogin(world, url, { refresh_token: refreshToken })
    const app = client(world)
    const got = await readValue(
      app.promptCliLogin({ appUrl: world.appUrl, waitTimeMillis: 50, maxAttempts: 100, promptLink: confirm })
    )
    const again = client(world, world.project, { tokenStore: { accessToken: "", refreshToken: got } })
    equal((await again.getUser({ or: "throw" })).id, user.id)
  }),
  call(
    "app.promptCliLogin: guest",
    async (world) => {
      const { user } = await guest(world)
      const { refreshToken: anonRefreshToken } = await user.getAuthJson()
      const confirm = async (url: string) => {
        equal(await answerLogin(world, url, { mode: "check" }), { cli_session_state: "anonymous" })
        const { access_token, refresh_token } = await answerLogin(world, url, { mode: "claim-anon-session" })
        const browser = client(world, world.project, {
          tokenStore: { accessToken: access_token, refreshToken: refresh_token }
        })
        await readValue(
          browser.signUpWithCredential({
            email: `${unique("guest")}@example.com`,
            password,
            verificationCallbackUrl: world.appUrl,
            noRedirect: true
          })
        )
        const { refreshToken } = await (await browser.getUser({ or: "throw" })).getAuthJson()
        await answerLogin(world, url, { refresh_token: refreshToken })
      }
      const got = await readValue(
        client(world).promptCliLogin({ appUrl: world.appUrl, anonRefreshToken, promptLink: confirm })
      )
      const again = client(world, world.project, { tokenStore: { accessToken: "", refreshToken: got } })
      const { id, isAnonymous } = await again.getUser({ or: "throw" })
      equal([id, isAnonymous], [user.id, false])
    },
    before(108)
  ),
  call("user.getItem", async (world) => {
    const { user } = await signUp(world)
    equal((await user.getItem("credits")).quantity, 0)
  }),
  call("user.createCheckoutUrl", async (world) => {
    const { user } = await signUp(world)
    ensure((await user.createCheckoutUrl({ productId: "pro", offerId: "pro" })).startsWith("http"), "there is a URL")
  }),
  call("user.listProducts", async (world) => {
    const { user } = await signUp(world)
    equal([...(await user.listProducts())], [])
  }),
  call("user.getBilling, user.listInvoices", async (world) => {
    const { user } = await signUp(world)
    equal((await user.getBilling()).hasCustomer, false)
    equal([...(await user.listInvoices())], [])
  })
]
