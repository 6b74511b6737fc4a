/** An MCP server of Effect behind `McpAuth`: who is let in, what others are told, and whose a session is. */
import { describe, expect, it } from "@effect/vitest"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { AuthTimeout } from "../../../src/backend/AuthTimeout.ts"
import type { McpOptions } from "../../../src/backend/mcp/internal/McpGate.ts"
import * as McpAuth from "../../../src/backend/mcp/McpAuth.ts"
import { CurrentApiKey, CurrentUser } from "../../../src/backend/middleware/index.ts"
import * as Backend from "../../../src/backend/request/Backend.ts"
import * as ApiKeyChecks from "../../../src/backend/verify/ApiKeyChecks.ts"
import * as ApiKeys from "../../../src/client/ApiKeys.ts"
import * as Teams from "../../../src/client/Teams.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import { Session } from "../../../src/session/Session.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { as } from "../../docs/examples/backend.ts"
import { call } from "../../support/emulatorCalls.ts"
import { apiUrl, projectId } from "../../support/scriptedNetwork.ts"

const resource = "https://shop.example.com/mcp"
const metadataUrl = "https://shop.example.com/.well-known/oauth-protected-resource/mcp"

const UserTools = Toolkit.make(
  Tool.make("whoami", { success: Schema.String, dependencies: [CurrentUser] }),
  Tool.make("teams", { success: Schema.Array(Schema.String), dependencies: [Session] })
)
const KeyTools = Toolkit.make(Tool.make("whoami", { success: Schema.String, dependencies: [CurrentApiKey] }))

const userTools = McpServer.toolkit(UserTools).pipe(
  Layer.provide(
    UserTools.toLayer({
      whoami: () =>
        CurrentUser.pipe(
          Effect.flatMap(({ get }) => get),
          Effect.map((user) => user.displayName ?? user.id),
          Effect.orDie
        ),
      teams: () =>
        Teams.list.pipe(
          Effect.map((teams) => teams.map(({ displayName }) => displayName)),
          Effect.orDie
        )
    })
  )
)
const keyTools = McpServer.toolkit(KeyTools).pipe(
  Layer.provide(
    KeyTools.toLayer({ whoami: () => Effect.map(CurrentApiKey, (key) => (key.type === "user" ? key.userId : "")) })
  )
)

const options = {
  name: "Shop",
  version: "1.0.0",
  path: "/mcp",
  protocols: [McpProtocol.v2025_11_25, McpProtocol.v2025_06_18],
  allowSessionTermination: true
} as const

const forUsers = (more: Partial<McpAuth.McpAuthOptions> = {}) =>
  McpServer.layerHttp({ ...options, registrations: userTools }).pipe(
    Layer.provide(McpAuth.layer({ resource, ...more })),
    Layer.provide(Backend.layer())
  )
const forKeys = (more: Partial<McpOptions> = {}) =>
  McpServer.layerHttp({ ...options, registrations: keyTools }).pipe(
    Layer.provide(McpAuth.layerApiKeys({ resource, ...more })),
    Layer.provide(ApiKeyChecks.layer())
  )

/** A client of a server that is made of these routes; it speaks plain HTTP, to see what is sent. */
const serve = Effect.fnUntraced(function* <E, R>(routes: Layer.Layer<never, E, R>) {
  const app = yield* HttpRouter.toHttpEffect(routes)
  const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope>(yield* Effect.context<never>())(
    app as never
  )
  const send = (init: RequestInit, url = resource) =>
    Effect.promise(() => (handler as (request: Request) => Promise<Response>)(new Request(url, init)))
  const post = (message: object, headers: Record<string, string> = {}) =>
    send({
      method: "POST",
      headers: {
        host: "shop.example.com",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message })
    })
  return { send, post }
})

const clientInfo = { name: "test", version: "1" }
const initialize = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }
}
const tool = (name: string) => ({ id: 2, method: "tools/call", params: { name, arguments: {} } })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Begins a session; the headers name it. */
const begin = Effect.fnUntraced(function* (
  { post }: Effect.Success<ReturnType<typeof serve>>,
  headers: Record<string, string>
) {
  const response = yield* post(initialize, headers)
  expect(response.status).toBe(200)
  const named = { ...headers, "mcp-session-id": response.headers.get("mcp-session-id") ?? "" }
  expect((yield* post({ method: "notifications/initialized" }, named)).status).toBe(202)
  return named
})

const readAnswer = (response: Response) => Effect.promise(() => response.json() as Promise<{ readonly result: any }>)

const EmulatorLive = EmulatedApp.layer({
  anonymousSignUp: true,
  project: { config: { allowUserApiKeys: true, requireEmailVerification: true } }
})
const ann = EmulatedApp.signUp({
  displayName: "Ann",
  primaryEmail: "ann@example.com",
  primaryEmailVerified: true,
  teams: [{ displayName: "Acme" }]
})
const bob = EmulatedApp.signUp({ displayName: "Bob", primaryEmail: "bob@example.com", primaryEmailVerified: true })

describe("McpAuth", () => {
  it.effect("lets the user into tools, with the session", () =>
    Effect.gen(function* () {
      const server = yield* serve(forUsers())
      const session = yield* begin(server, bearer((yield* ann).accessToken))
      const whoami = yield* readAnswer(yield* server.post(tool("whoami"), session))
      expect(whoami.result.structuredContent ?? whoami.result.content[0].text).toMatch(/Ann/)
      const teams = yield* readAnswer(yield* server.post(tool("teams"), session))
      expect(teams.result.content[0].text).toContain("Acme")
    }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect("describes itself in the metadata document", () =>
    Effect.gen(function* () {
      const issuer = "https://login.example.com/"
      const more = { name: "Shop", authorizationServers: [issuer], scopes: ["orders:read", "orders:write"] }
      const { post, send } = yield* serve(forUsers(more))
      const response = yield* send({}, metadataUrl)
      expect(response.status).toBe(200)
      expect(response.headers.get("access-control-allow-origin")).toBe("*")
      expect(yield* Effect.promise(() => response.json())).toStrictEqual({
        resource,
        authorization_servers: [issuer],
        scopes_supported: ["orders:read", "orders:write"],
        bearer_methods_supported: ["header"],
        resource_name: "Shop"
      })
      const challenge = (yield* post(initialize)).headers.get("www-authenticate")
      expect(challenge).toBe(`Bearer resource_metadata="${metadataUrl}", scope="orders:read orders:write"`)
    }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect("refuses with the codes of RFC 6750", () =>
    Effect.gen(function* () {
      const { accessToken } = yield* ann
      const restricted = yield* EmulatedApp.signUp({ primaryEmail: "new@example.com" })
      const guest = yield* call("POST", "/auth/anonymous/sign-up", { body: {} })
      const { post } = yield* serve(forUsers())
      const refusal = (headers: Record<string, string>) =>
        Effect.map(post(initialize, headers), (response) => {
          const challenge = response.headers.get("www-authenticate") ?? ""
          expect({ session: response.headers.get("mcp-session-id"), challenge }).toStrictEqual({
            session: null,
            challenge: expect.stringContaining(`resource_metadata="${metadataUrl}"`)
          })
          expect(challenge).not.toContain(accessToken.slice(0, 20))
          return `${response.status} ${/error="(\w+)"/.exec(challenge)?.[1] ?? "without a code"}`
        })
      const refusals = yield* Effect.all({
        nothing: refusal({}),
        cookies: refusal({ cookie: `__Host-stack-access=${accessToken}; stack-access=${accessToken}` }),
        "the header of the SDK": refusal({ "x-stack-auth": JSON.stringify({ accessToken }) }),
        "no token": refusal(bearer("nonsense")),
        "a forged token": refusal(bearer(`${accessToken.slice(0, -4)}AAAA`)),
        "a restricted user": refusal(bearer(restricted.accessToken)),
        "a guest": refusal(bearer(String(guest.body.access_token)))
      })
      expect(refusals).toStrictEqual({
        nothing: "401 without a code",
        cookies: "401 without a code",
        "the header of the SDK": "401 without a code",
        "no token": "401 invalid_token",
        "a forged token": "401 invalid_token",
        "a restricted user": "403 insufficient_scope",
        "a guest": "403 insufficient_scope"
      })
      yield* TestClock.adjust("11 minutes")
      const late = yield* post(initialize, bearer(accessToken))
      expect(late.status).toBe(401)
      expect(late.headers.get("www-authenticate")).toContain('error="invalid_token", error_description="The credent')
    }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect("allows restricted users and guests by an option", () =>
    Effect.gen(function* () {
      const restricted = yield* EmulatedApp.signUp({ primaryEmail: "new@example.com" })
      const { post } = yield* serve(forUsers({ allow: ["restricted"] }))
      expect((yield* post(initialize, bearer(restricted.accessToken))).status).toBe(200)
      const guest = yield* call("POST", "/auth/anonymous/sign-up", { body: {} })
      expect((yield* post(initialize, bearer(String(guest.body.access_token)))).status).toBe(403)
    }).pipe(Effect.provide(EmulatorLive))
  )

  const other = "11111111-1111-4111-8111-111111111111"
  it.effect.each([
    { aud: other },
    { aud: resource },
    { aud: [projectId, resource] },
    { iss: `${apiUrl}/api/v1/projects/${other}` },
    { exp: 1 }
  ])("refuses tokens of another project, audience or issuer, or an expired one: $0", (payload) => {
    const MinterLive = TokenMinter.layer({ projectId, apiUrl })
    const AppLive = ClientApp.layer({ projectId, apiUrl, publishableClientKey: "pck_test" })
    return Effect.gen(function* () {
      const { mint } = yield* TokenMinter.TokenMinter
      yield* TestClock.adjust("1 hour")
      const { post } = yield* serve(forUsers())
      expect((yield* post(initialize, bearer(yield* mint()))).status).toBe(200)
      const response = yield* post(initialize, bearer(yield* mint({ payload })))
      expect(response.status).toBe(401)
      expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"')
    }).pipe(Effect.provide(AppLive.pipe(Layer.provideMerge(MinterLive), Layer.orDie)))
  })

  /** A session that Ann has started, and the statuses of requests that name one. */
  const sessionOfAnn = Effect.gen(function* () {
    const server = yield* serve(forUsers())
    const users = { ann: bearer((yield* ann).accessToken), bob: bearer((yield* bob).accessToken) }
    const { "mcp-session-id": id } = yield* begin(server, users.ann)
    const status = (headers: Record<string, string>, sessionId: string, message: object = tool("whoami")) =>
      Effect.map(server.post(message, { ...headers, "mcp-session-id": sessionId }), (response) => response.status)
    const remove = (headers: Record<string, string>) =>
      Effect.map(
        server.send({ method: "DELETE", headers: { ...headers, "mcp-session-id": id } }),
        ({ status }) => status
      )
    return { users, id, status, remove }
  })

  it.effect("keeps a session to the user who started it", () =>
    Effect.gen(function* () {
      const { id, status, users } = yield* sessionOfAnn
      expect(id).toMatch(/^[\x21-\x7e]+$/)
      expect(yield* status(users.ann, id)).toBe(200)
      expect(yield* status(users.bob, id)).toBe(404)
      expect(yield* status(users.bob, id, { method: "notifications/cancelled", params: { requestId: 1 } })).toBe(404)
    }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect("knows no session by the server's own ID, nor by one that is nearly right", () =>
    Effect.gen(function* () {
      const { id, status, users } = yield* sessionOfAnn
      const inner = id.slice(0, id.lastIndexOf("."))
      const wrong = [inner, `${inner}.`, `${id.slice(0, -1)}_`, `${inner}x.${id.slice(inner.length + 1)}`, "."]
      const statuses = yield* Effect.forEach(wrong, (each) => status(users.ann, each))
      expect(statuses).toStrictEqual([404, 404, 404, 404, 404])
    }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect("ends a session only for the user who started it", () =>
    Effect.gen(function* () {
      const { id, remove, status, users } = yield* sessionOfAnn
      expect(yield* remove(users.bob)).toBe(404)
      expect(yield* status(users.ann, id)).toBe(200)
      expect(yield* remove({})).toBe(401)
      expect(yield* remove(users.ann)).toBe(204)
      expect(yield* status(users.ann, id)).toBe(404)
    }).pipe(Effect.provide(EmulatorLive))
  )

  /** What a server that trusts another host and another origin answers to a request of Ann. */
  const answerFrom = Effect.fnUntraced(function* (headers: Record<string, string>) {
    const token = bearer((yield* ann).accessToken)
    const { post } = yield* serve(
      forUsers({ trustedHosts: ["localhost:3000"], trustedOrigins: ["https://inspector.example.com"] })
    )
    const response = yield* post(initialize, { ...token, ...headers })
    return `${response.status} ${yield* Effect.promise(() => response.text())}`
  })

  it.effect.each(["shop.example.com:443", "LOCALHOST:3000"])("accepts requests under the host name $0", (host) =>
    Effect.gen(function* () {
      expect(yield* answerFrom({ host })).toMatch(/^200/)
    }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect.each(["evil.example", "127.0.0.1", "shop.example.com:8080", "shop.example.com@evil.example"])(
    "refuses requests under the host name $0",
    (host) =>
      Effect.gen(function* () {
        expect(yield* answerFrom({ host })).toMatch(/^403 .*"reason":"host".*trustedHosts/)
      }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect.each(["https://evil.example", "null", "http://shop.example.com"])(
    "refuses requests from pages of $0",
    (origin) =>
      Effect.gen(function* () {
        expect(yield* answerFrom({ origin })).toMatch(/^403 .*"reason":"origin".*trustedOrigins/)
      }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect("accepts API keys instead", () =>
    Effect.gen(function* () {
      const user = yield* ann
      const { value } = yield* ApiKeys.create({ description: "agent", isPublic: false, expiresAt: null }).pipe(as(user))
      const key = Redacted.value(value)
      const server = yield* serve(forKeys())
      expect((yield* server.post(initialize)).headers.get("www-authenticate")).toContain(metadataUrl)
      expect((yield* server.post(initialize, bearer(user.accessToken))).status).toBe(401)
      const session = yield* begin(server, bearer(key))
      const mine = yield* readAnswer(yield* server.post(tool("whoami"), session))
      expect(mine.result.content[0].text).toContain(user.user.id)
      const inHeader = { "x-api-key": key, "mcp-session-id": session["mcp-session-id"] }
      expect((yield* server.post(tool("whoami"), inHeader)).status).toBe(200)
    }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect.each<readonly [option: string, options: Partial<McpAuth.McpAuthOptions>]>([
    ["resource", { resource: "/mcp" }],
    ["resource", { resource: "http://shop.example.com/mcp" }],
    ["resource", { resource: "https://shop.example.com/mcp#tools" }],
    ["resource", { resource: "https://ann@shop.example.com/mcp" }],
    ["authorizationServers", { authorizationServers: ["login.example.com"] }],
    ["authorizationServers", { authorizationServers: ["https://login.example.com/?tenant=1"] }],
    ["documentation", { documentation: "the wiki" }],
    ["scopes", { scopes: ["orders:read orders:write"] }],
    ["scopes", { scopes: ['"'] }],
    ["trustedOrigins", { trustedOrigins: ["https://inspector.example.com/path"] }],
    ["trustedHosts", { trustedHosts: ["http://localhost"] }],
    ["sessionSecret", { sessionSecret: "short" }]
  ])("names the invalid option $0 at the start: $1", ([option, options]) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(serve(forUsers(options)))
      expect(failure).toMatchObject({ _tag: "InvalidOption", option })
    }).pipe(Effect.provide(EmulatorLive))
  )

  it.effect("names an invalid time limit at the start", () =>
    Effect.gen(function* () {
      const late = McpAuth.layer({ resource }).pipe(
        Layer.provide(Backend.layer().pipe(Layer.provide(Layer.succeed(AuthTimeout, "5 seconds")))),
        Layer.provide(Layer.succeed(AuthTimeout, 0))
      )
      expect(yield* Effect.flip(serve(Layer.effectDiscard(Layer.build(late))))).toMatchObject({
        _tag: "InvalidOption",
        option: "authTimeout"
      })
    }).pipe(Effect.provide(EmulatorLive))
  )
})
