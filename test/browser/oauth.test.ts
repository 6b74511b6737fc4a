/** Sign-in with providers, in a browser. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { maxPending } from "../../src/platform/page/OAuthFlows.ts"
import * as World from "./World.ts"
import { newEmail, signedInAs, signedOut, signOut, signUp, submit } from "./World.ts"

const { test } = World.use()

/** Waits for the page of the identity provider, and signs in there as somebody new. */
const approve = async (page: Page, email: string) => {
  await page.getByRole("heading", { name: "Sign in with GitHub" }).waitFor()
  await page.getByRole("radio", { name: "Use another account" }).check()
  await page.getByRole("textbox", { name: "Email" }).fill(email)
  await page.getByRole("button", { name: "Allow" }).click()
}

/** Every URL that the address bar shows, in order. */
const recordAddresses = (page: Page): ReadonlyArray<URL> => {
  const addresses: Array<URL> = []
  page.on("framenavigated", (frame) => addresses.push(new URL(frame.url())))
  return addresses
}

/** Every URL that the back button can lead to. */
const readHistory = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send("Page.getNavigationHistory")
  await session.detach()
  return entries.map(({ url }) => new URL(url))
}

describe.each([
  ["HTTP", "httpUrl"],
  ["HTTPS", "httpsUrl"]
] as const)("over %s", (_, scheme) => {
  test("signs up through the identity provider's page", async ({ app, context, page }) => {
    const baseUrl = app[scheme]
    const email = newEmail()
    const addresses = recordAddresses(page)
    await page.goto(`${baseUrl}/handler/sign-in`)
    const before = Date.now() / 1000
    await submit(page, "oauth", { provider: "github" })
    await page.getByRole("heading", { name: "Sign in with GitHub" }).waitFor()
    const after = Date.now() / 1000

    const [pending, ...others] = (await context.cookies(baseUrl)).filter(({ name }) => name.includes("stack-oauth"))
    expect(others).toStrictEqual([])
    expect(pending).toMatchObject({
      name: expect.stringMatching(
        scheme === "httpsUrl" ? /^__Host-stack-oauth-outer-[\w-]{43}$/ : /^stack-oauth-outer-[\w-]{43}$/
      ),
      domain: "localhost",
      path: "/",
      secure: scheme === "httpsUrl",
      httpOnly: false,
      sameSite: "Lax"
    })
    expect(pending?.expires).within(before + 3599, after + 3601)

    await approve(page, email)
    await page.waitForURL(`${baseUrl}/welcome`)
    await signedInAs(page, email)

    const atCallback = addresses.filter(({ pathname }) => pathname === "/handler/oauth-callback")
    expect(atCallback.map(({ searchParams }) => [...searchParams.keys()])).toStrictEqual([["code", "state"], []])
    expect((await readHistory(page)).filter(({ searchParams }) => searchParams.has("code"))).toStrictEqual([])
    expect((await context.cookies(baseUrl)).filter(({ name }) => name.includes("stack-oauth"))).toStrictEqual([])
  })
})

test("signs in again as an identity of the list, and returns to where the user was", async ({ app, page }) => {
  const email = newEmail()
  await page.goto(`${app.httpUrl}/handler/sign-in`)
  await submit(page, "oauth", { provider: "github" })
  await approve(page, email)
  await signedInAs(page, email)
  await signOut(page)
  await page.goto(`${app.httpUrl}/protected?tab=2`)
  await page.waitForURL(`${app.httpUrl}/handler/sign-in?after_auth_return_to=*`)
  await submit(page, "oauth", { provider: "github" })
  await page.getByRole("radio", { name: email }).check()
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(`${app.httpUrl}/protected?tab=2`)
  await signedInAs(page, email)
})

/** Chromium says on the console that the service has refused. */
const refusedAt = async ({ complaints, settle }: World.Visit, provider: string) => {
  await settle()
  expect(complaints.splice(0)).toStrictEqual([
    expect.stringMatching(`^console: Failed to load resource: .* 400 .* at /api/v1/auth/oauth/authorize/${provider}$`)
  ])
}

test("stays on the page when the service refuses, and keeps no flow", async (visit) => {
  const { app, context, page } = visit
  const addresses = recordAddresses(page)
  await page.goto(`${app.httpUrl}/handler/sign-in`)
  await submit(page, "oauth", { provider: "spotify" })
  await page.getByText("Failed: OAuthProviderNotFoundOrNotEnabled").waitFor()
  expect(addresses.map(({ pathname }) => pathname)).toStrictEqual(["/handler/sign-in"])
  expect((await context.cookies(app.httpUrl)).filter(({ name }) => name.includes("stack-oauth"))).toStrictEqual([])
  await refusedAt(visit, "spotify")
})

describe("at a service of 2025-06", () => {
  const older = World.use({ service: "2025-06" })

  older.test("goes by the service's own URL", async (visit) => {
    const { app, page } = visit
    const email = newEmail()
    const addresses = recordAddresses(page)
    await page.goto(`${app.httpUrl}/handler/sign-in`)
    await submit(page, "oauth", { provider: "github" })
    await approve(page, email)
    await page.waitForURL(`${app.httpUrl}/welcome`)
    await signedInAs(page, email)
    expect(addresses.filter(({ searchParams }) => searchParams.has("stack_response_mode"))).toStrictEqual([])
    await refusedAt(visit, "github")
  })
})

test("shows on the callback page that the user denied", async ({ app, page }) => {
  await page.goto(`${app.httpUrl}/handler/sign-in`)
  await submit(page, "oauth", { provider: "github" })
  await page.getByRole("button", { name: "Deny" }).click()
  await page.waitForURL(`${app.httpUrl}/handler/oauth-callback*`)
  await page.getByText("OAuthProviderAccessDenied").waitFor()
  await signedOut(page)
})

test("ignores an answer that this browser did not ask for", async ({ apiRequests, app, page }) => {
  await page.goto(`${app.httpUrl}/handler/oauth-callback?code=stolen&state=foreign`)
  await page.getByText("Done: ignored").waitFor()
  await signedOut(page)
  expect(apiRequests).toStrictEqual([])
})

test("two tabs sign in at the same time, each with its own answer", async ({ app, context, page }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`${app.httpUrl}/handler/sign-in`)
    await submit(tab, "oauth", { provider: "github" })
    await tab.getByRole("heading", { name: "Sign in with GitHub" }).waitFor()
  }
  for (const tab of [page, other]) {
    const email = newEmail()
    await approve(tab, email)
    await tab.waitForURL(`${app.httpUrl}/welcome`)
    await signedInAs(tab, email)
  }
})

test("starts flow after flow and can finish the last one", async ({ app, context, page }) => {
  const pending = async () => (await context.cookies(app.httpUrl)).length
  for (let count = 1; count <= maxPending + 1; count++) {
    await page.goto(`${app.httpUrl}/handler/sign-in`)
    await submit(page, "oauth", { provider: "github" })
    await page.getByRole("heading", { name: "Sign in with GitHub" }).waitFor()
    expect(await pending()).toBe(Math.min(count, maxPending))
  }
  const email = newEmail()
  await approve(page, email)
  await signedInAs(page, email)
})

test("links a provider and comes back to the same page", async ({ app, page }) => {
  const email = await signUp(page, app.httpUrl)
  await page.goto(`${app.httpUrl}/settings?tab=accounts`)
  await signedInAs(page, email)
  await Promise.all([
    page.waitForURL(/\/authorize\b/),
    page.evaluate(() => void globalThis.attempt((app) => app.oauth.link.result({ provider: "github" })))
  ])
  await approve(page, newEmail())
  await page.waitForURL(`${app.httpUrl}/settings?tab=accounts`)
  await signedInAs(page, email)
  const user = await page.evaluate(() => globalThis.attempt((app) => app.currentUser.get.result()))
  expect(user).toMatchObject({ ok: true, value: { oauthProviders: [{ id: "github" }] } })
})
