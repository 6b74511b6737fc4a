/** The ways to sign in with the vendor's SDK. */
import { client, newEmail, makePageUrl, password, reread, signUp } from "../apps.ts"
import { makeCall, ensure, equal, readRefusal, type Call, type Vendor, readValue, type World } from "../Call.ts"

const area = { name: "Signing in", hasKeys: false }
const call = makeCall(area)

const signIn = async (world: World, email: string, secret = password): Promise<Vendor> => {
  const app = client(world)
  await readValue(app.signInWithCredential({ email, password: secret, noRedirect: true }))
  return app
}

/** Follows a magic link with an app of its own. */
const followLink = async (world: World, email: string): Promise<Vendor> => {
  const app = client(world)
  await readValue(app.sendMagicLinkEmail(email, { callbackUrl: makePageUrl(world, "magic-link-callback") }))
  await readValue(app.signInWithMagicLink((await world.mailTo(email)).code, { noRedirect: true }))
  return app.getUser({ or: "throw" })
}

/** What the SDK leaves for the page that asks for the second factor. */
const attemptCode = async (world: World, email: string): Promise<string> => {
  const response = await fetch(`${world.baseUrl}/api/v1/auth/password/sign-in`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "client",
      "x-stack-project-id": world.project.projectId,
      "x-stack-publishable-client-key": world.project.publishableClientKey
    },
    body: JSON.stringify({ email, password })
  })
  return ((await response.json()) as Vendor).details.attempt_code
}

/** The six digits of now (RFC 6238). */
const totp = async (secret: Uint8Array<ArrayBuffer>): Promise<string> => {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 30_000)))
  const digest = new DataView(await crypto.subtle.sign("HMAC", key, counter))
  const number = digest.getUint32(digest.getUint8(19) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, "0")
}

const forgetPassword = async (world: World): Promise<{ readonly email: string; readonly code: string }> => {
  const { email, app } = await signUp(world)
  await world.mailTo(email)
  await readValue(app.sendForgotPasswordEmail(email, { callbackUrl: makePageUrl(world, "password-reset") }))
  return { email, code: (await world.mailTo(email)).code }
}

export const signingIn: ReadonlyArray<Call> = [
  call("app.signUpWithCredential", async (world) => {
    const { email, user } = await signUp(world)
    equal([user.primaryEmail, user.primaryEmailVerified, user.hasPassword], [email, false, true])
    equal([user.isAnonymous, user.oauthProviders, user.selectedTeam], [false, [], null])
    ensure(Math.abs(Date.now() - user.signedUpAt.getTime()) < 60_000, "the user has just signed up")
  }),
  call("app.signUpWithCredential: address taken", async (world) => {
    const { app, email } = await signUp(world)
    const again = app.signUpWithCredential({ email, password, noRedirect: true, verificationCallbackUrl: world.appUrl })
    equal(await readRefusal(again), "USER_EMAIL_ALREADY_EXISTS")
  }),
  call("app.signUpWithCredential: password too short", async (world) => {
    const options = { email: newEmail(), password: "short", noRedirect: true, verificationCallbackUrl: world.appUrl }
    equal(await readRefusal(client(world).signUpWithCredential(options)), "PASSWORD_TOO_SHORT")
  }),
  call("app.signInWithCredential", async (world) => {
    const { email, user } = await signUp(world)
    const app = await signIn(world, email)
    equal((await app.getUser({ or: "throw" })).id, user.id)
  }),
  call("app.signInWithCredential: wrong password", async (world) => {
    const { email } = await signUp(world)
    const refused = client(world).signInWithCredential({ email, password: "another one", noRedirect: true })
    equal(await readRefusal(refused), "EMAIL_PASSWORD_MISMATCH")
  }),
  call("app.sendMagicLinkEmail, app.signInWithMagicLink", async (world) => {
    const email = newEmail()
    const user = await followLink(world, email)
    equal([user.primaryEmail, user.primaryEmailVerified, user.hasPassword], [email, true, false])
    equal((await followLink(world, email)).id, user.id)
  }),
  call("app.signInWithMagicLink: typed code", async (world) => {
    const email = newEmail()
    const app = client(world)
    const { nonce } = await readValue(
      app.sendMagicLinkEmail(email, { callbackUrl: makePageUrl(world, "magic-link-callback") })
    )
    const typed = /\b[A-Z0-9]{6}\b/.exec((await world.mailTo(email)).text)?.[0]
    ensure(typed, "the mail has a code to type")
    await readValue(app.signInWithMagicLink(typed + nonce, { noRedirect: true }))
    equal((await app.getUser({ or: "throw" })).primaryEmail, email)
  }),
  call("app.signInWithMagicLink: wrong code", async (world) => {
    const refused = client(world).signInWithMagicLink("0".repeat(45), { noRedirect: true })
    equal(await readRefusal(refused), "VERIFICATION_CODE_NOT_FOUND")
  }),
  call("app.sendForgotPasswordEmail, app.verifyPasswordResetCode, app.resetPassword", async (world) => {
    const { code, email } = await forgetPassword(world)
    const app = client(world)
    await readValue(app.verifyPasswordResetCode(code))
    await readValue(app.resetPassword({ code, password: "a new password" }))
    await signIn(world, email, "a new password")
    equal(await readRefusal(signIn(world, email)).catch(() => "refused"), "refused")
    equal(await readRefusal(app.resetPassword({ code, password })), "VERIFICATION_CODE_ALREADY_USED")
  }),
  call("app.sendForgotPasswordEmail: unknown address", async (world) => {
    const options = { callbackUrl: makePageUrl(world, "password-reset") }
    await readValue(client(world).sendForgotPasswordEmail(newEmail(), options))
  }),
  call("user.updatePassword", async (world) => {
    const { email, user } = await signUp(world)
    equal(await user.updatePassword({ oldPassword: password, newPassword: "a new password" }), undefined)
    await signIn(world, email, "a new password")
  }),
  call("user.updatePassword: wrong old password", async (world) => {
    const { user } = await signUp(world)
    const refused = user.updatePassword({ oldPassword: "another one", newPassword: "a new password" })
    equal(await readRefusal(refused), "PASSWORD_CONFIRMATION_MISMATCH")
  }),
  call("user.setPassword", async (world) => {
    const email = newEmail()
    const user = await followLink(world, email)
    equal(await user.setPassword({ password }), undefined)
    await signIn(world, email)
    equal((await reread(world, user)).hasPassword, true)
  }),
  call("app.verifyEmail", async (world) => {
    const { app, email, user } = await signUp(world)
    await readValue(app.verifyEmail((await world.mailTo(email)).code))
    equal((await reread(world, user)).primaryEmailVerified, true)
  }),
  call(
    "user.sendVerificationEmail",
    async (world) => {
      const { app, email, user } = await signUp(world)
      await world.mailTo(email)
      await user.sendVerificationEmail()
      await readValue(app.verifyEmail((await world.mailTo(email)).code))
    },
    ({ platform }) => (platform === "Node" ? "the SDK takes the email's URL from the page" : undefined)
  ),
  call("user.signOut", async (world) => {
    const { app, user } = await signUp(world)
    const tokens = await user.getAuthJson()
    await user.signOut()
    ensure((await app.getUser()) === null, "nobody is signed in")
    const late = client(world, world.project, { tokenStore: { ...tokens, accessToken: "" } })
    ensure((await late.getUser()) === null, "the session has ended")
  }),
  call("app.signInWithMfa", async (world) => {
    const { email, user } = await signUp(world)
    const secret = crypto.getRandomValues(new Uint8Array(20))
    await user.update({ totpMultiFactorSecret: secret })
    equal((await reread(world, user)).isMultiFactorRequired, true)
    const code = await attemptCode(world, email)
    equal(await readRefusal(client(world).signInWithMfa("000000", code, { noRedirect: true })), "INVALID_TOTP_CODE")
    const app = client(world)
    await readValue(app.signInWithMfa(await totp(secret), await attemptCode(world, email), { noRedirect: true }))
    equal((await app.getUser({ or: "throw" })).id, user.id)
  })
]
