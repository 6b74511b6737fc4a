/** Tabs of one browser share a session. */
import type { BrowserContext, Page } from "playwright-core"
import { describe, expect } from "vitest"
import * as World from "./World.ts"
import { password, signedInAs, signedOut, signUp, submit } from "./World.ts"

const { journal, shiftClock, test } = World.use()

/** Takes from every page what a less able browser does not have. */
const without = (context: BrowserContext, features: ReadonlyArray<string>) =>
  context.addInitScript((features) => {
    for (const feature of features) {
      if (feature === "locks") Object.defineProperty(navigator, "locks", { value: undefined })
      else Reflect.deleteProperty(globalThis, feature)
    }
  }, features)

/** Another tab, which hears of changes from now on. */
const openTab = async (context: BrowserContext, url: string): Promise<Page> => {
  const tab = await context.newPage()
  await tab.goto(url)
  await tab.locator("body[data-ready]").waitFor()
  return tab
}

describe.each([
  { name: "by cookie events", features: [] },
  { name: "by messages between tabs", features: ["cookieStore"] },
  { name: "by looking again and again", features: ["cookieStore", "BroadcastChannel"] }
])("changes are seen $name", ({ features }) => {
  // How soon, test/platform/request/CookieJar.test.ts says with a clock of its own.
  test("signing out and in, in another tab", async ({ app, context, page }) => {
    await without(context, features)
    const email = await signUp(page, app.httpUrl)
    const other = await openTab(context, app.httpUrl)
    await signedInAs(other, email)
    const home = page.waitForEvent("load") // where a sign-out leads to
    await page.evaluate(() => void globalThis.app.sessions.signOut())
    await signedOut(other)
    await home
    await page.goto(`${app.httpUrl}/handler/sign-in`)
    await submit(page, "sign-in", { email, password })
    await signedInAs(page, email)
    await signedInAs(other, email)
  })
})

/** How many refreshes there were since. */
const refreshesSince = async (start: number) =>
  (await journal()).slice(start).filter(({ path }) => path.endsWith("/auth/oauth/token")).length

const tokenLifetimeMillis = 600_000

const eight = <A>(make: (index: number) => Promise<A>) =>
  Promise.all(Array.from({ length: 8 }, (_, index) => make(index)))

describe("the session of several tabs", () => {
  test("8 tabs that are opened with a stale access token refresh it once", async ({ app, context, page }) => {
    // The token that the sign-up brings is almost over for everybody who finds it in the cookie.
    shiftClock(-(tokenLifetimeMillis - 10_000))
    try {
      const email = await signUp(page, app.httpUrl)
      shiftClock(0)
      const tabs = await eight(() => context.newPage())
      const start = (await journal()).length
      await Promise.all(tabs.map((tab) => tab.goto(app.httpUrl)))
      await Promise.all(tabs.map((tab) => signedInAs(tab, email)))
      expect(await refreshesSince(start)).toBe(1)
    } finally {
      shiftClock(0)
    }
  })

  /** Signs up, opens eight tabs, and lets the service refuse the access token that all of them hold. */
  const expireIn = async (context: BrowserContext, page: Page, url: string) => {
    const email = await signUp(page, url)
    const tabs = await eight(() => openTab(context, url))
    await Promise.all(tabs.map((tab) => signedInAs(tab, email)))
    const start = (await journal()).length
    shiftClock(tokenLifetimeMillis + 60_000)
    const outcomes = await Promise.all(
      tabs.map((tab) => tab.evaluate(() => globalThis.attempt((app) => app.currentUser.get.result())))
    )
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: true, value: { primaryEmail: email } })
    await Promise.all(tabs.map((tab) => signedInAs(tab, email)))
    return refreshesSince(start)
  }

  test("8 tabs whose access token expires refresh it once", async ({ app, context, page }) => {
    try {
      expect(await expireIn(context, page, app.httpUrl)).toBe(1)
    } finally {
      shiftClock(0)
    }
  })

  test("8 tabs stay signed in where the browser has no locks", async ({ app, context, page }) => {
    await without(context, ["locks"])
    try {
      expect(await expireIn(context, page, app.httpUrl)).toBeLessThanOrEqual(8)
    } finally {
      shiftClock(0)
    }
  })

  test("tabs go on when the one that refreshes is closed", async ({ app, context, page }) => {
    const email = await signUp(page, app.httpUrl)
    const [first, second] = [await openTab(context, app.httpUrl), await openTab(context, app.httpUrl)]
    await Promise.all([signedInAs(first, email), signedInAs(second, email)])
    await first.route("**/auth/oauth/token", () => undefined) // never answered
    shiftClock(tokenLifetimeMillis + 60_000)
    try {
      await Promise.all([
        first.waitForRequest("**/auth/oauth/token"),
        first.evaluate(() => void globalThis.app.currentUser.get())
      ])
      // Whether it refreshes because it was given the lock, and not because it gave up waiting for it.
      let held: number | undefined
      await second.route("**/auth/oauth/token", async (route) => {
        held = await second.evaluate(async () => (await navigator.locks.query()).held?.length)
        await route.continue()
      })
      const outcome = second.evaluate(() => globalThis.attempt((app) => app.currentUser.get.result()))
      await second.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 1)
      await first.close()
      expect(await outcome).toMatchObject({ ok: true, value: { primaryEmail: email } })
      expect(held).toBe(1)
    } finally {
      shiftClock(0)
    }
  })

  test("8 tabs are all signed out when the session has ended at the service", async ({
    app,
    complaints,
    context,
    page
  }) => {
    const email = await signUp(page, app.httpUrl)
    const tabs = await eight(() => openTab(context, app.httpUrl))
    await Promise.all(tabs.map((tab) => signedInAs(tab, email)))
    // The session ends, and then only its refresh token comes back.
    const cookies = await context.cookies()
    await Promise.all([
      page.waitForURL(`${app.httpUrl}/`), // home, once the service has ended the session
      page.evaluate(() => void globalThis.app.sessions.signOut())
    ])
    await Promise.all(tabs.map(signedOut))
    const start = (await journal()).length
    await context.addCookies(cookies.filter(({ name }) => name.startsWith("stack-refresh")))
    const users = await Promise.all(tabs.map((tab) => tab.evaluate(() => globalThis.app.currentUser.get())))
    expect(new Set(users)).toStrictEqual(new Set([null]))
    expect(await refreshesSince(start)).toBe(1)
    expect(await context.cookies()).toStrictEqual([])
    expect(complaints.splice(0)).toStrictEqual([expect.stringContaining("status of 401")])
  })
})
