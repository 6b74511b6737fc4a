/** `docs/examples/next`, for real: built, started, and used by programs and by a browser. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { password, signIn, type User, use } from "./World.ts"

const { app, asked, emulator, get, server, signUp, visit } = use()

const as = ({ cookie }: Pick<User, "cookie">, headers: Record<string, string> = {}) => ({
  headers: { ...headers, cookie }
})

/** How the router of Next.js asks for a page. */
const rsc = { rsc: "1" }

const setCookies = (response: Response) => response.headers.getSetCookie().map((line) => line.split("=")[0])

const isRead = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === "GET" && path === "/api/v1/users/me"

describe("the server", () => {
  it("sends strangers to the sign-in page before it renders, and remembers where they were", async () => {
    const response = await get("/account?tab=1")
    expect(response.status).toBe(307)
    expect(response.headers.get("location")).toBe("/handler/sign-in?after_auth_return_to=%2Faccount%3Ftab%3D1")
    expect(await (await get("/account?tab=1&_rsc", { headers: rsc })).text()).toContain(
      "/handler/sign-in?after_auth_return_to=%2Faccount%3Ftab%3D1"
    )
  })

  it("asks once who is signed in, however many components do", async () => {
    const user = await signUp("Ann")
    const entries = await asked(async () => {
      const response = await get("/", as(user))
      expect(response.status).toBe(200)
      expect(await response.text()).toContain("<h1>Hello Ann</h1>")
    })
    expect(entries.map(({ path }) => path)).toStrictEqual(["/api/v1/users/me"])
    expect(await (await get("/")).text()).toContain("<h1>Hello stranger</h1>")
  })

  it("lets no token out, neither in HTML nor in what the router gets nor in code", async () => {
    const user = await signUp("Ann")
    const answers = [get("/", as(user)), get("/?_rsc", as(user, rsc)), get("/account?_rsc", as(user, rsc))]
    for (const answer of answers) {
      const text = await (await answer).text()
      expect(text).toContain("Ann")
      expect(text).not.toContain(user.refreshToken)
      expect(text).not.toContain(user.accessToken)
      expect(text).not.toMatch(/eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/)
    }
    const chunks = path.join(app().folder, ".next/static")
    const files = fs.readdirSync(chunks, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"))
    const code = files.map((name) => fs.readFileSync(path.join(chunks, name), "utf8")).join("\n")
    expect(code).toContain("x-stack-publishable-client-key")
    expect(code).not.toContain(emulator().project?.secretServerKey)
    expect(code).not.toMatch(/x-stack-secret-server-key|x-stack-super-secret-admin-key|gatefold\/server/)
  })

  it("answers route handlers to users alone, for no cache to keep", async () => {
    const user = await signUp("Ann")
    const known = await get("/api/me", as(user))
    expect([known.status, await known.json()]).toStrictEqual([200, { name: "Ann", email: user.email }])
    const stranger = await get("/api/me")
    expect([stranger.status, await stranger.json()]).toMatchObject([401, { _tag: "Unauthorized", reason: "missing" }])
    for (const response of [known, stranger]) expect(response.headers.get("cache-control")).toBe("private, no-store")
    const withHeader = await get("/api/me", { headers: await user.app.sessions.authHeaders() })
    expect(await withHeader.json()).toStrictEqual({ name: "Ann", email: user.email })
    expect((await get("/api/me", { headers: { "x-stack-auth": "nonsense" } })).status).toBe(401)
  })

  it("works with the secret key for users", async () => {
    const user = await signUp()
    const visit = async () => (await get("/api/visits", { method: "POST", ...as(user) })).json()
    expect([await visit(), await visit()]).toStrictEqual([{ visits: 1 }, { visits: 2 }])
    expect((await server().users.get(user.id)).serverMetadata).toStrictEqual({ visits: 2 })
    expect((await get("/api/visits", { method: "POST" })).status).toBe(401)
  })

  it("lets no other origin change anything", async () => {
    const user = await signUp("Ann")
    const rename = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ name: "Eve" })
      return (await get("/api/me", { method: "POST", body, ...as(user, headers) })).status
    }
    expect(await rename({ "sec-fetch-site": "cross-site", origin: "https://evil.example" })).toBe(403)
    expect(await rename({ "sec-fetch-site": "same-site" })).toBe(403)
    expect(await rename({ origin: "https://evil.example" })).toBe(403)
    expect((await user.app.currentUser.get({ or: "throw" })).displayName).toBe("Ann")
    expect(await rename({ "sec-fetch-site": "same-origin", origin: app().url })).toBe(200)
    expect((await user.app.currentUser.get({ or: "throw" })).displayName).toBe("Eve")
  })

  it("takes no server action from another origin", async () => {
    const user = await signUp("Ann")
    const html = await (await get("/account", as(user))).text()
    const id = /name="(\$ACTION_ID_\w+)"/.exec(html)?.[1]
    const rename = async (origin: string) => {
      const body = new FormData()
      body.set(id!, "")
      body.set("name", "Eve")
      return (await get("/account", { method: "POST", body, ...as(user, { origin }) })).status
    }
    expect(await rename("https://evil.example")).toBe(500)
    expect((await user.app.currentUser.get({ or: "throw" })).displayName).toBe("Ann")
    expect(await rename(app().url)).toBe(200)
    expect((await user.app.currentUser.get({ or: "throw" })).displayName).toBe("Eve")
  })

  it("refreshes before a page renders, and says so to the browser alone", async () => {
    const user = await signUp("Ann")
    const entries = await asked(async () => {
      const response = await get("/", { headers: { cookie: `theme=dark; ${user.staleCookie}` } })
      expect(await response.text()).toContain("Hello Ann")
      expect(setCookies(response)).toContain("stack-access")
      expect(response.headers.get("cache-control")).toContain("no-store")
      const lines = response.headers.getSetCookie().join("\n")
      expect(lines).toMatch(/Path=\/; SameSite=Lax/)
      expect(lines).not.toMatch(/Domain/i)
    })
    expect(entries.map(({ path }) => path)).toStrictEqual(["/api/v1/auth/oauth/token", "/api/v1/users/me"])
  })

  it("does not let a cache keep a page that is the same for everybody, once it sets cookies", async () => {
    const user = await signUp()
    const quiet = await get("/api/version", as(user))
    expect(setCookies(quiet)).toStrictEqual([])
    const refreshed = await get("/api/version", as({ cookie: user.staleCookie }))
    expect(setCookies(refreshed)).toContain("stack-access")
    expect(refreshed.headers.get("cache-control")).toBe("private, no-store")
    expect(await refreshed.json()).toStrictEqual({ version: 1 })
  })

  it("makes nothing in advance that is not the same for everybody, and lets no cache keep it", async () => {
    const manifest = JSON.parse(fs.readFileSync(path.join(app().folder, ".next/prerender-manifest.json"), "utf8"))
    expect(Object.keys(manifest.routes).filter((route) => !route.startsWith("/_"))).toStrictEqual(["/api/version"])
    const user = await signUp("Ann")
    for (const [path, init] of [
      ["/", as(user)],
      ["/", {}],
      ["/?_rsc", as(user, rsc)]
    ] as const) {
      expect((await get(path, init)).headers.get("cache-control")).toMatch(/private.*no-store/)
    }
  })

  it("forgets a session that has ended, and leaves its cookies to the browser", async () => {
    const user = await signUp()
    await user.app.sessions.signOut()
    const response = await get("/", as({ cookie: user.staleCookie }))
    expect(await response.text()).toContain("Hello stranger")
    expect(response.headers.getSetCookie()).toStrictEqual([])
  })

  it("believes nobody about the page but itself", async () => {
    const response = await get("/account", { headers: { "x-gatefold-page": "//evil.example/x" } })
    expect(response.headers.get("location")).toMatch(/after_auth_return_to=%2Faccount$/)
  })

  it("never takes one user for another", async () => {
    const users = await Promise.all(["Ann", "Bob", "Cid", "Dan"].map((name) => signUp(name)))
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const user = users[index % users.length]!
        const cookie = index % 3 === 0 ? user.staleCookie : user.cookie
        if (index % 2 === 0) return (await (await get("/api/me", as({ cookie }))).json()).email === user.email
        const text = await (await get("/", as({ cookie }))).text()
        return text.includes(user.email) && users.every(({ email }) => email === user.email || !text.includes(email))
      })
    )
    expect(seen.every(Boolean)).toBe(true)
  })
})

describe("the browser", () => {
  visit("signs in on the way to a protected page, and comes back", async ({ page, apiRequests }) => {
    const user = await signUp("Ann")
    await page.goto(`${app().url}/account`)
    expect(new URL(page.url()).pathname).toBe("/handler/sign-in")
    await page.fill("[name=email]", user.email)
    await page.fill("[name=password]", password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL(`${app().url}/account`)
    await page.getByRole("heading", { name: "Account of Ann" }).waitFor()
    expect(apiRequests.filter((request) => request.url().endsWith("/password/sign-in")).length).toBe(1)
  })

  visit("hydrates what the server has rendered, and asks nothing again", async ({ context, page, apiRequests }) => {
    await signIn(context, app().url, await signUp("Ann"))
    const entries = await asked(async () => {
      await page.goto(app().url)
      await page.getByText("Ann", { exact: true }).waitFor()
      await page.waitForLoadState("networkidle")
    })
    expect(apiRequests.length).toBe(0)
    // Next.js prefetches the pages of the links that show; nothing else asks.
    expect(entries.filter(isRead).length).toBeLessThanOrEqual(3)
    // Now it is alive.
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Hello stranger" }).waitFor()
    expect(await context.cookies()).toStrictEqual([])
  })

  visit("signs up and changes names on the server, and shows that everywhere", async ({ context, page }) => {
    await page.goto(`${app().url}/sign-up?after_auth_return_to=/account`)
    await page.fill("[name=email]", "zoe@example.com")
    await page.fill("[name=password]", "x1")
    await page.getByRole("button", { name: "Sign up" }).click()
    await page.getByRole("alert").filter({ hasText: /short/i }).waitFor()
    await page.fill("[name=email]", "zoe@example.com")
    await page.fill("[name=password]", password)
    await page.getByRole("button", { name: "Sign up" }).click()
    await page.waitForURL(`${app().url}/account`)
    await page.getByRole("heading", { name: "Account of zoe@example.com" }).waitFor()

    // As if the access token had expired.
    await context.clearCookies({ name: "stack-access" })
    await page.fill("[name=name]", "Zoe")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Account of Zoe", exact: true }).waitFor()
    expect((await context.cookies()).map(({ name }) => name)).toContain("stack-access")

    await page.getByRole("link", { name: "Home" }).click()
    await page.getByRole("heading", { name: "Hello Zoe", exact: true }).waitFor()
    await page.locator("output", { hasText: "Zoe" }).waitFor()
  })

  visit("reads in the browser what the server has not read, without a word on either side", async (visit) => {
    const { apiRequests, context, page } = visit
    const user = await signUp("Ann")
    await server().teams.createForUser({ userId: user.id, displayName: "Crew" })
    await signIn(context, app().url, user)
    const said = app().output().length
    expect(await (await get("/teams", as(user))).text()).toContain("One moment")
    await page.goto(`${app().url}/teams`)
    await page.getByRole("list", { name: "Teams of Ann" }).getByText("Crew").waitFor()
    expect(apiRequests.map((request) => new URL(request.url()).pathname)).toStrictEqual(["/api/v1/teams"])
    expect(app().output().slice(said)).toBe("")
  })

  visit("sends strangers away by the router, and brings them back", async ({ page }) => {
    const user = await signUp("Ann")
    await server().teams.createForUser({ userId: user.id, displayName: "Crew" })
    await page.goto(`${app().url}/teams?of=1`)
    await page.waitForURL(`${app().url}/handler/sign-in?after_auth_return_to=%2Fteams%3Fof%3D1`)
    await page.fill("[name=email]", user.email)
    await page.fill("[name=password]", password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL(`${app().url}/teams?of=1`)
    await page.getByText("Crew").waitFor()
  })

  visit("signs out on the server, also when the proxy has just refreshed", async ({ context, page }) => {
    const user = await signUp("Ann")
    await signIn(context, app().url, user)
    await page.goto(`${app().url}/account`)
    await context.clearCookies({ name: "stack-access" })
    await page.getByRole("button", { name: "Sign out on the server" }).click()
    await page.waitForURL(`${app().url}/`)
    await page.getByRole("heading", { name: "Hello stranger" }).waitFor()
    await page.getByRole("link", { name: "Sign in" }).waitFor()
    expect(await context.cookies()).toStrictEqual([])
    expect(await server().sessions.list(user.id)).toStrictEqual([])
  })

  visit("shows in one tab that another has signed out", async ({ context, page }) => {
    await signIn(context, app().url, await signUp("Ann"))
    await page.goto(app().url)
    const other = await context.newPage()
    await other.goto(app().url)
    await other.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Hello stranger" }).waitFor()
  })

  visit("shows the account by the copied screens, each part at a URL of its own", async ({ context, page }) => {
    const user = await signUp("Ann")
    await signIn(context, app().url, user)
    await page.goto(`${app().url}/settings/security`)
    await page.getByRole("heading", { name: "Security" }).waitFor()
    await page.getByRole("link", { name: "Emails" }).click()
    await page.waitForURL(`${app().url}/settings/emails`)
    await page.getByRole("listitem", { name: user.email }).waitFor()
    await page.goBack()
    await page.getByRole("heading", { name: "Security" }).waitFor()
    await page.getByRole("button", { name: "Your account" }).click()
    await page.locator(".gf-menu-popup").getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Hello stranger" }).waitFor()
  })

  visit("takes codes out of the URL for good", async ({ page }) => {
    const user = await signUp()
    const [channel] = await user.app.contactChannels.list()
    await user.app.contactChannels.sendVerification({ id: channel!.id })
    const mail = await Effect.runPromise(emulator().mailbox.latest({ to: user.email }))
    await page.goto(mail?.link ?? "")
    await page.getByRole("heading", { name: "Address verified" }).waitFor()
    const here = `${app().url}/handler/email-verification`
    expect(page.url()).toBe(here)
    await page.getByRole("link", { name: "Home" }).click()
    await page.waitForURL(`${app().url}/`)
    await page.goBack()
    await page.waitForURL((url) => url.pathname === "/handler/email-verification")
    expect(page.url()).toBe(here)
  })
})

describe("a build", () => {
  it("fails when a client component takes what is for the server", async () => {
    const output = await app().buildWith(`"use client"
import { auth } from "../../lib/auth"
export default function Page() {
  return <button onClick={() => void auth.getUser()}>Who am I?</button>
}
`)
    expect(output).toContain("gatefold/next/server")
    expect(output).toMatch(/createNextApp was not found in module \S+gatefold\/dist\/server\/browser.js \[app-client\]/)
  })
})
