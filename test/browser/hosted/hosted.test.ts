/**
 * The whole way to hosted pages and back: an app at one origin, the emulator's hosted pages at another, the API at a
 * third.
 */
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { describe, expect } from "vitest"
import { Emulator } from "../../../src/emulator/node.ts"
import * as Serve from "../../../src/emulator/Serve.ts"
import { builtHosted } from "../../../tools/build/console.ts"
import { bundle } from "../../support/bundle.ts"
import { listen } from "../../support/listen.ts"
import { waitMillis } from "../../support/patience.ts"
import * as Axe from "../demo/Axe.ts"
import { it } from "../Shared.ts"
import * as Watch from "../Watch.ts"

const screenshots = path.resolve(import.meta.dirname, "../../../.cache/browser/hosted")
const password = "correct horse battery staple"

const scope = Scope.makeUnsafe()
let emulator: Emulator["Service"]
let server: http.Server
let appUrl: string
let hostedUrl: string

it.beforeAll(async () => {
  const [{ folder }, files] = await Promise.all([
    Effect.runPromise(builtHosted),
    bundle(import.meta.dirname, { main: "main.tsx" })
  ])
  const layer = Serve.layer({
    port: 0,
    passwordCost: "insecure-fast",
    hostedFolder: folder,
    project: {
      displayName: "Acme",
      config: { allowLocalhost: true, magicLinkEnabled: true, oauthProviders: [{ id: "github", type: "shared" }] }
    }
  })
  emulator = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Emulator)
  const { baseUrl, project } = emulator
  if (project === undefined) throw new Error("The emulator has no project")
  const { projectId, publishableClientKey } = project
  const css = [...files.keys()].find((name) => name.endsWith(".css")) ?? ""
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Acme</title>
    <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
    <link rel="stylesheet" href="${css}">
    <script>globalThis.settings = ${JSON.stringify({ projectId, publishableClientKey, apiUrl: baseUrl })}</script>
    </head><body><script type="module" src="/main.js"></script></body></html>`
  const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css" }
  server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const file = files.get(pathname)
    response.setHeader("referrer-policy", "no-referrer")
    response.setHeader(
      "content-type",
      file === undefined ? "text/html" : (types[path.extname(pathname)] ?? "text/plain")
    )
    response.end(file ?? page)
  })
  appUrl = `http://localhost:${await listen(server)}`
  hostedUrl = `http://${projectId}.built-with.localhost:${new URL(baseUrl).port}`
})

it.afterAll(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

interface Visit extends Watch.Watch {
  readonly context: BrowserContext
  readonly page: Page
  readonly picture: (name: string) => Promise<void>
}

const test = (name: string, run: (visit: Visit) => Promise<void>, options: BrowserContextOptions = {}) =>
  it(name, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme: "light", ...options })
    context.setDefaultTimeout(waitMillis)
    const watch = Watch.start(context, emulator.baseUrl)
    const page = await context.newPage()
    fs.mkdirSync(screenshots, { recursive: true })
    const picture = async (what: string) => {
      await page.screenshot({ path: path.join(screenshots, `${what.replaceAll(/\W+/g, "-")}.png`) })
    }
    try {
      await run({ ...watch, context, page, picture })
      await watch.settle()
      // The app's page has React's build for development.
      expect(watch.complaints.filter((complaint) => !complaint.includes("React DevTools"))).toStrictEqual([])
    } catch (error) {
      await picture(`failed ${name}`)
      throw error
    } finally {
      await context.close()
    }
  })

let users = 0
const newEmail = () => `user-${++users}@example.com`

const signedInAs = (page: Page, email: string) => page.getByText(`Signed in as ${email}`).waitFor()

/** Signs up on the hosted page. */
const signUp = async (page: Page, email: string) => {
  await page.waitForURL(`${hostedUrl}/handler/sign-up**`)
  await page.locator("[name=email]").fill(email)
  await page.locator("[name=password]").fill(password)
  await page.keyboard.press("Enter")
}

/** A user who has signed up from the app's page, and is back there. */
const member = async (page: Page) => {
  const email = newEmail()
  await page.goto(`${appUrl}/`)
  await page.getByRole("button", { name: "Sign up" }).click()
  await signUp(page, email)
  await page.waitForURL(`${appUrl}/`)
  await signedInAs(page, email)
  return email
}

const cookiesAt = async (context: BrowserContext, url: string, prefix: string) =>
  (await context.cookies(url)).filter(({ name }) => name.startsWith(prefix)).map(({ value }) => value)

describe("hosted pages", () => {
  test("a visitor signs up on the hosted page, and gets to the page that they wanted", async ({
    context,
    page,
    picture
  }) => {
    const email = newEmail()
    await page.goto(`${appUrl}/private?tab=1#part`)
    await page.waitForURL(`${hostedUrl}/handler/sign-in**`)
    await page.locator("[name=email]").waitFor()
    await picture("sign-in light")
    expect(await Axe.findings(page)).toStrictEqual([])
    await page.getByRole("link", { name: "Create an account" }).click()
    await signUp(page, email)
    await page.waitForURL(`${appUrl}/private?tab=1#part`)
    await signedInAs(page, email)
    expect(page.url()).toBe(`${appUrl}/private?tab=1#part`)
    expect(await cookiesAt(context, appUrl, "stack-oauth-outer-")).toStrictEqual([])
    // Both origins have the same session.
    const here = await cookiesAt(context, appUrl, "stack-refresh-")
    expect(here).toHaveLength(1)
    expect(await cookiesAt(context, hostedUrl, "stack-refresh-")).toStrictEqual(here)
  })

  test("a user who is signed in at the hosted pages comes back without a question", async ({ context, page }) => {
    const email = await member(page)
    await context.clearCookies({ domain: "localhost" })
    await page.goto(`${appUrl}/private`)
    await page.waitForURL(/built-with/)
    await page.waitForURL(`${appUrl}/private`)
    await signedInAs(page, email)
  })

  test("account settings open with the session of the app", async ({ context, page, picture }) => {
    const email = await member(page)
    await page.goto(`${appUrl}/private`)
    await context.clearCookies({ domain: new URL(hostedUrl).hostname })
    await page.getByRole("button", { name: "Account" }).click()
    await page.waitForURL(`${hostedUrl}/account`)
    await page.getByText(email).first().waitFor()
    await picture("account light")
    expect(await cookiesAt(context, hostedUrl, "stack-refresh-")).toStrictEqual(
      await cookiesAt(context, appUrl, "stack-refresh-")
    )
    // And back, and again, with the session that is there already.
    await page.getByRole("link", { name: "Back to the app" }).click()
    await page.waitForURL(`${appUrl}/private`)
    await page.getByRole("button", { name: "Account" }).click()
    await page.waitForURL(`${hostedUrl}/account`)
  })

  test("account settings of another user become those of the app's user", async ({ context, page }) => {
    const first = await member(page)
    const second = newEmail()
    await context.clearCookies({ domain: new URL(hostedUrl).hostname })
    await page.goto(`${hostedUrl}/handler/sign-up`)
    await signUp(page, second)
    await page.waitForURL(`${hostedUrl}/account`)
    await page.getByText(second).first().waitFor()
    await page.goto(`${appUrl}/private`)
    await signedInAs(page, first)
    await page.getByRole("button", { name: "Account" }).click()
    await page.waitForURL(`${hostedUrl}/account`)
    await page.getByText(first).first().waitFor()
  })

  test("signing out happens in place", async ({ context, page }) => {
    await member(page)
    await page.goto(`${appUrl}/private`)
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.waitForURL(`${appUrl}/`)
    await page.getByText("Nobody is signed in").waitFor()
    expect(await cookiesAt(context, appUrl, "stack-refresh-")).toStrictEqual([])
  })

  test("an emailed link and a provider lead back to the app as well", async ({ context, page }) => {
    // A password would have to be verified first, so it is somebody new.
    const email = newEmail()
    await page.goto(`${appUrl}/private`)
    await page.waitForURL(`${hostedUrl}/handler/sign-in**`)
    await page.locator("[name=email]").fill(email)
    await page.keyboard.press("Enter")
    await page
      .getByRole("button", { name: /link|code/i })
      .first()
      .click()
    const next = Effect.map(emulator.mailbox.take({ to: email }), ({ link }) => link ?? "")
    const found = Effect.repeat(next, { until: (link) => link.includes("/handler/magic-link-callback") })
    const link = await Effect.runPromise(Effect.timeout(found, waitMillis))
    // Another tab, as mail programs open one. The first one would go on as well, and the app takes one answer.
    await page.goto("about:blank")
    const tab = await context.newPage()
    await tab.goto(link)
    await tab.waitForURL(`${appUrl}/private`)
    await signedInAs(tab, email)

    await context.clearCookies()
    await page.goto(`${appUrl}/private`)
    await page.getByRole("button", { name: "Continue with GitHub" }).click()
    await page.getByRole("radio", { name: "Use another account" }).check()
    await page.getByRole("textbox", { name: "Email" }).fill("octo@example.com")
    await page.getByRole("button", { name: "Allow" }).click()
    await page.waitForURL(`${appUrl}/private`)
    await signedInAs(page, "octo@example.com")
  })

  test("a browser that keeps no session ends on a card, not in a loop", async ({
    complaints,
    context,
    page,
    picture,
    settle
  }) => {
    await member(page)
    await context.clearCookies({ domain: "localhost" })
    await context.addInitScript(() => {
      if (location.hostname !== "localhost") return
      const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, "cookie")!
      Object.defineProperty(document, "cookie", {
        get: () => get?.call(document),
        set: (text: string) => {
          if (!text.startsWith("stack-refresh")) set?.call(document, text)
        }
      })
    })
    await page.goto(`${appUrl}/private`)
    await page.getByRole("alert").getByText("has gone to the hosted page signIn 5 times within 30 seconds").waitFor()
    await picture("loop light")
    await settle()
    // Each time the app says why it has no session.
    expect(complaints.splice(0).length).toBeGreaterThan(0)
  })

  test("a link of another user signs nobody in, and leads nowhere", async ({ page }) => {
    const email = await member(page)
    const query = new URLSearchParams({
      stack_nested_cross_domain_auth_refresh_token_id: "00000000-0000-4000-8000-000000000000",
      stack_nested_cross_domain_auth_callback_url: "https://evil.example/"
    })
    await page.goto(`${hostedUrl}/handler/account-settings?${query}`)
    await page.waitForURL(`${hostedUrl}/account`)
    await page.getByText(email).first().waitFor()
    await page.goto(`${appUrl}/?code=somebodys&state=theirs`)
    await signedInAs(page, email)
    expect(page.url()).toBe(`${appUrl}/?code=somebodys&state=theirs`)
  })

  test(
    "the hosted pages fit a phone, and the dark",
    async ({ page, picture }) => {
      await page.goto(`${appUrl}/private`)
      await page.waitForURL(`${hostedUrl}/handler/sign-in**`)
      await page.locator("[name=email]").waitFor()
      await picture("sign-in phone dark")
      expect(await Axe.findings(page)).toStrictEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await page.getByRole("link", { name: "Create an account" }).click()
      await signUp(page, newEmail())
      await page.waitForURL(`${appUrl}/private`)
      await page.getByRole("button", { name: "Account" }).click()
      await page.waitForURL(`${hostedUrl}/account`)
      await page.getByRole("heading", { level: 1 }).waitFor()
      await picture("account phone dark")
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    },
    { colorScheme: "dark", viewport: { width: 390, height: 844 } }
  )
})
