/** Route handlers for signed-in users. */
import { describe, expect, it } from "vitest"
import { describeUnauthorized } from "../../src/domain/AuthMessages.ts"
import { UserAuthenticationRequired } from "../../src/domain/errors/Session.ts"
import * as TransportReason from "../../src/domain/errors/TransportReason.ts"
import * as Protect from "../../src/ssr/Protect.ts"
import { InvalidAuthHeader } from "../../src/token/RequestTokenStore.ts"
import { Redirect } from "../next/fakeNext.ts"

const url = "https://app.example.com/api"
const known = Protect.make(async () => ({ name: "Ann" }))
const hello = known((_request, { name }) => new Response(name))

const post = (headers: HeadersInit) => hello(new Request(url, { method: "POST", headers }))

describe("a protected route handler", () => {
  it("answers users, and lets no cache keep it", async () => {
    const response = await hello(new Request(url))
    expect({ status: response.status, body: await response.text() }).toStrictEqual({ status: 200, body: "Ann" })
    expect(response.headers.get("cache-control")).toBe("private, no-store")
  })

  it.each([
    ["public, max-age=60", "private, no-store"],
    ["no-store, must-revalidate", "no-store, must-revalidate"]
  ] as const)("makes a public response private, and keeps a stricter one: $0", async (before, after) => {
    const handler = known(() => new Response("", { headers: { "cache-control": before } }))
    expect((await handler(new Request(url))).headers.get("cache-control")).toBe(after)
  })

  it("refuses signed-out visitors", async () => {
    const stranger = Protect.make(async () => null)(() => new Response("never"))
    const response = await stranger(new Request(url))
    expect({ status: response.status, body: await response.json() }).toStrictEqual({
      status: 401,
      body: { _tag: "Unauthorized", reason: "missing", message: describeUnauthorized("missing") }
    })
    expect(response.headers.get("www-authenticate")).toBe("Bearer")
    expect(response.headers.get("cache-control")).toBe("private, no-store")
  })

  it.each([
    [new InvalidAuthHeader({ header: "x-stack-auth", problem: "is not JSON" }), 401],
    [Object.assign(new Error("away"), { _tag: "TransportError", reason: new TransportReason.Offline() }), 503]
  ] as const)("answers $1 to $0", async (error, status) => {
    const failing = Protect.make(() => Promise.reject(error))(() => new Response("never"))
    expect((await failing(new Request(url))).status).toBe(status)
  })

  it.each([new Redirect("/x", "replace"), new UserAuthenticationRequired()])(
    "rethrows $0, which is not about the user",
    async (error) => {
      const failing = Protect.make(() => Promise.reject(error))(() => new Response("never"))
      await expect(failing(new Request(url))).rejects.toBe(error)
    }
  )

  it("refuses writes that pages of other origins have sent", async () => {
    const statuses: Array<number> = []
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example", host: "app.example.com" },
      { origin: "null", host: "app.example.com" },
      { origin: "https://app.example.com:8443", host: "app.example.com" }
    ]) {
      statuses.push((await post(headers)).status)
    }
    expect(statuses).toStrictEqual([403, 403, 403, 403, 403])
  })

  it("answers writes of its own pages, of programs, and with tokens in a header", async () => {
    const statuses: Array<number> = []
    for (const headers of [
      {},
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      { origin: "https://app.example.com", host: "app.example.com" },
      { origin: "https://app.example.com", host: "internal:3000", "x-forwarded-host": "app.example.com" },
      { "sec-fetch-site": "cross-site", "x-stack-auth": "{}" },
      { "sec-fetch-site": "cross-site", authorization: "Bearer hexclave_e30=" },
      { "sec-fetch-site": "cross-site", authorization: "Bearer stackauth_" }
    ]) {
      statuses.push((await post(headers)).status)
    }
    expect(statuses).toStrictEqual([200, 200, 200, 200, 200, 200, 200, 200])
    // The user would come from the cookies here.
    expect((await post({ "sec-fetch-site": "cross-site", authorization: "Bearer a.b.c" })).status).toBe(403)
    const read = await hello(new Request(url, { headers: { "sec-fetch-site": "cross-site" } }))
    expect(read.status).toBe(200)
  })

  it("passes on the arguments of Next.js", async () => {
    const handler = known(async (request: Request, user, { params }: { readonly params: Promise<{ id: string }> }) =>
      Response.json([request.method, user.name, (await params).id])
    )
    const response = await handler(new Request(url), { params: Promise.resolve({ id: "7" }) })
    expect(await response.json()).toStrictEqual(["GET", "Ann", "7"])
  })
})
