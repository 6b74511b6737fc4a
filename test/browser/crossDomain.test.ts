/** Signed-in users continue at another domain of the app, in a browser. */
import { describe, expect } from "vitest"
import * as World from "./World.ts"
import { password, signedInAs, signedOut, signOut, signUp, submit } from "./World.ts"

const { test } = World.use()

/** Goes to where users sign in, as a page of the app at `localhost` does. */
const start = (page: World.Visit["page"]) =>
  page.evaluate(() => void globalThis.attempt((app) => app.crossDomain.start.result()))

describe("a second domain of the app", () => {
  test("continues the user's session", async ({ app, complaints, context, page, settle }) => {
    const email = await signUp(page, app.insecureUrl)
    const addresses: Array<URL> = []
    page.on("framenavigated", (frame) => addresses.push(new URL(frame.url())))
    await page.goto(`${app.httpUrl}/handler/sign-in?after_auth_return_to=%2Fcart`)
    await signedOut(page)
    await start(page)
    await page.waitForURL(`${app.httpUrl}/cart`)
    await signedInAs(page, email)
    const visited = addresses.map(({ host, pathname }) => `${host.replace(/:.*/, "")} ${pathname}`)
    expect(visited).toContain("app.test /handler/cross-domain")
    expect(visited).toContain("localhost /handler/oauth-callback")

    const refreshTokens = (await context.cookies([app.httpUrl, app.insecureUrl])).filter(({ name }) =>
      name.startsWith("stack-refresh-")
    )
    expect(new Set(refreshTokens.map(({ domain }) => domain))).toStrictEqual(new Set(["localhost", "app.test"]))
    expect(new Set(refreshTokens.map(({ value }) => value)).size).toBe(1)

    await page.goto(`${app.insecureUrl}/`)
    await signOut(page)
    // Noticed at the next refresh: without its access token the page asks for one.
    await context.clearCookies({ name: "stack-access" })
    await page.goto(`${app.httpUrl}/`)
    await signedOut(page)
    await settle()
    expect(complaints.splice(0)).toStrictEqual([
      expect.stringContaining("401 (Unauthorized) at /api/v1/auth/oauth/token")
    ])
  })

  test("sends a signed-out user to the first domain to sign in", async ({ app, page }) => {
    const email = await signUp(page, app.insecureUrl)
    await signOut(page)
    await page.goto(`${app.httpUrl}/handler/sign-in`)
    await start(page)
    await page.waitForURL(/^http:\/\/app\.test:\d+\/handler\/sign-in/)
    await submit(page, "sign-in", { email, password })
    await page.waitForURL(`${app.httpUrl}/`)
    await signedInAs(page, email)
  })

  test("signs nobody in from another person's link", async ({ app, page }) => {
    await signUp(page, app.insecureUrl)
    const query = new URLSearchParams({
      redirect_uri: `${app.httpUrl}/handler/oauth-callback`,
      state: "of-an-attacker",
      code_challenge: "c".repeat(43),
      code_challenge_method: "S256"
    })
    await page.goto(`${app.insecureUrl}/handler/cross-domain?${query}`)
    await page.getByText("Done: ignored").waitFor()
    await signedOut(page)
    query.set("redirect_uri", "http://evil.test/handler/oauth-callback")
    await page.goto(`${app.insecureUrl}/handler/cross-domain?${query}`)
    await page.getByText("Failed: RedirectUrlNotWhitelisted").waitFor()
  })
})
