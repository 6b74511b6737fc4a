/** The panel of the demo shows emails and moves the clock. */
import { describe, expect } from "vitest"
import { askForLink, click, fillIn, heading, newEmail, signedInAs, signUp } from "./visitor.ts"
import * as World from "./World.ts"

const { resetClock, test } = World.use()

describe("the demo's panel", () => {
  test("the mailbox has the emails, with their links and codes", async ({ context, page }) => {
    const email = newEmail()
    await page.goto("/handler/sign-in")
    await click(page, "Developer panel")
    const panel = page.getByRole("complementary", { name: "Developer panel" })
    await askForLink(page, email)
    const mail = panel.getByRole("button", { name: new RegExp(email) })
    await mail.click()
    await panel.getByRole("link", { name: "In a new tab" }).waitFor()
    await panel.frameLocator("iframe").getByRole("link").first().waitFor()
    const opened = context.waitForEvent("page")
    await panel.getByRole("link", { name: "In a new tab" }).click()
    const tab = await opened
    await signedInAs(tab, email)
    // Whoever signed in there is signed in here.
    await heading(page, /^Hello|You are already signed in/)
  })

  test("it stays as it was left, and is used with the keyboard", async ({ page }) => {
    await page.goto("/")
    const button = page.getByRole("button", { name: "Developer panel", exact: true })
    await button.focus()
    await page.keyboard.press("Enter")
    const panel = page.getByRole("complementary", { name: "Developer panel" })
    await panel.waitFor()
    expect(await button.getAttribute("aria-expanded")).toBe("true")
    await page.reload()
    await panel.waitFor()
    await panel.getByRole("button", { name: "Close the developer panel" }).press("Enter")
    await panel.waitFor({ state: "detached" })
    await page.reload()
    await heading(page, /^Sign-in and accounts/)
    expect(await panel.count()).toBe(0)
  })

  test("the clock is moved on, and codes expire", async ({ page }) => {
    const email = await signUp(page)
    await page.goto("/handler/forgot-password")
    await fillIn(page, { Email: email })
    await click(page, "Send reset link")
    await heading(page, "Check your email")
    await click(page, "Developer panel")
    const panel = page.getByRole("complementary", { name: "Developer panel" })
    try {
      await click(page, "+1 week")
      await panel.getByText("7 d ahead").waitFor()
      await click(page, "+1 h")
      await panel.getByText("7 d 1 h ahead").waitFor()
      await panel
        .getByRole("button", { name: new RegExp(email) })
        .first()
        .click()
      await panel.getByRole("link", { name: "Open link" }).click()
      await heading(page, "This link does not work")
      await page.getByText("This link has expired").waitFor()
      await panel.getByRole("button", { name: "Reset", exact: true }).click()
      await panel.getByText("ahead").waitFor({ state: "detached" })
    } finally {
      await resetClock()
    }
  })

  test("sessions go on when the clock is moved, here and at the backend", async ({ complaints, page }) => {
    const email = await signUp(page)
    await page.goto("/teams")
    await click(page, "Create team")
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Team name").fill("Time travelers")
    await dialog.getByRole("button", { name: "Create team" }).click()
    await heading(page, "Time travelers")
    await click(page, "Developer panel")
    const panel = page.getByRole("complementary", { name: "Developer panel" })
    const write = async (note: string) => {
      await fillIn(page, { "New note": note })
      await click(page, "Add")
      await page.getByRole("list", { name: /notes/i }).getByText(note).waitFor()
    }
    try {
      await write("Today")
      await click(page, "+1 day")
      await panel.getByText("1 d ahead").waitFor()
      await write("Tomorrow")
      await page.reload()
      await page.getByText("Tomorrow").waitFor()
      await panel.getByRole("button", { name: "Reset", exact: true }).click()
      await panel.getByText("ahead").waitFor({ state: "detached" })
      await write("Today again")
    } finally {
      await resetClock()
    }
    await page.goto("/")
    await signedInAs(page, email)
    // The browser's clock was not moved: that the access token has expired, it learns from the answer to a request.
    expect(complaints.splice(0)).toStrictEqual([expect.stringContaining("status of 401")])
  })

  test("the theme is the system's until the user chooses one", async ({ page }) => {
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.goto("/")
    const light = await background()
    await page.emulateMedia({ colorScheme: "dark" })
    await expect.poll(background).not.toBe(light)
    await click(page, "Switch to the light theme")
    await expect.poll(background).toBe(light)
    await page.reload()
    await page.getByRole("button", { name: "Switch to the dark theme" }).waitFor()
    expect(await background()).toBe(light)
  })
})
