/** What runs before pages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import { make as makeApp, type NextApp, type NextAppOptions } from "../../src/next/NextApp.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { runtime } from "./fakeNext.ts"

const service = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
let options: NextAppOptions
let app: NextApp

beforeAll(async () => {
  const { baseUrl, project } = await service.emulator
  const { projectId, publishableClientKey } = project!
  const http = Http.layerHandler(service.fetch)
  options = { projectId, publishableClientKey, apiUrl: baseUrl, appUrl: "https://app.example.com", http }
  app = makeApp(runtime, options)
})
afterAll(() => service.dispose())

const ask = (headers: HeadersInit, path = "/account?tab=1") =>
  app.proxy(new Request(`https://app.example.com${path}`, { headers }))

const forwarded = (response: Response, name: string) => response.headers.get(`forwarded-${name}`)

const signUp = async () => {
  const client = createClientApp(options)
  await client.password.signUp({ email: `${crypto.randomUUID()}@example.org`, password: "a fine password" })
  const { accessToken, refreshToken } = await client.sessions.authJson()
  const refresh = `__Host-stack-refresh-${options.projectId}=${refreshToken}`
  const pair = encodeURIComponent(JSON.stringify([refreshToken, accessToken]))
  return { client, refresh, access: `__Host-stack-access=${pair}` }
}

describe("the proxy", () => {
  it("tells the page its URL, whatever the browser claims", async () => {
    const response = await ask({ "x-gatefold-page": "/elsewhere" }, "/account?tab=1&_rsc=abc")
    expect(forwarded(response, "x-gatefold-page")).toBe("/account?tab=1")
    expect(response.headers.getSetCookie()).toStrictEqual([])
    expect(response.headers.get("cache-control")).toBeNull()
    expect(forwarded(await ask({}, "/"), "x-gatefold-page")).toBe("/")
  })

  it("keeps valid cookies, and those of others", async () => {
    const { access, refresh } = await signUp()
    const cookie = `a="b c"; ${refresh}; ${access}; a=2; stack-is-https=true`
    const response = await ask({ cookie })
    expect(forwarded(response, "cookie")).toBe(cookie)
    expect(response.headers.getSetCookie()).toStrictEqual([])
  })

  it("refreshes, for the page as for the browser", async () => {
    const { refresh } = await signUp()
    const response = await ask({ cookie: `a="b c"; ${refresh}; __Host-stack-access=old; a=2` })
    const lines = response.headers.getSetCookie()
    const access = lines.find((line) => line.startsWith("__Host-stack-access="))
    expect(access).toMatch(/; Max-Age=86400; Path=\/; SameSite=Lax; Secure$/)
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    const cookie = forwarded(response, "cookie")
    expect(cookie).toContain(`a="b c"; ${refresh}; a=2; __Host-stack-access=`)
    expect(cookie).toContain(access?.split(";")[0])
    expect(cookie).not.toContain("=old")
  })

  it("adds cookies to a redirect of the app, whose headers cannot be changed", async () => {
    const { refresh } = await signUp()
    const request = new Request("https://app.example.com/", { headers: { cookie: refresh } })
    const response = await app.proxy(request, () => Response.redirect("https://app.example.com/welcome"))
    expect([response.status, response.headers.get("location")]).toStrictEqual([302, "https://app.example.com/welcome"])
    expect(response.headers.getSetCookie().join()).toContain("__Host-stack-access=")
  })

  it("tells a page that its session has ended, and leaves the browser's cookies to the browser", async () => {
    const { client, refresh } = await signUp()
    await client.sessions.signOut()
    const cookie = `${refresh}; __Host-stack-access=old; a=1`
    const response = await ask({ cookie })
    expect(forwarded(response, "cookie")).toBe("a=1")
    expect(response.headers.getSetCookie()).toStrictEqual([])
    // An action may sign out, and has to see of what.
    const request = new Request("https://app.example.com/", { method: "POST", headers: { cookie } })
    expect(forwarded(await app.proxy(request), "cookie")).toBe(cookie)
  })

  it("refreshes once for requests that come at once, and for those that were on their way", async () => {
    const { refresh } = await signUp()
    let refreshes = 0
    const counting = makeApp(runtime, {
      ...options,
      http: Http.layerHandler((request) => {
        if (request.url.endsWith("/auth/oauth/token")) refreshes++
        return service.fetch(request)
      })
    })
    const askIt = () =>
      counting.proxy(new Request("https://app.example.com/", { headers: { cookie: `${refresh}; theme=dark` } }))
    const responses = [...(await Promise.all(Array.from({ length: 50 }, askIt))), await askIt()]
    for (const [index, response] of responses.entries()) {
      const names = response.headers.getSetCookie().map((line) => line.split("=")[0])
      expect(names, `response ${index}`).toStrictEqual(["__Host-stack-access"])
      expect(forwarded(response, "cookie"), `response ${index}`).toContain("__Host-stack-access=[")
    }
    expect(refreshes).toBe(1)
  })

  it("keeps the session while the service is unavailable", async () => {
    const { refresh } = await signUp()
    const offline = makeApp(runtime, {
      ...options,
      http: Http.layerHandler(() => Promise.reject(new Error("offline")))
    })
    const request = new Request("https://app.example.com/", { headers: { cookie: refresh } })
    const response = await offline.proxy(request)
    expect(forwarded(response, "cookie")).toBe(refresh)
    expect(response.headers.getSetCookie()).toStrictEqual([])
  })

  it("continues with the app's own response", async () => {
    const { refresh } = await signUp()
    const request = new Request("https://app.example.com/old", { headers: { cookie: refresh } })
    const response = await app.proxy(request, (headers) => {
      expect(headers.get("x-gatefold-page")).toBe("/old")
      return new Response("moved", { headers: { "set-cookie": "theme=dark", "cache-control": "public" } })
    })
    expect(await response.text()).toBe("moved")
    expect(response.headers.getSetCookie()[0]).toBe("theme=dark")
    expect(response.headers.getSetCookie().length).toBeGreaterThan(1)
    expect(response.headers.get("cache-control")).toBe("private, no-store")
  })
})
