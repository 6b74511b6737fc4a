/** A page without HTTPS works as far as a browser lets it. */
import { describe, expect } from "vitest"
import * as World from "./World.ts"
import { password, signedInAs, signedOut, signOut, signUp, submit } from "./World.ts"

const { test } = World.use()

describe("a page without HTTPS", () => {
  test("supports passwords and several tabs, and says so where cryptography is missing", async ({
    app,
    context,
    page
  }) => {
    const email = await signUp(page, app.insecureUrl)
    expect(
      await page.evaluate(() => [isSecureContext, "cookieStore" in globalThis, "locks" in navigator])
    ).toStrictEqual([false, false, false])
    const other = await context.newPage()
    await other.goto(app.insecureUrl)
    await signedInAs(other, email)
    await signOut(page)
    await signedOut(other)
    await page.goto(`${app.insecureUrl}/handler/sign-in`)
    await submit(page, "sign-in", { email, password })
    await signedInAs(page, email)
    await signedInAs(other, email)

    expect(
      await page.evaluate(() => globalThis.attempt((app) => app.oauth.start.result({ provider: "github" })))
    ).toMatchObject({ ok: false, tag: "CryptoUnavailable" })
    expect(await page.evaluate(() => globalThis.attempt((app) => app.passkey.register.result()))).toMatchObject({
      ok: false,
      details: { code: "ERROR_UNSUPPORTED" }
    })
    expect(
      await page.evaluate(() =>
        globalThis.attempt((app) =>
          app.mfa.enable.result({ secret: globalThis.conceal(new Uint8Array(20)), totp: "123456" })
        )
      )
    ).toMatchObject({ ok: false, tag: "CryptoUnavailable" })
  })
})
