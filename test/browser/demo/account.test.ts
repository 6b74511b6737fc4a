/** Users of the demo change their account, in a browser. */
import { describe, expect } from "vitest"
import {
  approve,
  choose,
  click,
  fillIn,
  heading,
  newEmail,
  password,
  refused,
  signedInAs,
  signedOut,
  signIn,
  signUp,
  submitSignIn,
  told,
  fillInSignIn
} from "./visitor.ts"
import * as World from "./World.ts"

const { advanceClock, mailTo, resetClock, test } = World.use()

/** A picture of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNQcGj4DwADRAHgMqq/hAAAAABJRU5ErkJggg==",
  "base64"
)

describe("account settings of the demo", () => {
  test("changes name and picture", async ({ page }) => {
    await signUp(page)
    await page.goto("/account")
    await fillIn(page, { "Display name": "Nora Nguyen" })
    await click(page, "Save")
    await told(page, "Name saved")
    await page.setInputFiles("input[type=file]", { name: "me.png", mimeType: "image/png", buffer: picture })
    await page.locator("main .gf-avatar img").waitFor()
    await page.goto("/")
    await signedInAs(page, "Nora Nguyen")
    expect(await page.locator("main .gf-avatar img").getAttribute("src")).toMatch(/^data:image\//)
  })

  test("adds an address, verifies it, makes it the primary one, and removes the old one", async ({ page }) => {
    const email = await signUp(page)
    const another = newEmail()
    await page.goto("/account/emails")
    await click(page, "Add email")
    await fillIn(page, { "Email address": another })
    expect(await page.getByLabel("Use it to sign in").isChecked()).toBe(true)
    await click(page, "Add email")
    await told(page, `We sent a link to ${another}`)
    const { link } = await mailTo(another)
    await page.goto(link ?? "")
    await heading(page, "Email verified")
    await page.goto("/account/emails")
    const added = page.getByRole("listitem", { name: another })
    await added.waitFor()
    expect(await added.getByText("Unverified").count()).toBe(0)
    await choose(page, another, "Make primary")
    await added.getByText("Primary").waitFor()
    await choose(page, email, "Remove email")
    await page.getByRole("dialog").getByRole("button", { name: "Remove email" }).click()
    await page.getByRole("listitem", { name: email }).waitFor({ state: "detached" })
    await submitSignedOut(page, another)
  })

  /** Signs out, and in with a given address. */
  const submitSignedOut = async (page: Parameters<typeof signIn>[0], email: string) => {
    await page.goto("/handler/sign-out")
    await signedOut(page)
    await signIn(page, email)
  }

  test("changes the password", async ({ page }) => {
    const email = await signUp(page)
    await page.goto("/account/security")
    await click(page, "Change password")
    const submit = page.locator("form").getByRole("button", { name: "Change password" })
    await fillIn(page, { "Current password": "wrong", "New password": "a new horse battery" })
    await submit.click()
    await refused(page, "The current password is wrong")
    await fillIn(page, { "Current password": password })
    await submit.click()
    await told(page, "Password changed")
    await page.goto("/handler/sign-out")
    await signedOut(page)
    await submitSignIn(page, email, "a new horse battery")
    await signedInAs(page, email)
  })

  test("ends a session of another browser", async ({ another, complaints, page }) => {
    const email = await signUp(page)
    const other = await another()
    await signIn(other.page, email)
    await other.page.goto("/account/sessions")
    await heading(other.page, "Sessions")
    // One, or this fails.
    await other.page.getByRole("listitem", { name: /^Signed in on / }).waitFor()
    await click(other.page, /^Sign out: Signed in on /)
    await told(other.page, "Device signed out")
    await other.page.getByText("You are signed in on this device only").waitFor()
    // Access tokens are good until they expire.
    try {
      await advanceClock(11 * 60_000)
      await page.goto("/account/sessions")
      await heading(page, "Sign in")
    } finally {
      await resetClock()
    }
    expect(complaints.splice(0)).toStrictEqual([expect.stringContaining("status of 401")])
  })

  test("shows an API key once, and revokes it", async ({ page }) => {
    await signUp(page)
    await page.goto("/account/api-keys")
    await click(page, "Create API key")
    await fillIn(page, { Name: "Nightly backup" })
    await click(page, "Create key")
    const key = (await page.locator(".gf-secret code").textContent()) ?? ""
    expect(key.length).toBeGreaterThan(30)
    await click(page, "Done")
    expect(await page.locator(".gf-secret").count()).toBe(0)
    const row = page.getByRole("listitem", { name: "Nightly backup" })
    await row.getByText(`…${key.slice(-4)}`).waitFor()
    await row.getByRole("button", { name: "Revoke Nightly backup" }).click()
    await click(page, "Revoke key")
    await row.getByText("Revoked", { exact: true }).waitFor()
  })

  test("connects an account at a provider, and removes it", async ({ page }) => {
    const email = await signUp(page)
    await page.goto("/account/connections")
    await click(page, "Connect GitHub")
    const atProvider = newEmail()
    await approve(page, "GitHub", atProvider)
    const account = page.getByRole("listitem", { name: atProvider })
    const isForSignIn = account.getByText("Used for sign-in", { exact: true })
    await isForSignIn.waitFor()
    await choose(page, `GitHub: ${atProvider}`, "Stop using for sign-in")
    // It shows before the service has answered.
    await isForSignIn.waitFor({ state: "detached" })
    await told(page, "Saved")
    await page.reload()
    await account.waitFor()
    expect(await isForSignIn.count()).toBe(0)
    await choose(page, `GitHub: ${atProvider}`, "Disconnect")
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click()
    await account.waitFor({ state: "detached" })
    await page.goto("/")
    await signedInAs(page, email)
  })

  test("shows what could not be read as soon as there is a connection again", async ({ complaints, context, page }) => {
    await signUp(page)
    await page.goto("/account")
    await heading(page, "Profile")
    await context.setOffline(true)
    await page.getByRole("link", { name: "Sessions" }).click()
    await refused(page, "You are offline")
    await context.setOffline(false)
    await heading(page, "Sessions")
    await page.getByText("Chrome on Linux").waitFor()
    // The browser names each request that went nowhere, React what was caught.
    complaints.splice(
      0,
      complaints.length,
      ...complaints.filter((said) => !/ERR_INTERNET_DISCONNECTED|offline/i.test(said))
    )
  })

  test("fields do not make phones zoom", async ({ another }) => {
    const { page } = await another({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } })
    await page.goto("/handler/sign-in")
    const field = page.getByLabel("Email")
    expect(await field.evaluate((input) => parseFloat(getComputedStyle(input).fontSize))).toBeGreaterThanOrEqual(16)
  })

  test("asks for another sign-in before it deletes the account of an old session", async ({ page }) => {
    const email = await signUp(page)
    const now = Date.now()
    await page.clock.setSystemTime(now + 3_600_000)
    await page.goto("/account")
    await click(page, "Delete account")
    await page.getByText("Sign in again to continue").waitFor()
    expect(await page.getByLabel(`Type ${email} to confirm`).count()).toBe(0)
    await click(page, "Sign in again")
    await heading(page, "Sign in")
    await page.clock.setSystemTime(now)
    await fillInSignIn(page, email)
    await heading(page, "Profile")
    await click(page, "Delete account")
    await page.getByLabel(`Type ${email} to confirm`).waitFor()
  })

  test("deletes the account", async ({ page }) => {
    const email = await signUp(page)
    await page.goto("/account")
    await click(page, "Delete account")
    const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete account" })
    expect(await confirm.isDisabled()).toBe(true)
    await fillIn(page, { [`Type ${email} to confirm`]: email })
    await confirm.click()
    await told(page, "Account deleted")
    await signedOut(page)
    await submitSignIn(page, email)
    await refused(page, "Wrong email or password")
  })
})
