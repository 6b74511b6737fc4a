/** The middleware for Hono, with real users of an emulator. */
import * as Redacted from "effect/Redacted"
import { Hono } from "hono"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Emulator from "../../src/emulator/node.ts"
import { createHonoAuth, type HonoAuth } from "../../src/hono/index.ts"
import * as Http from "../../src/http/Http.ts"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { password } from "../support/emulatorCalls.ts"

const service = Emulator.toFetchHandler({
  project: { config: { allowUserApiKeys: true, allowTeamApiKeys: true } },
  passwordCost: "insecure-fast"
})
let auth: HonoAuth
let headers: Record<string, string>
let userId: string
let teamId: string
let userKey: string
let teamKey: string
const app = new Hono()

beforeAll(async () => {
  const { baseUrl: apiUrl, project } = await service.emulator
  const options = { ...project!, apiUrl, appUrl: "http://localhost:3000", http: Http.layerHandler(service.fetch) }
  auth = createHonoAuth(options)
  await using client = createClientApp(options)
  await client.password.signUp({ email: "ann@example.org", password })
  headers = { ...(await client.sessions.authHeaders()) }
  userId = (await client.currentUser.get({ or: "throw" })).id
  await using admin = createAdminApp(options)
  await admin.permissionDefinitions.create({ scope: "project", id: "orders:read" })
  await admin.permissions.grant({ userId, permissionId: "orders:read" })
  teamId = (await admin.teams.create({ displayName: "Acme", creatorUserId: userId })).id
  const key = { description: "CI", expiresAt: null }
  userKey = Redacted.value((await admin.apiKeys.createForUser({ userId, ...key })).value)
  teamKey = Redacted.value((await admin.apiKeys.createForTeam({ teamId, ...key })).value)
  app.get("/report", auth.apiKey(), (c) => {
    const { apiKey } = c.var
    return c.text(apiKey.type === "user" ? `of ${apiKey.userId}` : `of ${apiKey.teamId}`)
  })
  app.get("/orders", auth.signedIn(), async (c) => c.text(`Orders of ${(await c.var.session.user()).primaryEmail}`))
  app.get("/orders/all", auth.permission("orders:read"), (c) => c.text(`all for ${c.var.session.userId}`))
  app.get("/orders/delete", auth.permission("orders:delete"), (c) => c.text("never"))
  app.get("/teams/:teamId", auth.teamPermission("$read_members"), (c) => c.text(c.req.param("teamId")))
  app.get("/group/:id", auth.teamPermission("$read_members", { param: "id" }), (c) => c.text("group"))
  app.get("/no-team", auth.teamPermission("$read_members"), (c) => c.text("never"))
  app.get("/late", auth.signedIn(), async (c) => {
    await c.var.session.requirePermission("orders:delete")
    return c.text("never")
  })
  app.get("/", auth.maybeSignedIn(), (c) => c.text(c.var.auth.signedIn ? "Hello" : c.var.auth.error.message))
  app.get("/broken", auth.signedIn(), () => {
    throw new Error("database")
  })
})

afterAll(async () => {
  await auth.dispose()
  await service.dispose()
})

const get = async (path: string, sent: Record<string, string> = headers) => {
  const response = await app.request(`http://localhost:3000${path}`, { headers: sent })
  return { status: response.status, body: await response.text() }
}

describe("Hono", () => {
  it("serves the program of the guide", async () => {
    const { project } = await service.emulator
    vi.stubEnv("STACK_PROJECT_ID", project!.projectId)
    vi.stubEnv("STACK_PUBLISHABLE_CLIENT_KEY", project!.publishableClientKey)
    const guide = await import("./guide.ts")
    vi.unstubAllEnvs()
    expect(await (await guide.app.request("/")).text()).toBe("Please sign in")
    expect((await guide.app.request("/orders")).status).toBe(401)
    expect((await guide.app.request("/orders/all")).status).toBe(401)
    expect((await guide.app.request(`/teams/${teamId}/orders`)).status).toBe(401)
  })

  it("has the session of a signed-in user", async () => {
    expect({
      user: await get("/orders"),
      permission: await get("/orders/all"),
      team: await get(`/teams/${teamId}`),
      teamByParam: await get(`/group/${teamId}`)
    }).toStrictEqual({
      user: { status: 200, body: "Orders of ann@example.org" },
      permission: { status: 200, body: `all for ${userId}` },
      team: { status: 200, body: teamId },
      teamByParam: { status: 200, body: "group" }
    })
  })

  it("refuses signed-out visitors", async () => {
    const { body, status } = await get("/orders", {})
    expect(status).toBe(401)
    expect(JSON.parse(body)).toMatchObject({ _tag: "Unauthorized", reason: "missing" })
  })

  it.each(["/orders/delete", "/late"])("refuses users without the permission at %s", async (path) => {
    const { body, status } = await get(path)
    expect(status).toBe(403)
    expect(JSON.parse(body)).toMatchObject({ permission: "orders:delete" })
  })

  it("refuses users of another team", async () => {
    expect((await get("/teams/00000000-0000-4000-8000-000000000000")).status).toBe(403)
  })

  it("tells everybody apart where all may come in", async () => {
    expect(await get("/")).toStrictEqual({ status: 200, body: "Hello" })
    expect(await get("/", {})).toStrictEqual({ status: 200, body: expect.stringContaining("Sign in first") })
  })

  it("knows programs by their API keys, but not as users", async () => {
    expect(await get("/report", { "x-api-key": userKey })).toStrictEqual({ status: 200, body: `of ${userId}` })
    expect(await get("/report", { "x-api-key": teamKey })).toStrictEqual({ status: 200, body: `of ${teamId}` })
    expect((await get("/orders", { "x-api-key": userKey })).status).toBe(401)
  })

  it("refuses programs without a valid API key", async () => {
    const refuse = async (sent: Record<string, string>) => {
      const { body, status } = await get("/report", sent)
      return `${status} ${JSON.parse(body).reason}`
    }
    expect({
      nobody: await refuse({}),
      user: await refuse(headers),
      malformed: await refuse({ "x-api-key": "sk_ 1" }),
      unknown: await refuse({ "x-api-key": `${userKey}x` })
    }).toStrictEqual({ nobody: "401 missing", user: "401 missing", malformed: "401 malformed", unknown: "401 invalid" })
  })

  it("asks for the secret key where it is needed", () => {
    const { apiKey } = createHonoAuth({ projectId: "p", publishableClientKey: "pck_any" })
    expect(apiKey).toThrow("apiKey() needs secretServerKey in the options of createHonoAuth")
  })

  it("leaves other errors to the app, and names a mistake in a route", async () => {
    expect((await get("/broken")).status).toBe(500)
    const errors: Array<string> = []
    app.onError((error, c) => {
      errors.push(error.message)
      return c.text("error", 500)
    })
    expect(await get("/no-team")).toStrictEqual({ status: 500, body: "error" })
    expect(errors).toStrictEqual(["teamPermission needs the parameter :teamId in the path of its route"])
  })
})
