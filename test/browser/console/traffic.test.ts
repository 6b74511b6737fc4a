/** What belongs together in the console, and the ways to get there: timeline, palette, keys, and pages that teach. */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { examine } from "../demo/examine.ts"
import { click, follow, heading, password, told } from "../demo/visitor.ts"
import * as World from "./World.ts"

const { appUrl, ask, at, emulator, test, url } = World.use()

const callback = "http://localhost:3000/handler/email-verification"

const signUp = (email: string) =>
  ask("POST", "/auth/password/sign-up", { email, password, verification_callback_url: callback })

const project = () => `/projects/${emulator().project.projectId}`

const entries = () => Effect.runPromise(emulator().journal.entries)

/** Opens the palette and types into it. */
const search = async (page: Page, text: string) => {
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search" }).fill(text)
}

describe("navigation in the console", () => {
  test("the timeline leads from a request to its session, email and webhook, and back", async ({ page }) => {
    await signUp("ann@example.org")
    await page.goto(url())
    await heading(page, "Timeline")
    const thread = page.getByRole("listitem").filter({ hasText: "Sign up with a password" }).first()
    await thread.getByRole("link", { name: /^Webhook user.created/ }).waitFor()

    await thread.getByRole("link", { name: /^Email .* to ann@example.org/ }).click()
    await page.getByRole("article").getByText("ann@example.org").first().waitFor()
    await page.getByRole("link", { name: "Sign up with a password" }).click()
    await page.getByRole("heading", { level: 2, name: "Sign up with a password" }).waitFor()

    await page.getByRole("link", { name: /^Webhook user.created/ }).click()
    await page.getByRole("region", { name: "payload" }).getByText('"primary_email": "ann@example.org"').waitFor()
    await page.getByRole("link", { name: "Sign up with a password" }).click()

    await page.getByRole("link", { name: "Session ann@example.org signed in" }).click()
    await heading(page, "ann@example.org")
    await page.getByRole("button", { name: /^End the session/ }).waitFor()
    await follow(page, "Activity")
    await page.getByRole("link", { name: /^Sign up with a password/ }).waitFor()
  })

  test("a request is sent again, and copied as curl without its secrets", async ({ context, page }) => {
    await signUp("ann@example.org")
    await ask("POST", "/auth/password/sign-in", { email: "ann@example.org", password })
    const before = (await entries()).length
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await page.goto(url())
    await follow(page, "Requests")
    await page.getByRole("link", { name: /^Sign in with a password/ }).click()
    await page.getByRole("region", { name: "response", exact: true }).getByText('"access_token": "***"').waitFor()
    await click(page, "Copy curl command")
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain("/auth/password/sign-in")
    expect(copied).toContain('"password":"***"')
    expect(copied).not.toContain(password)

    await click(page, "Send again")
    const answer = page.getByRole("region", { name: "New answer" })
    await answer.getByText('"access_token": "***"').waitFor()
    await answer.getByRole("link", { name: "Open the new request" }).click()
    await page.getByRole("heading", { level: 2, name: "Sign in with a password" }).waitFor()
    expect(await entries()).toHaveLength(before + 1)
    expect(page.url()).toContain((await entries()).at(-1)?.requestId)
  })

  test("mailbox, requests and timeline show the project of the header", async ({ page }) => {
    await signUp("ann@example.org")
    const other = "33333333-3333-4333-8333-333333333333"
    const keys = [{ publishableClientKey: "pck_of_the_other_project" }]
    const config = { magicLinkEnabled: true, allowLocalhost: true }
    await Effect.runPromise(
      emulator().seed({
        projects: [{ id: other, displayName: "Other", config, keys, users: [{ email: "bob@example.org" }] }]
      })
    )
    await fetch(`${emulator().baseUrl}/api/v1/auth/otp/send-sign-in-code`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-stack-access-type": "client",
        "x-stack-project-id": other,
        "x-stack-publishable-client-key": "pck_of_the_other_project"
      },
      body: JSON.stringify({ email: "bob@example.org", callback_url: callback })
    })
    await page.goto(url())
    await follow(page, "Mailbox")
    await page.getByRole("link", { name: "ann@example.org" }).waitFor()
    expect(await page.getByRole("link", { name: "bob@example.org" }).count()).toBe(0)
    await page.getByLabel("Project", { exact: true }).selectOption("Other")
    await heading(page, "Mailbox")
    await page.getByRole("link", { name: "bob@example.org" }).waitFor()
    expect(await page.getByRole("link", { name: "ann@example.org" }).count()).toBe(0)
    // It would delete more than the page shows.
    await click(page, "Clear emails")
    await page.getByText("This also deletes 1 email of other projects.").waitFor()
    await click(page, "Cancel")
    await follow(page, "Requests")
    await page.getByRole("link", { name: /^Send a magic link/ }).waitFor()
    expect(await page.getByRole("link", { name: /^Sign up with a password/ }).count()).toBe(0)
    await click(page, "All projects")
    await page.getByRole("link", { name: /^Sign up with a password/ }).waitFor()
    // It is in the URL, as the search and the sort order are.
    await page.reload()
    await page.getByRole("link", { name: /^Sign up with a password/ }).waitFor()
  })

  test("the newest request is beside the list, and stays there while others arrive", async ({ page }) => {
    await signUp("ann@example.org")
    await page.goto(url())
    await follow(page, "Requests")
    const shown = page.getByRole("heading", { level: 2, name: "Sign up with a password" })
    await shown.waitFor()
    await ask("POST", "/auth/password/sign-in", { email: "ann@example.org", password })
    await page.getByRole("link", { name: /^Sign in with a password/ }).waitFor()
    expect(await shown.count()).toBe(1)
  })

  test("the palette finds users, emails and requests, and runs actions", async ({ page }) => {
    await signUp("ann@example.org")
    await page.goto(url())
    await heading(page, "Timeline")
    await search(page, "ann@")
    await page.getByRole("group", { name: "Users" }).getByRole("option").waitFor()
    await page.getByRole("group", { name: "Emails" }).getByRole("option").waitFor()
    await page.keyboard.press("Enter")
    await heading(page, "ann@example.org")

    await search(page, "sign up with")
    await page
      .getByRole("group", { name: "Requests" })
      .getByRole("option", { name: /^Sign up with a password/ })
      .click()
    await page.getByRole("heading", { level: 2, name: "Sign up with a password" }).waitFor()

    await search(page, "clock 1 hour")
    await page.keyboard.press("Enter")
    await told(page, "The clock is 1 hour further.")
    await page.getByText("1 h ahead").waitFor()

    await search(page, "save the state")
    await page.keyboard.press("Enter")
    await told(page, "Saved as “State")
    await Effect.runPromise(emulator().seed({ users: [{ email: "eve@example.org" }] }))
    await search(page, "restore")
    await page.keyboard.press("Enter")
    await told(page, "Restored “State")
    expect(JSON.stringify(await Effect.runPromise(emulator().exportSeed))).not.toContain("eve@example.org")

    await search(page, "nothing has this name")
    await page.getByText("Nothing found").waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
  })

  test("lists are sorted by their header, kept in the URL, and walked through by keys", async ({ page }) => {
    await Effect.runPromise(
      emulator().seed({
        users: ["Cid", "Ann", "Bob"].map((displayName) => ({ displayName, email: `${displayName}@example.org` }))
      })
    )
    await page.goto(url())
    await follow(page, "Users")
    const names = () => page.getByRole("table", { name: "Users" }).locator("[data-row]").allTextContents()
    await click(page, "User")
    await expect.poll(names).toStrictEqual(["Ann", "Bob", "Cid"])
    await click(page, "User")
    await expect.poll(names).toStrictEqual(["Cid", "Bob", "Ann"])
    await page.reload()
    await heading(page, "Users")
    await expect.poll(names).toStrictEqual(["Cid", "Bob", "Ann"])
    await page.getByRole("columnheader", { name: "User" }).and(page.locator('[aria-sort="descending"]')).waitFor()

    await page.keyboard.press("j")
    await page.keyboard.press("j")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("k")
    await page.keyboard.press("Enter")
    await heading(page, "Bob")

    await page.goBack()
    await page.keyboard.press("/")
    await page.keyboard.type("ann")
    await expect.poll(names).toStrictEqual(["Ann"])
    await page.keyboard.press("Escape")
    await expect.poll(names).toHaveLength(3)
  })

  test("the built-in receiver keeps what it gets, and fails when it is told to", async ({ page }) => {
    const { webhooks } = emulator()
    await page.goto(url())
    await follow(page, "Webhooks")
    await click(page, /^Remove http/)
    await click(page, "Use the built-in receiver")
    await page.getByRole("button", { name: "Remove Built-in receiver" }).waitFor()
    await page.getByLabel("Answers with").selectOption("500")
    await told(page, "The receiver answers with 500.")
    await signUp("ann@example.org")
    const delivery = page.getByRole("link", { name: /^user.created/ })
    await delivery.filter({ hasText: "Failed: 500" }).click()
    await click(page, "Headers")
    await page.getByRole("region", { name: "headers" }).getByText("webhook-signature: v1,").waitFor()
    await page.getByLabel("Answers with").selectOption("200")
    await told(page, "The receiver answers with 200.")
    await click(page, "Deliver again: user.created")
    await delivery.filter({ hasText: "Delivered, 2 attempts" }).waitFor()
    expect(await Effect.runPromise(webhooks.received)).toMatchObject([{ status: 500 }, { status: 200 }])
  })

  test("presets of faults are one switch each, and say when they are done", async ({ page }) => {
    await page.goto(url())
    await follow(page, "Faults")
    const once = page.getByRole("switch", { name: "500 once" })
    await once.click()
    await told(page, "Fault “500 once” is on.")
    expect((await ask("GET", "/projects/current")).status).toBe(500)
    expect((await ask("GET", "/projects/current")).status).toBe(200)
    await once.getByText("Done: 1 request hit").waitFor()
    await once.click()
    await expect.poll(() => once.getAttribute("aria-checked")).toBe("true")
    expect((await ask("GET", "/projects/current")).status).toBe(500)

    // Each of them can be used as it is.
    for (const name of ["Slow network", "Offline", "Expired token", "Rate limit", "Lost answer"]) {
      await page.getByRole("switch", { name }).click()
      await told(page, `Fault “${name}” is on.`)
    }
    await expect(ask("GET", "/projects/current")).rejects.toThrow("fetch failed")
    await page.getByRole("switch", { name: "Offline" }).click()
    await told(page, "Fault “Offline” is off.")
    await click(page, "Turn off all")
    await told(page, "All faults are off.")
    expect((await ask("GET", "/projects/current")).status).toBe(200)
  })

  test("empty pages offer the first step", async ({ page }) => {
    await page.goto(url())
    await page.getByRole("heading", { name: "Waiting for your app" }).waitFor()
    await follow(page, "Users")
    await click(page, "Add sample users")
    await page.getByRole("link", { name: "Ada Lovelace" }).waitFor()
    expect(
      (await ask("POST", "/auth/password/sign-in", { email: "ada@example.com", password: "correct horse battery" }))
        .status
    ).toBe(200)
    await follow(page, "Teams")
    await page.getByRole("link", { name: "Analytical Engines" }).waitFor()
    await follow(page, "Identities")
    await click(page, "Add sample people")
    await page.getByRole("row", { name: /Margaret Hamilton.*No email address/ }).waitFor()
  })

  test("the page of a provider can be used by everybody, and lets people allow and deny", async ({ page }) => {
    const { baseUrl, project: credentials } = emulator()
    const authorize = `${baseUrl}/api/v1/auth/oauth/authorize/github?${new URLSearchParams({
      client_id: credentials.projectId,
      client_secret: credentials.publishableClientKey,
      redirect_uri: `${appUrl()}/handler/oauth-callback`,
      scope: "legacy",
      state: "state",
      grant_type: "authorization_code",
      code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
      code_challenge_method: "S256",
      response_type: "code"
    })}`
    await page.goto(authorize)
    await page.getByText("to continue to Notes").waitFor()
    await page.getByRole("radio", { name: "Use another account" }).check()
    await page.getByText("Test another outcome").click()
    expect(await examine(page, "provider", World.takeScreenshot)).toStrictEqual([])
    await page.getByRole("textbox", { name: "Name" }).fill("Kim")
    await page.getByRole("button", { name: "Allow" }).click()
    await page.getByText("The app").waitFor()
    expect(JSON.stringify(await Effect.runPromise(emulator().exportSeed))).toContain('"displayName":"Kim"')

    await page.goto(authorize)
    await page.getByRole("radio", { name: "Kim" }).waitFor()
    await page.getByRole("button", { name: "Deny" }).click()
    await page.getByText("The app").waitFor()
    const [entry] = (await entries()).filter(({ path }) => path.includes("/auth/oauth/authorize"))
    expect(entry?.projectId).toBe(credentials.projectId)
  })

  test("the palette and the empty pages can be used by everybody", async ({ page }) => {
    await page.goto(url())
    await heading(page, "Timeline")
    const problems = [...(await examine(page, "empty timeline", World.takeScreenshot))]
    for (const path of ["users", "mailbox", "requests", "teams"]) {
      await page.goto(at(`${project()}/${path}`))
      problems.push(...(await examine(page, `empty ${path}`, World.takeScreenshot)))
    }
    await page.keyboard.press("Control+k")
    await page.getByRole("listbox", { name: "Results" }).getByRole("option").first().waitFor()
    problems.push(...(await examine(page, "palette", World.takeScreenshot)))
    expect(problems).toStrictEqual([])
  })
})
