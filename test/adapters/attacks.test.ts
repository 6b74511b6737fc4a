/**
 * What threats.md promises, tried from outside on every adapter: foreign pages, planted cookies, redirects to other
 * hosts, requests that refresh at once, and responses that come late.
 */
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import type { PageOptions } from "../../src/ssr/PageRequests.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import { person } from "../ssr/renderingApp.ts"
import { apis, pages, type Server } from "./servers.ts"

const origin = "https://shop.example.com"
const evil = "https://evil.example"

const runtime = ManagedRuntime.make(EmulatedApp.layer())
let options: PageOptions
let ann: EmulatedApp.TestUser
let bob: EmulatedApp.TestUser
let names: { readonly access: string; readonly refresh: string; readonly plain: string }
/** Refreshes that have reached the service; each waits for the gate. */
let refreshes = 0
let gate: Promise<void> = Promise.resolve()

beforeAll(async () => {
  const { baseUrl: apiUrl, fetch: answer, project } = await runtime.runPromise(Emulator.Emulator)
  options = {
    ...project!,
    apiUrl,
    appUrl: origin,
    trustedOrigins: ["https://blog.example.com"],
    http: Http.layerHandler(async (request) => {
      if (!request.url.endsWith("/auth/oauth/token")) return answer(request)
      refreshes++
      await gate
      return answer(request)
    })
  }
  ann = await runtime.runPromise(
    EmulatedApp.signUp({ primaryEmail: person.email, primaryEmailAuthEnabled: true, password: person.password })
  )
  bob = await runtime.runPromise(EmulatedApp.signUp())
  const plain = `stack-refresh-${project!.projectId}`
  names = { access: "__Host-stack-access", refresh: `__Host-${plain}`, plain }
})

afterAll(() => runtime.dispose())

/** The cookies of a browser. */
const makeJar = (cookies: Readonly<Record<string, string>> = {}) => {
  const jar = new Map(Object.entries(cookies))
  return {
    header: () => ({ cookie: [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ") }),
    keep: (response: Response) => {
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (line.includes("Max-Age=0")) jar.delete(name)
        else jar.set(name, decodeURIComponent(value))
      }
    }
  }
}

const wrapped = (user: EmulatedApp.TestUser) => JSON.stringify([user.refreshToken, user.accessToken])
/** What a browser has whose access token is still good, or has to be refreshed. */
const cookiesOf = (user: EmulatedApp.TestUser) => ({
  [names.refresh]: user.refreshToken,
  [names.access]: wrapped(user)
})
const staleCookiesOf = (user: EmulatedApp.TestUser) => ({ [names.refresh]: user.refreshToken })

const foreignHeaders: ReadonlyArray<Readonly<Record<string, string>>> = [
  { origin: evil },
  { origin: evil, "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "cross-site" },
  { origin: "null" },
  { origin: "null", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  { origin: `${origin}.evil.example` },
  { origin: "http://shop.example.com" },
  { origin: `${origin}:8443` },
  { origin: "https://other.example.com", "sec-fetch-site": "same-site" },
  { origin: `${origin}, ${evil}` },
  { origin: evil, referer: `${origin}/account` }
]
const writes = ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]

describe.each(Object.entries({ ...apis, ...pages }))("%s", (name, make) => {
  const isApi = name in apis
  let server: Server
  let work = 0

  beforeAll(async () => {
    server = await make(options, () => work++)
  })
  afterAll(() => server.dispose?.())
  beforeEach(() => {
    work = 0
    refreshes = 0
    gate = Promise.resolve()
  })

  const ask = (headers: Readonly<Record<string, string>>, method = "GET", path = "/me") =>
    server.handle(new Request(origin + path, { method, headers }))
  /** Whose request it is; undefined for nobody's. */
  const whoIs = async (headers: Readonly<Record<string, string>>) => {
    const response = await ask(headers)
    if (response.status !== 200) {
      expect(response.status).toBe(isApi ? 401 : 302)
      return undefined
    }
    const id = await response.text()
    return id === ann.user.id ? "ann" : id === bob.user.id ? "bob" : id
  }

  it("refuses what a foreign page changes with its visitor's cookies, before any work", async () => {
    for (const cookies of [cookiesOf(ann), staleCookiesOf(ann)]) {
      for (const method of writes) {
        for (const foreign of foreignHeaders) {
          const response = await ask({ ...makeJar(cookies).header(), ...foreign }, method)
          const set = response.headers.getSetCookie()
          expect({ method, foreign, status: response.status, set }).toStrictEqual({
            method,
            foreign,
            status: 403,
            set: []
          })
        }
      }
    }
    expect({ work, refreshes }).toStrictEqual({ work: 0, refreshes: 0 })
  })

  it("answers its own pages, those it trusts, programs, and tokens in a header", async () => {
    const cookies = makeJar(cookiesOf(ann)).header()
    for (const [headers, method] of [
      [{ ...cookies, origin, "sec-fetch-site": "same-origin" }, "POST"],
      [{ ...cookies, origin: "https://blog.example.com", "sec-fetch-site": "same-site" }, "DELETE"],
      [cookies, "PUT"],
      [{ ...ann.headers, origin: evil, "sec-fetch-site": "cross-site" }, "POST"],
      [{ ...cookies, origin: evil, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, "GET"]
    ] as const) {
      const response = await ask(headers, method)
      expect({ method, status: response.status, body: await response.text() }).toStrictEqual({
        method,
        status: 200,
        body: ann.user.id
      })
    }
  })

  it("prefers cookies of this host alone to those that another host can plant", async () => {
    for (const planted of [names.plain, "stack-refresh", `${names.plain}--default`]) {
      const cookies = { [planted]: bob.refreshToken, ...cookiesOf(ann) }
      expect({ planted, who: await whoIs(makeJar(cookies).header()) }).toStrictEqual({ planted, who: "ann" })
    }
  })

  it("never lends an access token to another session", async () => {
    expect(await whoIs(makeJar({ ...staleCookiesOf(ann), [names.access]: wrapped(bob) }).header())).toBe("ann")
    expect(await whoIs(makeJar({ [names.access]: wrapped(bob) }).header())).toBeUndefined()
  })

  it("refreshes once for requests that come at once, and no cache keeps their cookies", async () => {
    const user = await runtime.runPromise(EmulatedApp.signUp())
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const asked = Array.from({ length: 8 }, () => ask(makeJar(staleCookiesOf(user)).header()))
    await vi.waitFor(() => expect(refreshes).toBeGreaterThan(0), { timeout: 60_000 })
    open()
    const answers = await Promise.all(
      (await Promise.all(asked)).map(async (response) => {
        const jar = makeJar(staleCookiesOf(user))
        jar.keep(response)
        const cached = response.headers.get("cache-control")
        return [response.status, await response.text(), cached, await whoIs(jar.header())]
      })
    )
    const { id } = user.user
    expect(answers).toStrictEqual(asked.map(() => [200, id, "private, no-store", id]))
    expect(refreshes).toBe(1)
  })

  it("ends up with the session of the last sign-in although a response of the one before comes late", async () => {
    const late = await ask(makeJar(staleCookiesOf(bob)).header())
    expect(late.headers.getSetCookie()).not.toStrictEqual([])
    const jar = makeJar(cookiesOf(ann))
    jar.keep(late)
    expect(await whoIs(jar.header())).toBe("ann")
    const signedOut = makeJar()
    signedOut.keep(late)
    expect(await whoIs(signedOut.header())).toBeUndefined()
  })
})

describe.each(Object.entries(pages))("%s, for pages", (_, make) => {
  let server: Server
  beforeAll(async () => {
    server = await make(options, () => {})
  })

  it("signs nobody in for a foreign page, whatever cookies there are", async () => {
    for (const cookies of [{}, cookiesOf(bob)]) {
      for (const foreign of foreignHeaders) {
        const headers = { ...makeJar(cookies).header(), ...foreign }
        const response = await server.handle(new Request(`${origin}/sign-in`, { method: "POST", headers }))
        expect({ foreign, status: response.status, cookies: response.headers.getSetCookie() }).toStrictEqual({
          foreign,
          status: 403,
          cookies: []
        })
      }
    }
  })

  it("keeps nothing of cookies that were there before a sign-in", async () => {
    const jar = makeJar({ ...cookiesOf(bob), [names.plain]: bob.refreshToken })
    const request = new Request(`${origin}/sign-in`, { method: "POST", headers: { ...jar.header(), origin } })
    const response = await server.handle(request)
    expect(response.status).toBe(303)
    jar.keep(response)
    expect(jar.header().cookie).not.toContain(bob.refreshToken)
    const answer = await server.handle(new Request(`${origin}/me`, { headers: jar.header() }))
    expect(await answer.text()).toBe(ann.user.id)
  })

  it.each([origin, evil])("redirects to its own pages only, asked at $0", async (base) => {
    const paths = [
      "//evil.example/",
      "/\\evil.example/",
      "/%5C%5Cevil.example",
      "/.//evil.example",
      "/me?after_auth_return_to=https://evil.example/",
      "/me?after_auth_return_to=//evil.example",
      "/me?after_auth_return_to=/%5Cevil.example",
      "/me?after_auth_return_to=javascript:alert(1)",
      "/me?after_auth_return_to=%09//evil.example"
    ]
    for (const path of paths) {
      const response = await server.handle(
        new Request(base + path, { headers: { "x-forwarded-host": "evil.example" } })
      )
      const location = new URL(response.headers.get("location") ?? "about:blank", origin)
      expect({ path, origin: location.origin, pathname: location.pathname }).toStrictEqual({
        path,
        origin,
        pathname: "/handler/sign-in"
      })
      const back = location.searchParams.get("after_auth_return_to") ?? "/"
      expect({ path, origin: new URL(back, origin).origin }).toStrictEqual({ path, origin })
    }
  })
})
