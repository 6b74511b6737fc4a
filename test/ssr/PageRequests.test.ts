/** Requests of pages over web standards, with real users of an emulator. */
import * as Clock from "effect/Clock"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { liveClock } from "../../src/concurrency/Timer.ts"
import * as PageRequests from "../../src/ssr/PageRequests.ts"
import { listCookies, isSignOut, makeWorld, origin, person } from "./renderingApp.ts"

let world: Awaited<ReturnType<typeof makeWorld>>
let pages: PageRequests.PageRequests

const request = (path: string, init?: RequestInit) => new Request(origin + path, init)

const signIn = (init: RequestInit = {}) =>
  pages.handle(request("/sign-in", { method: "POST", ...init }), async (page) => {
    await page.password.signIn(person)
    return new Response("never")
  })

beforeAll(async () => {
  world = await makeWorld()
  pages = PageRequests.createPageRequests(world.options)
})

afterAll(() => world.dispose())

describe("a request of a page", () => {
  it("signs in with cookies, which the next request has", async () => {
    const response = await signIn()
    // A sign-in redirects to the page after it.
    expect({ status: response.status, location: response.headers.get("location") }).toStrictEqual({
      status: 303,
      location: "/"
    })
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    const cookie = listCookies(response)
    expect(cookie).not.toBe("")
    const answer = await pages.handle(request("/", { headers: { cookie } }), async (page) =>
      Response.json((await page.getUser({ or: "throw" })).primaryEmail)
    )
    expect(await answer.json()).toBe(person.email)
    expect(answer.headers.getSetCookie()).toStrictEqual([])
  })

  it("redirects a signed-out visitor to the sign-in page, and back to the page with its query", async () => {
    const answer = await pages.handle(request("/orders?page=2"), async (page) => {
      await page.getUser({ or: "redirect" })
      return new Response("never")
    })
    expect(answer.status).toBe(302)
    const location = new URL(answer.headers.get("location")!, origin)
    expect(location.origin + location.pathname).toBe(`${origin}/handler/sign-in`)
    expect(location.searchParams.get("after_auth_return_to")).toContain("/orders?page=2")
  })

  it("redirects with the framework's own redirect", async () => {
    const redirect = (url: string, status: number) => ({ url, status })
    const framed = PageRequests.createPageRequests({ ...world.options, redirect })
    const page = await framed.open(request("/orders"))
    await expect(page.getUser({ or: "redirect" })).rejects.toStrictEqual({
      url: "/handler/sign-in?after_auth_return_to=%2Forders",
      status: 302
    })
  })

  it("never names a host that the request made up", async () => {
    const answer = await pages.handle(new Request("http://evil.example//evil.example/x"), async (page) => {
      await page.getUser({ or: "redirect" })
      return new Response("never")
    })
    expect(answer.headers.get("location")).not.toContain("//evil")
  })

  it("redirects a request that changes something so that the browser does not repeat it", async () => {
    const answer = await pages.handle(request("/save", { method: "POST" }), async (page) => {
      await page.getUser({ or: "redirect" })
      return new Response("never")
    })
    expect(answer.status).toBe(303)
  })

  it("reads the user once, for guards and for the state of the browser", async () => {
    const cookie = listCookies(await signIn())
    world.sent.length = 0
    const page = await pages.open(request("/", { headers: { cookie } }))
    await Promise.all([page.getUser(), page.getUser({ or: "redirect" })])
    const state = await page.dehydrate()
    expect(state.reads).toHaveLength(1)
    expect(JSON.stringify(state)).toContain(person.email)
    expect(world.sent).toStrictEqual(["GET /api/v1/users/me"])
  })

  it("takes the tokens of a header in place of cookies", async () => {
    const page = await pages.open(request("/", { headers: world.headers }))
    expect((await page.getUser())?.primaryEmail).toBe(person.email)
    expect(await page.headers()).toStrictEqual([])
  })

  it("signs out, and the response removes the cookies", async () => {
    const cookie = listCookies(await signIn())
    const answer = await pages.handle(request("/sign-out", { method: "POST", headers: { cookie } }), async (page) => {
      await page.sessions.signOut()
      return new Response("out")
    })
    expect(isSignOut(answer)).toBe(true)
  })

  it("is refused if a foreign page sent it and it may change something", async () => {
    const cookie = listCookies(await signIn())
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" }
    const work = () => new Response("done")
    const answerTo = async (init: RequestInit) => (await pages.handle(request("/x", init), work)).status
    // A link of a foreign page opens the page, a program sends no origin, and a page with tokens has no cookies to
    // abuse.
    expect({
      form: await answerTo({ method: "POST", headers: { ...foreign, cookie } }),
      link: await answerTo({ headers: { ...foreign, cookie } }),
      program: await answerTo({ method: "POST" }),
      withTokens: await answerTo({ method: "POST", headers: { ...foreign, ...world.headers } })
    }).toStrictEqual({ form: 403, link: 200, program: 200, withTokens: 200 })
    const trusting = PageRequests.createPageRequests({ ...world.options, trustedOrigins: ["https://evil.example"] })
    const trusted = await trusting.handle(request("/x", { method: "POST", headers: { ...foreign, cookie } }), work)
    expect(trusted.status).toBe(200)
  })

  it("signs nobody in for a foreign page", async () => {
    const answer = await signIn({ headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" } })
    expect({ status: answer.status, cookies: answer.headers.getSetCookie() }).toStrictEqual({
      status: 403,
      cookies: []
    })
  })

  it("names an invalid trusted origin", async () => {
    const wrong = PageRequests.createPageRequests({ ...world.options, trustedOrigins: ["https://example.com/path"] })
    await expect(wrong.open(request("/"))).rejects.toMatchObject({ _tag: "InvalidOption", option: "trustedOrigins" })
  })

  it("rethrows the errors of its callback", async () => {
    const error = new Error("database")
    const broken = () => {
      throw error
    }
    await expect(pages.handle(request("/"), broken)).rejects.toBe(error)
  })

  it("keeps refreshed tokens for the next request if its callback throws", async () => {
    let laterNanos = 0n
    const clock: Clock.Clock = Object.assign(Object.create(liveClock), {
      monotonicTimeNanosUnsafe: () => liveClock.monotonicTimeNanosUnsafe() + laterNanos
    })
    const http = Layer.merge(world.options.http!, Layer.succeed(Clock.Clock, clock))
    const moving = PageRequests.createPageRequests({ ...world.options, http })
    const cookie = listCookies(await signIn()).replace(/stack-access=[^;]*;? ?/, "")
    const refreshes = () => world.sent.filter((sent) => sent === "POST /api/v1/auth/oauth/token")
    world.sent.length = 0
    const error = new Error("database")
    await expect(
      moving.handle(request("/", { headers: { cookie } }), async (page) => {
        await page.getUser({ or: "throw" })
        throw error
      })
    ).rejects.toBe(error)
    expect(refreshes()).toHaveLength(1)
    // Later than answers of refreshes are shared.
    laterNanos = 60_000_000_000n
    const answer = await moving.handle(request("/", { headers: { cookie } }), async (page) =>
      Response.json((await page.getUser({ or: "throw" })).primaryEmail)
    )
    expect(await answer.json()).toBe(person.email)
    expect(refreshes()).toHaveLength(1)
    expect(listCookies(answer)).toContain("stack-access=")
  })
})
