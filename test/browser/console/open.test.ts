/** Who sees the console, and what may run there. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { examine } from "../demo/examine.ts"
import { click, fillIn, follow, heading } from "../demo/visitor.ts"
import * as World from "./World.ts"

const { ask, at, emulator, test, url } = World.use()

const recordRequests = (page: Page) => {
  const paths: Array<string> = []
  page.on("request", (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

describe("access to the console", () => {
  test("begins with the printed URL, from which the token disappears at once", async ({ page }) => {
    const token = Redacted.value(emulator().controlToken)
    await page.goto(url())
    await heading(page, "Timeline")
    expect(page.url()).not.toContain(token)
    await page.reload()
    await heading(page, "Timeline")
    await follow(page, "Mailbox")
    await heading(page, "Mailbox")
    await page.reload()
    await heading(page, "Mailbox")
    // No entry of the history has it.
    for (let steps = 0; steps < 4; steps++) {
      await page.goBack()
      expect(page.url()).not.toContain(token)
    }
  })

  test("shows nothing without the token, and sends no request", async ({ complaints, page }) => {
    const paths = recordRequests(page)
    await page.goto(at("/"))
    await heading(page, "Gatefold console")
    expect(paths.filter((path) => !/^\/($|assets\/|favicon)/.test(path))).toStrictEqual([])

    await fillIn(page, { "URL or token": "short" })
    await click(page, "Open the console")
    await page.getByText("Not a valid token").waitFor()

    await fillIn(page, { "URL or token": "a".repeat(32) })
    await click(page, "Open the console")
    await heading(page, "Gatefold console")
    await expect.poll(() => paths.some((path) => path.startsWith("/__emulator/"))).toBe(true)
    await heading(page, "Gatefold console")
    expect(await page.getByRole("link", { name: "Users" }).count()).toBe(0)
    // The browser logs each answer of 401, and nothing else.
    const refusals = complaints.splice(0)
    expect(refusals.filter((complaint) => !complaint.includes("401"))).toStrictEqual([])

    await fillIn(page, { "URL or token": url() })
    await click(page, "Open the console")
    await heading(page, "Timeline")
    await click(page, "Lock the console")
    await heading(page, "Gatefold console")
  })

  test("belongs to one tab: another tab asks for the token", async ({ context, page }) => {
    await page.goto(url())
    await heading(page, "Timeline")
    const other = await context.newPage()
    await other.goto(at("/mailbox"))
    await heading(other, "Gatefold console")
  })

  const attack = `<img src="x" onerror="globalThis.pwned = 1"><script>globalThis.pwned = 1</script>`

  const deliverAttack = () =>
    Effect.runPromise(
      emulator().mailbox.deliver({
        projectId: undefined,
        from: attack,
        to: "ann@example.org",
        subject: attack,
        text: attack,
        html: `${attack}<style>p { color: rgb(1, 2, 3) }</style><p>A mail</p><script>top.pwned = 1</script>`,
        link: "javascript:pwned=1",
        code: undefined
      })
    )

  const isPwned = (page: Page) => page.evaluate(() => Reflect.has(globalThis, "pwned"))

  test("what others wrote is text", async ({ page }) => {
    await Effect.runPromise(emulator().seed({ users: [{ email: "eve@example.org", displayName: attack }] }))
    await ask("GET", `/users/${encodeURIComponent(attack)}`)
    await deliverAttack()
    await page.goto(url())
    await page.getByText("Another program sent an email").waitFor()
    await follow(page, "Users")
    await page.getByRole("link", { name: attack }).click()
    await heading(page, attack)
    await page.goto(at("/requests"))
    await page.getByRole("link", { name: "/users/" }).first().click()
    await page.getByRole("article").getByText("GET /api/v1/users/").waitFor()
    expect(await isPwned(page)).toBe(false)
  })

  /** Opens a hostile email, and answers where its document is. */
  const openMail = async (page: Page) => {
    const { id } = await deliverAttack()
    await page.goto(url())
    await heading(page, "Timeline")
    await page.goto(at(`/mailbox/${id}`))
    await page.frameLocator("iframe").getByText("A mail").waitFor()
    return { id, document: `${emulator().baseUrl}${await page.locator("iframe").getAttribute("src")}` }
  }

  /** The browser tells what it has kept a mail from; its image is nowhere. */
  const takeKept = (complaints: Array<string>) => {
    const kept = complaints.splice(0)
    expect(kept.filter((complaint) => !/sandboxed|Failed to load resource/.test(complaint))).toStrictEqual([])
    return kept
  }

  test("emails have their styles, and no scripts", async ({ complaints, page }) => {
    await openMail(page)
    const text = page.frameLocator("iframe").getByText("A mail")
    expect(await text.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(1, 2, 3)")
    expect(await isPwned(page)).toBe(false)
    expect(takeKept(complaints).some((complaint) => complaint.includes("sandboxed"))).toBe(true)
  })

  test("emails have no links that are scripts", async ({ complaints, page }) => {
    await openMail(page)
    expect(await page.getByRole("link", { name: "Open link" }).count()).toBe(0)
    takeKept(complaints)
  })

  test("emails have no origin as documents of their own either", async ({ complaints, page }) => {
    const { document } = await openMail(page)
    expect((await page.request.get(document)).headers()["content-security-policy"]).toContain("sandbox;")
    takeKept(complaints)
  })

  test("emails are answered for their own key only", async ({ complaints, page }) => {
    const { document, id } = await openMail(page)
    for (const wrong of [`${document}x`, document.replace(/key=.*/, ""), document.replace(id, "other")]) {
      expect((await page.request.get(wrong)).status(), wrong).toBe(401)
    }
    takeKept(complaints)
  })

  test("emails are refused to pages of other sites", async ({ complaints, page }) => {
    const { document } = await openMail(page)
    const foreign = { headers: { "sec-fetch-site": "cross-site" } }
    expect((await page.request.get(document, foreign)).status()).toBe(403)
    takeKept(complaints)
  })

  test("views can be used by everybody, in both themes, and on a phone", async ({ page }) => {
    const { faults, seed } = emulator()
    const userId = "11111111-1111-4111-8111-111111111111"
    const teamId = "22222222-2222-4222-8222-222222222222"
    await Effect.runPromise(
      seed({
        users: [{ id: userId, email: "ann@example.org", displayName: "Ann Lee", password: "correct horse battery" }],
        teams: [{ id: teamId, displayName: "Crew", members: [{ user: "ann@example.org" }] }]
      })
    )
    await Effect.runPromise(faults.add({ path: "/teams", status: 503 }))
    await ask("POST", "/auth/password/sign-in", { email: "ann@example.org", password: "wrong" })
    await ask("POST", "/auth/otp/send-sign-in-code", {
      email: "ann@example.org",
      callback_url: "http://localhost:3000/handler/magic-link-callback"
    })
    const [mail] = await Effect.runPromise(emulator().mailbox.list())
    const [request] = await Effect.runPromise(emulator().journal.entries)
    const project = `/projects/${emulator().project.projectId}`
    await page.goto(at("/"))
    const problems = [...(await examine(page, "token", World.takeScreenshot))]
    await page.goto(url())
    await heading(page, "Timeline")
    for (const path of [
      `${project}/timeline`,
      `${project}/users`,
      `${project}/users/${userId}`,
      `${project}/users/${userId}/sign-in`,
      `${project}/users/${userId}/access`,
      `${project}/users/${userId}/activity`,
      `${project}/teams`,
      `${project}/teams/${teamId}`,
      `${project}/permissions`,
      `${project}/keys`,
      `${project}/settings`,
      `${project}/mailbox/${mail?.id}`,
      `${project}/requests/${request?.requestId}`,
      `${project}/webhooks`,
      "/identities",
      "/faults",
      "/clock",
      "/state"
    ]) {
      await page.goto(at(path))
      problems.push(...(await examine(page, path.slice(1), World.takeScreenshot)))
    }
    expect(problems).toStrictEqual([])
  })
})
