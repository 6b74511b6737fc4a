/** Requests of servers without Effect: visitors, strangers, cookies, and the shapes that headers come in. */
import { afterAll, beforeAll, describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Forbidden, isAuthError, Unauthorized, Unavailable } from "../../../src/backend/AuthErrors.ts"
import { refusal } from "../../../src/backend/AuthResponse.ts"
import { fromNode } from "../../../src/backend/request/NodeRequest.ts"
import { createRequestAuth } from "../../../src/backend/request/RequestAuth.ts"
import * as ClientCurrentUser from "../../../src/client/CurrentUser.ts"
import * as Sessions from "../../../src/client/Sessions.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import * as Http from "../../../src/http/Http.ts"
import { Session } from "../../../src/session/Session.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import { waitMillis } from "../../support/patience.ts"

const runtime = ManagedRuntime.make(EmulatedApp.layer())
let emulator: Emulator.Emulator["Service"]
let ann: EmulatedApp.TestUser

beforeAll(async () => {
  emulator = await runtime.runPromise(Emulator.Emulator)
  ann = await runtime.runPromise(EmulatedApp.signUp({ displayName: "Ann", permissions: ["orders:read"] }))
})
afterAll(() => runtime.dispose())

const makeAuth = (options: Partial<Parameters<typeof createRequestAuth>[0]> = {}) =>
  createRequestAuth({
    ...emulator.project!,
    apiUrl: emulator.baseUrl,
    http: Http.layerHandler(emulator.fetch),
    ...options
  })

const request = (headers: HeadersInit = {}) => new Request("https://shop.example.com/", { headers })

describe("request authentication", () => {
  it("recognizes a signed-in user, and acts as them", async () => {
    await using auth = makeAuth()
    const result = await auth.authenticate(request(ann.headers))
    if (!result.signedIn) throw result.error
    expect(result.userId).toBe(ann.user.id)
    expect((await result.user()).displayName).toBe("Ann")
    await result.requirePermission("orders:read")
    expect((await result.run(ClientCurrentUser.get))?.id).toBe(ann.user.id)
    expect(await result.headers()).toStrictEqual([])
  })

  it.each(["orders:write", "no permission", ""])('refuses a user who lacks the permission "$0"', async (permission) => {
    await using auth = makeAuth()
    const result = await auth.authenticate(request(ann.headers))
    if (!result.signedIn) throw result.error
    await result.requirePermission("orders:read")
    await expect(result.requirePermission(permission)).rejects.toMatchObject({
      _tag: "Forbidden",
      reason: "permission",
      permission
    })
  })

  it.each([
    [{}, "missing"],
    [{ authorization: "Bearer a.b.c" }, "invalid"],
    [{ "x-stack-auth": "{" }, "malformed"]
  ] as const)("recognizes a signed-out visitor by $0, with the reason $1", async (headers, reason) => {
    await using auth = makeAuth()
    expect(await auth.authenticate(request(headers))).toMatchObject({
      signedIn: false,
      status: 401,
      error: { reason }
    })
  })

  it("is 503 when the service is unavailable", async () => {
    await using auth = makeAuth({ http: Http.layerHandler(() => Promise.reject(new Error("away"))) })
    expect(await auth.authenticate(request(ann.headers))).toMatchObject({ signedIn: false, status: 503 })
  })

  it("needs two fibers and no timer for a bearer token seen before", async () => {
    await using auth = makeAuth()
    const handler = auth.protect((_, session) => new Response(session.userId))
    const visit = () => handler(request({ authorization: `Bearer ${ann.accessToken}` }))
    await (await visit()).text()
    const count = () => Effect.runFork(Effect.void).id
    const timers = vi.spyOn(globalThis, "setTimeout")
    try {
      const before = count()
      const response = await visit()
      expect(count() - before - 1).toBeLessThanOrEqual(2)
      expect(await response.text()).toBe(ann.user.id)
      expect(timers).not.toHaveBeenCalled()
    } finally {
      timers.mockRestore()
    }
  })

  it("opens one session for a bearer token, and keeps the effect of a sign-out", async () => {
    await using auth = makeAuth()
    const result = await auth.authenticate(request({ authorization: `Bearer ${ann.accessToken}` }))
    if (!result.signedIn) throw result.error
    const [first, second] = await Promise.all([result.run(Session), result.run(Session)])
    expect(first).toBe(second)
    const [a, b] = await Promise.all([result.run(first.credentials), result.run(second.credentials)])
    expect(a).toStrictEqual(b)
    await result.run(first.store.clear)
    expect(await result.run(first.credentials)).toBeUndefined()
  })

  it("reports an invalid option", async () => {
    await using auth = makeAuth({ projectId: "" })
    await expect(auth.authenticate(request())).rejects.toMatchObject({ option: "projectId" })
  })

  it("reads the headers of Node", async () => {
    await using auth = makeAuth()
    const headers = { authorization: `Bearer ${ann.accessToken}`, "set-cookie": ["a", "b"] }
    expect(await auth.authenticate(fromNode({ headers }))).toMatchObject({ signedIn: true, userId: ann.user.id })
    expect(fromNode({ headers }).headers.get("Set-Cookie")).toBe("a, b")
    expect(fromNode({ headers, method: "PUT" }).method).toBe("PUT")
  })

  it.each(["constructor", "x-none"])("finds no header of Node named $0", async (name) => {
    const headers = { authorization: `Bearer ${ann.accessToken}`, "set-cookie": ["a", "b"] }
    // What every object has is no header.
    expect(fromNode({ headers }).headers.get(name)).toBeUndefined()
  })

  it.each([
    [new Unauthorized({ reason: "expired" }), 401, { _tag: "Unauthorized", reason: "expired" }],
    [new Forbidden({ reason: "permission", permission: "p" }), 403, { reason: "permission", permission: "p" }],
    [new Forbidden({ reason: "restricted" }), 403, { _tag: "Forbidden", reason: "restricted" }],
    [new Unavailable(), 503, { _tag: "Unavailable" }]
  ] as const)("answers an unauthenticated request with the reason, as JSON: $1", async (error, status, body) => {
    const response = refusal({ error })
    expect({ status: response.status, body: await response.json() }).toStrictEqual({
      status,
      body: { _tag: error._tag, ...body, message: error.message }
    })
    expect(await refusal(error).json()).toStrictEqual({ _tag: error._tag, ...body, message: error.message })
    expect(response.headers.get("content-type")).toContain("application/json")
    expect(response.headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null)
    expect(response.headers.get("cache-control")).toBe("private, no-store")
  })

  it("answers a forbidden action with the reason, as JSON, and passes other failures on", async () => {
    await using auth = makeAuth()
    const forbidden = auth.protect(async (_, session) => {
      await session.requirePermission("orders:write", { teamId: "../no team" })
      return new Response("done")
    })
    const response = await forbidden(request(ann.headers))
    expect({ status: response.status, body: await response.json() }).toStrictEqual({
      status: 403,
      body: {
        _tag: "Forbidden",
        reason: "permission",
        permission: "orders:write",
        message: "This needs the permission orders:write."
      }
    })
    const failure = new Error("a defect")
    const thrown = auth.protect(() => {
      throw failure
    })
    await expect(thrown(request(ann.headers))).rejects.toBe(failure)
    expect(isAuthError(failure)).toBe(false)
  })

  it("keeps a response unchanged if no cookie has changed", async () => {
    await using auth = makeAuth()
    const response = new Response("hello")
    expect(await auth.protect(() => response)(request(ann.headers))).toBe(response)
  })

  it("passes a handler the further arguments of its framework", async () => {
    await using auth = makeAuth()
    const handler = auth.protect(
      (incoming, session, env: string) => new Response(`${incoming.url} ${session.userId} ${env}`)
    )
    const response = await handler(request(ann.headers), "env")
    expect(await response.text()).toBe(`https://shop.example.com/ ${ann.user.id} env`)
  })

  it("rejects with what its handler throws", async () => {
    await using auth = makeAuth()
    const handler = auth.protect(() => Promise.reject(new Error("a fault of the handler")))
    await expect(handler(request(ann.headers))).rejects.toThrow("a fault of the handler")
  })

  it("protects a handler, and sends changed cookies with its response", async () => {
    await using auth = makeAuth()
    const handler = auth.protect(async (_, session) => {
      await session.run(Sessions.signOut)
      return new Response("bye", { headers: { "set-cookie": "theme=dark" } })
    })
    expect((await handler(request())).status).toBe(401)
    expect((await handler(request())).headers.get("www-authenticate")).toBe("Bearer")
    const bob = await runtime.runPromise(EmulatedApp.signUp())
    const name = `__Host-stack-refresh-${emulator.project!.projectId}`
    const response = await handler(request({ cookie: `${name}=${bob.refreshToken}` }))
    expect(await response.text()).toBe("bye")
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    const cookies = response.headers.getSetCookie()
    expect(cookies[0]).toBe("theme=dark")
    expect(cookies.find((line) => line.startsWith(`${name}=`))).toContain("Max-Age=0")
  })

  it("never mixes up visitors who come at once", async () => {
    // On a busy machine 400 checks of signatures take longer than a visitor would wait.
    await using auth = makeAuth({ authTimeout: waitMillis })
    const users = await runtime.runPromise(
      Effect.forEach(Array.from({ length: 50 }), () => EmulatedApp.signUp(), { concurrency: 10 })
    )
    const seen = await Promise.all(
      Array.from({ length: 400 }, async (_, i) => {
        const user = users[i % 50]!
        const result = await auth.authenticate(
          request(i % 2 === 0 ? user.headers : { authorization: `Bearer ${user.accessToken}` })
        )
        if (!result.signedIn) throw result.error
        return { found: result.userId, expected: user.user.id }
      })
    )
    expect(seen.filter(({ expected, found }) => found !== expected)).toStrictEqual([])
  })
})
