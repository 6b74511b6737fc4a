/** The middleware for Express, over HTTP, with real users of an emulator. */
/* oxlint-disable oxc/no-async-endpoint-handlers -- Express 5 handles rejections */
import { createServer, type Server } from "node:http"
import * as Redacted from "effect/Redacted"
import express from "express"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Emulator from "../../src/emulator/node.ts"
import { createExpressAuth, type ExpressAuth } from "../../src/express/index.ts"
import * as Http from "../../src/http/Http.ts"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { password } from "../support/emulatorCalls.ts"
import { listen } from "../support/listen.ts"

const service = Emulator.toFetchHandler({
  project: { config: { allowUserApiKeys: true } },
  passwordCost: "insecure-fast"
})
let auth: ExpressAuth
let headers: Record<string, string>
let refreshToken: string
let projectId: string
let teamId: string
let key: string
let url: string
const app = express()
let server: Server

beforeAll(async () => {
  server = createServer(app)
  url = `http://127.0.0.1:${await listen(server)}`
  const { baseUrl: apiUrl, project } = await service.emulator
  projectId = project!.projectId
  const options = { ...project!, apiUrl, appUrl: url, http: Http.layerHandler(service.fetch) }
  auth = createExpressAuth(options)
  await using client = createClientApp(options)
  await client.password.signUp({ email: "ann@example.org", password })
  headers = { ...(await client.sessions.authHeaders()) }
  refreshToken = (await client.sessions.authJson()).refreshToken ?? ""
  const { id: userId } = await client.currentUser.get({ or: "throw" })
  await using admin = createAdminApp(options)
  await admin.permissionDefinitions.create({ scope: "project", id: "orders:read" })
  await admin.permissions.grant({ userId, permissionId: "orders:read" })
  teamId = (await admin.teams.create({ displayName: "Acme", creatorUserId: userId })).id
  key = Redacted.value((await admin.apiKeys.createForUser({ userId, description: "CI", expiresAt: null })).value)
  app.get("/report", auth.apiKey(), (request, response) => {
    response.send(`Report for a key of a ${auth.keyOf(request).type}`)
  })
  app.get("/no-key", (request, response) => void response.send(auth.keyOf(request).id))
  app.get("/orders", auth.signedIn(), async (request, response) => {
    response.send(`Orders of ${(await auth.sessionOf(request).user()).primaryEmail}`)
  })
  app.get("/orders/all", auth.permission("orders:read"), (_, response) => void response.json({ all: true }))
  app.get("/orders/delete", auth.permission("orders:delete"), (_, response) => void response.send("never"))
  app.get("/teams/:teamId", auth.teamPermission("$read_members"), (request, response) => {
    response.send(request.params["teamId"])
  })
  app.get("/malformed", auth.maybeSignedIn(), (_, response) => void response.end(123 as never))
  app.get("/late", auth.signedIn(), async (request, response) => {
    await auth.sessionOf(request).requirePermission("orders:delete")
    response.send("never")
  })
  app.get("/", auth.maybeSignedIn(), (request, response) => {
    const result = auth.resultOf(request)
    response.send(result.signedIn ? "Hello" : result.error.message)
  })
  app.get("/bare", (request, response) => void response.send(auth.sessionOf(request).userId))
  app.get("/themed", auth.signedIn(), async (request, response) => {
    response.cookie("theme", "dark")
    response.send(`Orders of ${(await auth.sessionOf(request).user()).primaryEmail}`)
  })
  app.get("/streamed", auth.signedIn(), (_, response) => {
    response.write("one,")
    response.end("two")
  })
  app.use(auth.errors())
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await auth.dispose()
  await service.dispose()
})

const get = async (path: string, sent: Record<string, string> = headers) => {
  const response = await fetch(`${url}${path}`, { headers: sent })
  return { status: response.status, body: await response.text(), cookies: response.headers.getSetCookie() }
}

describe("Express", () => {
  it("serves the program of the guide", async () => {
    vi.stubEnv("STACK_PROJECT_ID", projectId)
    vi.stubEnv("STACK_PUBLISHABLE_CLIENT_KEY", "pck_any")
    const guide = await import("./guide.ts")
    vi.unstubAllEnvs()
    const guided = createServer(guide.app)
    const port = await listen(guided)
    const paths = ["/orders", "/orders/all", `/teams/${teamId}/orders`]
    const responses = await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${port}${path}`)))
    expect(responses.map(({ status }) => status)).toStrictEqual([401, 401, 401])
    guided.closeAllConnections()
    guided.close()
  })

  it("has the session of a signed-in user", async () => {
    expect({
      user: await get("/orders"),
      permission: await get("/orders/all"),
      team: await get(`/teams/${teamId}`),
      streamed: await get("/streamed")
    }).toStrictEqual({
      user: { status: 200, body: "Orders of ann@example.org", cookies: [] },
      permission: { status: 200, body: `{"all":true}`, cookies: [] },
      team: { status: 200, body: teamId, cookies: [] },
      streamed: { status: 200, body: "one,two", cookies: [] }
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

  it("tells everybody apart where all may come in, and says which middleware a route lacks", async () => {
    expect((await get("/")).body).toBe("Hello")
    expect((await get("/", {})).body).toContain("Sign in first")
    expect((await get("/bare")).status).toBe(500)
  })

  it("answers 500 where a response ends with a body that Node refuses", async () => {
    expect((await get("/malformed")).status).toBe(500)
  })

  it("knows programs by their API keys", async () => {
    expect(await get("/report", { "x-api-key": key })).toStrictEqual({
      status: 200,
      body: "Report for a key of a user",
      cookies: []
    })
    expect((await get("/no-key", { "x-api-key": key })).status).toBe(500)
  })

  it("refuses programs without a valid API key", async () => {
    const refuse = async (sent: Record<string, string>) => {
      const { body, status } = await get("/report", sent)
      return `${status} ${JSON.parse(body).reason}`
    }
    expect(await refuse(headers)).toBe("401 missing")
    expect(await refuse({ "x-api-key": `${key}x` })).toBe("401 invalid")
  })

  it("asks for the secret key where it is needed", () => {
    const { apiKey } = createExpressAuth({ projectId, publishableClientKey: "pck_any" })
    expect(apiKey).toThrow("apiKey() needs secretServerKey in the options of createExpressAuth")
  })

  it.each([
    { path: "/themed", page: "Orders of ann@example.org", names: ["stack-access", "theme"] },
    { path: "/streamed", page: "one,two", names: ["stack-access"] }
  ])("sends each cookie of a refreshed session once at $path", async ({ path, page, names }) => {
    const cookie = `stack-refresh-${projectId}=${refreshToken}`
    const { body, cookies, status } = await get(path, { cookie })
    expect({ status, body }).toStrictEqual({ status: 200, body: page })
    expect(cookies.map((line) => line.split("=")[0]).sort()).toStrictEqual(names)
  })
})
