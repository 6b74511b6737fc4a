/** What can be done in the console, end to end: what the service and its apps notice of it. */
import { createHash } from "node:crypto"
import * as fs from "node:fs/promises"
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import { click, fillIn, follow, heading, password, told } from "../demo/visitor.ts"
import * as World from "./World.ts"

const { appUrl, ask, at, delivered, emulator, test, url } = World.use()

const signIn = (email: string) => ask("POST", "/auth/password/sign-in", { email, password })

const project = () => `/projects/${emulator().project.projectId}`

describe("the console", () => {
  test("a user who is created signs in, is changed, impersonated, and deleted", async ({ page }) => {
    await page.goto(url())
    await follow(page, "Users")
    await page.getByText("No users yet").waitFor()
    await click(page, "Create user")
    await fillIn(page, { Name: "Ann Lee", Email: "ann@example.org", Password: password })
    await page.getByRole("dialog").getByRole("button", { name: "Create user" }).click()
    await follow(page, "Ann Lee")
    expect((await signIn("ann@example.org")).status).toBe(200)

    await heading(page, "Ann Lee")
    await fillIn(page, { Name: "Ann Bee" })
    await click(page, "Save")
    await heading(page, "Ann Bee")

    await follow(page, "Sessions")
    await page.getByRole("button", { name: /^End the session/ }).waitFor()
    await click(page, "Sign in as")
    const dialog = page.getByRole("dialog")
    const accessToken = await dialog.locator("code").first().textContent()
    const me = await fetch(`${emulator().baseUrl}/api/v1/users/me`, {
      headers: {
        "x-stack-access-type": "client",
        "x-stack-project-id": emulator().project.projectId,
        "x-stack-publishable-client-key": emulator().project.publishableClientKey,
        "x-stack-access-token": accessToken ?? ""
      }
    })
    expect(await me.json()).toMatchObject({ display_name: "Ann Bee" })
    await click(page, "Done")
    await page.getByText("Impersonation", { exact: true }).waitFor()

    await follow(page, "Metadata")
    const save = page.getByRole("button", { name: "Save metadata" })
    await click(page, "Add Server")
    await fillIn(page, { Server: '{ "plan": "pro" ' })
    expect(await save.isDisabled()).toBe(true)
    await fillIn(page, { Server: '{ "plan": "pro" }' })
    await click(page, "Save metadata")
    await told(page, "Metadata saved.")
    expect(JSON.stringify(await Effect.runPromise(emulator().exportSeed))).toContain('"plan":"pro"')

    await follow(page, "Profile")
    await click(page, "Delete user")
    await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).click()
    await page.getByText("No users yet").waitFor()
    expect((await signIn("ann@example.org")).status).toBe(400)
  })

  test("users who are restricted are listed, and guests when asked", async ({ page }) => {
    await Effect.runPromise(emulator().seed({ users: [{ email: "eve@example.org", restrictedByAdmin: true }] }))
    await ask("POST", "/auth/anonymous/sign-up", {})
    await page.goto(url())
    await follow(page, "Users")
    const row = page.getByRole("row").filter({ hasText: "eve@example.org" })
    await row.getByText("Restricted").waitFor()
    await page.getByLabel("Show guests").click()
    await page.getByRole("row").getByText("Guest", { exact: true }).waitFor()
  })

  test("a team gets members, and permissions that were defined", async ({ page }) => {
    await Effect.runPromise(emulator().seed({ users: [{ email: "ann@example.org", displayName: "Ann" }] }))
    await page.goto(url())
    await follow(page, "Permissions")
    await click(page, "Create permission")
    await fillIn(page, { ID: "notes:write", Description: "Writes notes" })
    await page.getByRole("dialog").getByRole("button", { name: "Create permission" }).click()
    await page.getByRole("rowheader", { name: "notes:write Writes notes" }).waitFor()
    const builtIn = page.getByRole("table", { name: "Built-in permissions" })
    await builtIn.getByRole("rowheader", { name: "$read_members" }).waitFor()
    expect(await builtIn.getByRole("button", { name: /^Actions/ }).count()).toBe(0)

    await click(page, "Create permission")
    await fillIn(page, { ID: "notes:read" })
    await page.getByRole("dialog").getByRole("button", { name: "Create permission" }).click()
    await click(page, "Actions for notes:read")
    await click(page, "Delete")
    await page.getByRole("dialog").getByRole("button", { name: "Delete permission" }).click()
    await page.getByRole("rowheader", { name: "notes:read" }).waitFor({ state: "detached" })

    await follow(page, "Teams")
    await click(page, "Create team")
    await fillIn(page, { Name: "Crew" })
    await page.getByRole("dialog").getByRole("button", { name: "Create team" }).click()
    await follow(page, "Crew")
    await click(page, "Add member")
    await click(page, "Add Ann")
    await click(page, "Done")
    await click(page, "Actions for Ann")
    await click(page, "Permissions")
    await page.getByLabel("Grant").selectOption("notes:write")
    await click(page, "Grant")
    await page.getByRole("button", { name: "Revoke notes:write" }).waitFor()
    expect(JSON.stringify(await Effect.runPromise(emulator().exportSeed))).toContain('"permissions":["notes:write"')
  })

  test("a project that is made has keys, with which an app calls it", async ({ page }) => {
    await page.goto(url())
    await page.getByLabel("Project", { exact: true }).selectOption("New project…")
    await fillIn(page, { Name: "Second" })
    await click(page, "Create project")
    await told(page, "Project created.")
    await follow(page, "API keys")
    await click(page, "Create keys")
    await fillIn(page, { Description: "Tests" })
    await page.getByRole("dialog").getByRole("button", { name: "Create keys" }).click()
    const env = await page.getByRole("region", { name: "environment variables" }).textContent()
    const variables = Object.fromEntries((env ?? "").split("\n").map((line) => line.split("=")))
    const answer = await fetch(`${emulator().baseUrl}/api/v1/projects/current`, {
      headers: {
        "x-stack-access-type": "server",
        "x-stack-project-id": variables["STACK_PROJECT_ID"],
        "x-stack-secret-server-key": variables["STACK_SECRET_SERVER_KEY"]
      }
    })
    expect(await answer.json()).toMatchObject({ display_name: "Second" })

    await follow(page, "Settings")
    await page.getByRole("switch", { name: "Password sign-in" }).click()
    await expect
      .poll(() => Effect.runPromise(emulator().exportSeed).then((seed) => JSON.stringify(seed)))
      .toContain('"auth.password.allowSignIn":false')
  })

  test("an email appears while the mailbox is open, can be searched, and is cleared", async ({ page }) => {
    await page.goto(url())
    await follow(page, "Mailbox")
    await page.getByText("No emails yet").waitFor()
    const send = (email: string) =>
      ask("POST", "/auth/otp/send-sign-in-code", { email, callback_url: "http://localhost:3000/handler/magic-link" })
    await send("ann@example.org")
    await send("bob@example.org")
    await page.getByRole("link", { name: "bob@example.org" }).waitFor()
    await page.getByRole("searchbox").fill("ann@")
    await page.getByRole("link", { name: "bob@example.org" }).waitFor({ state: "detached" })
    await page.getByRole("link", { name: "ann@example.org" }).click()
    const [mail] = await Effect.runPromise(emulator().mailbox.list({ to: "ann@example.org" }))
    expect(await page.getByRole("link", { name: "Open link" }).getAttribute("href")).toBe(mail?.link)
    await page.frameLocator("iframe").getByRole("link").first().waitFor()
    await click(page, "Text")
    await page.getByRole("region", { name: "text of the email" }).waitFor()
    await click(page, "Clear emails")
    await page.getByText("No emails yet").waitFor()
    expect(await Effect.runPromise(emulator().mailbox.list())).toStrictEqual([])
  })

  test("a fault breaks requests of an app at once, and none of the console", async ({ complaints, page }) => {
    expect((await signIn("ann@example.org")).status).toBe(400)
    await page.goto(url())
    await follow(page, "Faults")
    await click(page, "Add fault")
    await fillIn(page, { Status: "700" })
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Add fault" }).click()
    await dialog.getByRole("alert").getByText("status").waitFor()
    expect(complaints.splice(0)).toStrictEqual([expect.stringContaining("400")])
    await fillIn(page, { Status: "503", "Rule ID": "outage" })
    await dialog.getByRole("button", { name: "Add fault" }).click()
    await page.getByRole("rowheader", { name: "outage" }).waitFor()

    expect((await signIn("ann@example.org")).status).toBe(503)
    await follow(page, "Requests")
    const entry = page.getByRole("link", { name: "Sign in with a password" })
    await entry.filter({ hasText: "outage" }).filter({ hasText: "503" }).waitFor()
    await entry.filter({ hasText: "EMAIL_PASSWORD_MISMATCH" }).click()
    await page.getByRole("region", { name: "curl command" }).getByText('"password":"***"').waitFor()
    await page.getByLabel("Show keys, tokens and passwords").click()
    await page.getByRole("region", { name: "curl command" }).getByText(password).waitFor()
    // Its own reads work, and are not in the list.
    await follow(page, "Users")
    await page.getByText("No users yet").waitFor()
    expect(await Effect.runPromise(emulator().journal.entries)).toHaveLength(2)

    await follow(page, "Faults")
    await click(page, "Remove outage")
    await page.getByRole("rowheader", { name: "outage" }).waitFor({ state: "detached" })
    expect((await signIn("ann@example.org")).status).toBe(400)
  })

  test("the clock goes forward and back", async ({ page }) => {
    await page.goto(url())
    await follow(page, "Clock")
    await click(page, /^\+ 1 day/)
    await page.getByRole("main").getByText("1 d ahead").waitFor()
    expect(JSON.stringify(await Effect.runPromise(emulator().clock.offset))).toContain("86400000")
    await fillIn(page, { "Advance by": "2" })
    await page.getByLabel("Unit").selectOption("hours")
    await click(page, "Advance")
    await page.getByRole("main").getByText("1 d 2 h ahead").waitFor()
    await click(page, "Reset to the time of this machine")
    await page.getByText("Same as this machine").waitFor()
  })

  test("a webhook is delivered again", async ({ page }) => {
    await page.goto(url())
    await follow(page, "Webhooks")
    await page.getByText("No deliveries yet").waitFor()
    await ask("POST", "/auth/password/sign-up", { email: "ann@example.org", password })
    await page.getByRole("button", { name: "Deliver again: user.created" }).first().click()
    await told(page, "Delivered again.")
    const created = () => delivered().filter((body) => body.includes('"user.created"'))
    await expect.poll(() => created().length).toBe(2)
    expect(created()[0]).toBe(created()[1])
  })

  test("the state is exported, reset and imported, and a wrong seed says where", async ({ complaints, page }) => {
    const download = async (button: string) => {
      const started = page.waitForEvent("download")
      await click(page, button)
      return fs.readFile(await (await started).path(), "utf8")
    }
    await ask("POST", "/auth/password/sign-up", { email: "ann@example.org", password })
    await page.goto(url())
    await follow(page, "State")
    const seed = await download("Export a seed")
    await fillIn(page, { Name: "With Ann" })
    await click(page, "Save state")
    await page.getByText("With Ann").waitFor()

    await click(page, "Reset the emulator")
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click()
    await told(page, "The emulator was reset.")
    expect((await signIn("ann@example.org")).status).toBe(400)

    await fillIn(page, { JSON: '{ "users": [{ "email": "nobody" }] }' })
    await click(page, "Add the seed")
    await page.getByRole("alert").getByText("users[0].email", { exact: true }).waitFor()
    expect(complaints.splice(0)).toStrictEqual([expect.stringContaining("400")])
    await page
      .getByLabel("File")
      .setInputFiles({ name: "seed.json", mimeType: "application/json", buffer: Buffer.from(seed) })
    await click(page, "Replace everything")
    await page.getByRole("dialog").getByRole("button", { name: "Replace everything" }).click()
    await told(page, "Seed imported.")
    expect((await signIn("ann@example.org")).status).toBe(200)
    await fillIn(page, { JSON: "" })

    await Effect.runPromise(emulator().reset)
    // The emulator keeps it: neither a reset nor a reload loses it.
    await page.reload()
    await click(page, "Restore With Ann")
    await told(page, "Restored “With Ann”.")
    expect((await signIn("ann@example.org")).status).toBe(200)
  })

  test("an identity signs in with a provider, by its page and without it", async ({ context, page }) => {
    await page.goto(url())
    await follow(page, "Identities")
    await page.getByText("No identities yet").waitFor()
    await click(page, "Create identity")
    await page.getByLabel("Provider", { exact: true }).selectOption("github")
    await fillIn(page, { Name: "Eve Hub", Email: "eve@example.org" })
    await page.getByRole("dialog").getByRole("button", { name: "Create identity" }).click()
    await page.getByRole("row", { name: /Eve Hub.*GitHub/ }).waitFor()

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
    const visitor = await context.newPage()
    await visitor.goto(authorize)
    await visitor.getByText("to continue to Notes").waitFor()
    await visitor.getByRole("radio", { name: "Eve Hub" }).check()
    await visitor.getByRole("button", { name: "Allow" }).click()
    await visitor.getByText("The app").waitFor()
    await page.goto(at(`${project()}/users`))
    await page.getByRole("link", { name: "Eve Hub" }).waitFor()

    await follow(page, "Identities")
    await click(page, "Approve without asking")
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Max")
    await dialog.getByLabel("Email", { exact: true }).fill("max@example.org")
    await dialog.getByRole("button", { name: "Approve without asking" }).click()
    await page.getByText("without the page").waitFor()
    await visitor.goto(authorize)
    await visitor.getByText("The app").waitFor()
    await follow(page, "Users")
    await page.getByRole("link", { name: "Max" }).waitFor()
  })
})
