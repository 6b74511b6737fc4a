/** Sign-in with mailed links, in a browser. */
import { describe, expect } from "vitest"
import * as World from "./World.ts"
import { newEmail, signedInAs, signedOut, signOut, submit } from "./World.ts"

const { mailTo, test } = World.use()

describe("sign-in with magic links", () => {
  test("signs up, then in, with links from the mailbox", async ({ app, page }) => {
    const email = newEmail()
    const signIn = async () => {
      await page.goto(`${app.httpUrl}/handler/sign-in`)
      await submit(page, "magic-link", { email })
      const { link } = await mailTo(email)
      expect(link).toMatch(`${app.httpUrl}/handler/magic-link-callback?code=`)
      await page.goto(link ?? "")
    }
    await signIn()
    await page.waitForURL(`${app.httpUrl}/welcome`)
    await signedInAs(page, email)
    await signOut(page)
    await signIn()
    await page.waitForURL(`${app.httpUrl}/`)
    await signedInAs(page, email)
  })

  test("refuses a link that was used before", async ({ app, page }) => {
    const email = newEmail()
    await page.goto(`${app.httpUrl}/handler/sign-in`)
    await submit(page, "magic-link", { email })
    const { link } = await mailTo(email)
    await page.goto(link ?? "")
    await signedInAs(page, email)
    await signOut(page)
    await page.goto(link ?? "")
    await page.getByText("Failed: VerificationCodeAlreadyUsed").waitFor()
    await signedOut(page)
  })

  test("returns from the mail to where the user was before", async ({ app, page }) => {
    const email = newEmail()
    await page.goto(`${app.httpUrl}/protected?tab=2`)
    await page.waitForURL(`${app.httpUrl}/handler/sign-in?after_auth_return_to=*`)
    await submit(page, "magic-link", { email })
    const { link } = await mailTo(email)
    await page.goto(link ?? "")
    await page.waitForURL(`${app.httpUrl}/protected?tab=2`)
    await signedInAs(page, email)
  })
})
