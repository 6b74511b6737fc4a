/** The middleware of TanStack Start, with real users of an emulator. */
import { isRedirect, redirect } from "@tanstack/react-router"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as ServerRender from "../../src/react/ServerRender.ts"
import { createTanStackStartAuth, type TanStackStartAuth } from "../../src/tanstack-start/server.ts"
import { listCookies, isSignOut, makeWorld, origin, person, whereTo } from "../ssr/renderingApp.ts"

let world: Awaited<ReturnType<typeof makeWorld>>
let auth: TanStackStartAuth

/** A request through the middleware to this work, as TanStack Start calls it. */
const ask = (path: string, work: () => Promise<Response> | Response, init?: RequestInit) =>
  auth.middleware({ request: new Request(origin + path, init), next: async () => ({ response: await work() }) })

/** What a server function throws. */
const thrownBy = (work: () => Promise<unknown>) =>
  work().then(
    () => undefined,
    (error: unknown) => error
  )

const signIn = () => thrownBy(() => auth.page().password.signIn(person))

const signedIn = async () => ({
  cookie: listCookies(await ask("/", async () => new Response(String(await signIn())), { method: "POST" }))
})

beforeAll(async () => {
  world = await makeWorld()
  auth = createTanStackStartAuth(world.options)
})

afterAll(() => world.dispose())

describe("the middleware", () => {
  it("sends the cookies of a sign-in, and reads them again", async () => {
    const headers = await signedIn()
    world.sent.length = 0
    const answer = await ask(
      "/",
      async () => {
        const [user, again] = await Promise.all([auth.page().getUser(), auth.page().getUser({ or: "throw" })])
        return Response.json([user?.primaryEmail, again.primaryEmail])
      },
      { headers }
    )
    expect(await answer.json()).toStrictEqual([person.email, person.email])
    expect(world.sent).toStrictEqual(["GET /api/v1/users/me"])
  })

  it("throws redirects that the router knows", async () => {
    let thrown: unknown
    await ask("/_serverFn/abc", async () => {
      thrown = await thrownBy(() => auth.page().getUser({ or: "redirect", returnTo: "/orders?page=2" }))
      return new Response()
    })
    if (!isRedirect(thrown)) throw new Error("not a redirect of the router")
    expect(thrown.status).toBe(302)
    expect(decodeURIComponent(String(thrown.options.href))).toBe("/handler/sign-in?after_auth_return_to=/orders?page=2")
  })

  it.each([
    ["answered", (mine: Response) => mine],
    [
      "thrown",
      (mine: Response) => {
        throw mine
      }
    ]
  ])("keeps a router redirect intact when cookies change, %s, and the app's own redirect unchanged", async (_, end) => {
    const mine = redirect({ href: "/welcome" })
    const answer = await ask(
      "/",
      async () => {
        await signIn()
        return end(mine)
      },
      { method: "POST" }
    )
    if (!isRedirect(answer)) throw new Error("not a redirect of the router")
    expect(answer.options.href).toBe("/welcome")
    expect(listCookies(answer)).not.toBe("")
    // An app may answer everybody with the same object.
    expect(mine.headers.getSetCookie()).toStrictEqual([])
  })

  it("keeps the requests of two apps apart", async () => {
    const other = createTanStackStartAuth(world.options)
    const seen = await ask("/", async () => {
      const mine = auth.page()
      const inner = await other.middleware({
        request: new Request(origin),
        next: async () => ({ response: Response.json([auth.page() === mine, other.page() === mine]) })
      })
      return inner
    })
    expect(await seen.json()).toStrictEqual([true, false])
  })

  it("redirects for a component that needs a user, and not for others that render at the same time", async () => {
    let cancelled = 0
    const render = (isAsking: boolean) => async () => {
      await Promise.resolve()
      if (isAsking) ServerRender.redirect()?.("signIn")
      return new Response(new ReadableStream({ cancel: () => void cancelled++ }))
    }
    const answers = await Promise.all([0, 1, 2, 3].map((index) => ask(`/${index}`, render(index % 2 === 1))))
    expect(answers.map(({ status }) => status)).toStrictEqual([200, 302, 200, 302])
    expect({ location: whereTo(answers[1]!), cancelled }).toStrictEqual({ location: "/handler/sign-in", cancelled: 2 })
  })

  it("removes the cookies of a sign-out", async () => {
    const answer = await ask(
      "/",
      async () => {
        await auth.page().sessions.signOut()
        return new Response()
      },
      { method: "POST", headers: await signedIn() }
    )
    expect(isSignOut(answer)).toBe(true)
  })

  it("refuses a change by a foreign page before the app's code runs", async () => {
    let ran = false
    const work = () => {
      ran = true
      return new Response()
    }
    const headers = { ...(await signedIn()), "sec-fetch-site": "cross-site" }
    expect((await ask("/", work, { method: "POST", headers })).status).toBe(403)
    expect(ran).toBe(false)
  })

  it("says that it is missing where it does not run", () => {
    expect(() => auth.page()).toThrow("src/start.ts")
  })
})
