/** The demo confirms logins of terminals. */
import { describe, expect } from "vitest"
import { click, fillIn, fillInSignIn, heading, newEmail, password, signUp } from "./visitor.ts"
import * as World from "./World.ts"

const { test } = World.use()

describe("terminal logins in the demo", () => {
  test("a terminal is logged in by a click in the browser", async ({ another, context, page }) => {
    await page.goto("/terminal")
    await click(page, "Run the program")
    const terminal = page.getByRole("log", { name: "Terminal" })
    const opened = context.waitForEvent("page")
    await terminal.getByRole("link").click()
    const confirmation = await opened
    await heading(confirmation, "Sign in for your terminal")
    const visitor = await another()
    const email = await signUp(visitor.page)
    await click(confirmation, "Sign in")
    await fillInSignIn(confirmation, email)
    await heading(confirmation, "Sign in to your terminal?")
    await confirmation.getByText(email).first().waitFor()
    await click(confirmation, "Sign in to terminal")
    await heading(confirmation, "Your terminal is signed in")
    expect(new URL(confirmation.url()).search).toBe("")
    await terminal.getByText(`Signed in as ${email}`).waitFor()
  })

  test("work from a terminal without an account belongs to the user who signs up", async ({ context, page }) => {
    await page.goto("/terminal")
    await click(page, "Note something first")
    const terminal = page.getByRole("log", { name: "Terminal" })
    const opened = context.waitForEvent("page")
    await terminal.getByRole("link").click()
    const confirmation = await opened
    await click(confirmation, "Create account and keep work")
    const email = newEmail()
    await fillIn(confirmation, { Email: email, Password: password })
    await click(confirmation, "Create account")
    await heading(confirmation, "Sign in to your terminal?")
    await click(confirmation, "Sign in to terminal")
    await terminal.getByText(`Signed in as ${email}`).waitFor()
    await terminal.getByText("Your notes: buy milk").waitFor()
  })

  test("a login that was confirmed before is refused", async ({ page }) => {
    await signUp(page)
    await page.goto("/terminal")
    await click(page, "Run the program")
    const url = (await page.getByRole("log").getByRole("link").getAttribute("href")) ?? ""
    const confirm = async () => {
      await page.goto(url)
      await click(page, "Sign in to terminal")
    }
    await confirm()
    await heading(page, "Your terminal is signed in")
    await confirm()
    await page.getByRole("alert").waitFor()
  })

  test("the confirmation refuses to be in a frame, even where the browser would allow it", async ({
    complaints,
    demo,
    page
  }) => {
    const url = `${demo.url}/handler/cli-auth-confirm?login_code=none`
    const response = await page.goto(url)
    expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'")
    await page.route(url, async (route) => {
      const response = await route.fetch()
      const { "content-security-policy": _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await page.route(`${demo.url}/elsewhere`, (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${url}"></iframe>` })
    )
    await page.goto(`${demo.url}/elsewhere`)
    await page.frameLocator("iframe").getByRole("heading", { name: "This page is inside another page" }).waitFor()
    // Chromium lets pages that no server has sent ask no server of this machine.
    complaints.splice(0)
  })
})
