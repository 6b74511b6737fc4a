/** The fixtures for Vitest, by which these tests run. */
import * as Cause from "effect/Cause"
import { describe } from "vitest"
import { NoMail } from "../../src/emulator/mail/Mailbox.ts"
import type { EffectAdminApp } from "../../src/promise/AdminApp.ts"
import { expect, test } from "../../src/testing/vitest.ts"
import { password } from "../support/emulatorCalls.ts"

/** Who is at the service. */
const listAddresses = async (admin: EffectAdminApp) =>
  (await admin.users.list()).map(({ primaryEmail }) => primaryEmail)

describe("the fixtures for Vitest", () => {
  test.beforeAll(async ({ fileEmulator }) => {
    await fileEmulator.signUp({ primaryEmail: "eve@example.org" })
  })

  test("its clock is that of your own server, too", async ({ clock, emulator, user }) => {
    const auth = emulator.requestAuth()
    const request = new Request("http://localhost", { headers: { authorization: `Bearer ${user.accessToken}` } })
    expect(await auth.authenticate(request)).toMatchObject({ signedIn: true, claims: { kind: "normal" } })
    await clock.advance("1 hour")
    expect(await auth.authenticate(request)).toMatchObject({ signedIn: false, error: { reason: "expired" } })
  })

  // The same address in several tests, also at the same time.
  describe.concurrent("each test has a service of its own", () => {
    test.for([1, 2, 3])("%s", async (_, { admin, app }) => {
      expect(await app.currentUser.get()).toBeNull()
      await app.password.signUp({ email: "ann@example.org", password })
      expect((await listAddresses(admin)).toSorted()).toStrictEqual(["ann@example.org", "eve@example.org"])
    })
  })

  test("user is signed in on app", async ({ app, user }) => {
    const me = await app.currentUser.get({ or: "throw" })
    expect(me).toMatchObject({ id: user.user.id, primaryEmail: user.email, primaryEmailVerified: true })
    expect(await app.sessions.list()).toHaveLength(1)
  })

  test("signIn creates users with all that a test needs of them", async ({ app, emulator, signIn }) => {
    const ann = await signIn({ displayName: "Ann", permissions: ["orders:read"], teams: [{ displayName: "Acme" }] })
    expect(ann.teams).toMatchObject([{ displayName: "Acme" }])
    expect((await app.permissions.list()).map(({ id }) => id)).toStrictEqual(["orders:read"])
    const other = emulator.newApp()
    const bob = await signIn({ displayName: "Bob", password: "staple and fish" }, other)
    expect(bob.email).not.toBe(ann.email)
    expect((await app.currentUser.get())?.displayName).toBe("Ann")
    expect((await other.currentUser.get())?.displayName).toBe("Bob")
    await other.sessions.signOut()
    await other.password.signIn({ email: bob.email, password: bob.password })
  })

  test("mailbox has what the service has sent", async ({ app, mailbox, user }) => {
    const email = user.email
    await app.password.sendResetCode({ email })
    await app.password.reset({ code: await mailbox.codeTo(email), password: "staple and fish" })
    await app.password.sendResetCode({ email })
    expect(await mailbox.linkTo(email)).toMatch(/^http:\/\/localhost:3000\/.*code=/)
    await expect(mailbox.take({ to: email }, "10 millis")).rejects.toThrow(NoMail)
    await expect(mailbox.take({ to: email }, "10 millis")).rejects.not.toBeInstanceOf(Cause.UnknownError)
  })

  test("clock makes codes old", async ({ app, clock, mailbox, user }) => {
    await app.password.sendResetCode({ email: user.email })
    const code = await mailbox.codeTo(user.email)
    const before = clock.now().getTime()
    await clock.advance("8 days")
    expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(8 * 86_400_000)
    const late = await app.password.reset.result({ code, password: "staple and fish" })
    expect(late).toMatchObject({ ok: false, error: { _tag: "VerificationCodeExpired" } })
  })

  test("faults break the network", async ({ app, faults }) => {
    await faults.add({ path: "/projects/current", fault: "reset" })
    expect(await app.project.get.result({ retry: 0 })).toMatchObject({ ok: false, error: { _tag: "TransportError" } })
    await expect(faults.add({})).rejects.toMatchObject({ _tag: "FaultRuleError" })
  })

  test("no fault is left of another test", async ({ app, faults }) => {
    expect(await faults.list()).toStrictEqual([])
    expect((await app.project.get()).displayName).toBe("Development")
  })

  test("an app ends with its test", async ({ emulator }) => {
    const fork = await emulator.fork()
    const app = fork.newApp()
    expect((await app.project.get()).displayName).toBe("Development")
    await fork.dispose()
    await expect(app.project.get()).rejects.toThrow("disposed of")
  })

  test("reset goes back to where the test began", async ({ emulator }) => {
    const { email } = await emulator.signUp()
    await emulator.reset()
    expect(await listAddresses(emulator.admin)).toStrictEqual(["eve@example.org"])
    expect((await emulator.signUp()).email).toBe(email)
  })
})
