/** Passkeys with the authenticator of a browser. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import * as Authenticator from "./Authenticator.ts"
import * as World from "./World.ts"
import { signedInAs, signOut, signUp } from "./World.ts"

const { test } = World.use()

const register = (page: Page) => page.evaluate(() => globalThis.attempt((app) => app.passkey.register.result()))

describe("passkeys in a browser", () => {
  test("registers a passkey and signs in with it", async ({ app, page }) => {
    const { authenticatorId, session } = await Authenticator.add(page)
    const email = await signUp(page, app.httpUrl)
    const scripts = app.seen.length
    expect(await register(page)).toStrictEqual({ ok: true, value: null })
    expect(app.seen.slice(scripts).map(({ url }) => url)).toStrictEqual([expect.stringMatching(/^\/assets\//)])

    const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId })
    expect(credentials).toMatchObject([{ rpId: "localhost", isResidentCredential: true }])

    await signOut(page)
    await page.evaluate(() => void globalThis.attempt((app) => app.passkey.signIn.result()))
    await page.waitForURL(`${app.httpUrl}/`)
    await signedInAs(page, email)
  })

  test("says why a ceremony failed", async ({ app, page }) => {
    const { authenticatorId, session } = await Authenticator.add(page)
    const email = await signUp(page, app.httpUrl)

    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })
    expect(await register(page)).toMatchObject({
      ok: false,
      tag: "PasskeyWebAuthnError",
      details: { code: "ERROR_NOT_ALLOWED" }
    })
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true })

    const elsewhere = await page.evaluate(() =>
      globalThis.attempt((app) => app.passkey.register.result({ hostname: "example.net" }))
    )
    expect(elsewhere).toMatchObject({
      ok: false,
      tag: "PasskeyWebAuthnError",
      details: { code: "ERROR_INVALID_RP_ID" }
    })
    await signedInAs(page, email)
  })

  test("ends the ceremony when it is cancelled", async ({ app, page }) => {
    const { authenticatorId, session } = await Authenticator.add(page)
    await signUp(page, app.httpUrl)
    // Nobody touches the authenticator.
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false })
    const cancelled = await page.evaluate(async () => {
      const controller = new AbortController()
      const { create } = navigator.credentials
      const started = new Promise<void>((resolve) => {
        navigator.credentials.create = (options) => {
          resolve()
          return create.call(navigator.credentials, options)
        }
      })
      const registration = globalThis.app.passkey.register({}, { signal: controller.signal })
      await started
      controller.abort(new Error("changed my mind"))
      return registration.then(
        () => "registered",
        (reason: Error) => reason.message
      )
    })
    expect(cancelled).toBe("changed my mind")
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true })
    expect(await register(page)).toStrictEqual({ ok: true, value: null })
  })
})
