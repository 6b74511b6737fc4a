/** An API behind the middleware, against the emulator: who passes, what it costs, and what the response says. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Forbidden, Unauthorized, Unavailable } from "../../../src/backend/AuthErrors.ts"
import * as Backend from "../../../src/backend/request/Backend.ts"
import { describeUnauthorized } from "../../../src/domain/AuthMessages.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as Http from "../../../src/http/Http.ts"
import * as ApiKeys from "../../../src/server/ApiKeys.ts"
import * as Sessions from "../../../src/server/Sessions.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import { countSeeds } from "../../support/seeds.ts"
import { Api, serve } from "../api.ts"

const layer = (options: Emulator.Options = {}) =>
  Layer.mergeAll(Backend.layer(), Backend.layerApiKeys()).pipe(
    Layer.provideMerge(
      EmulatedApp.layer({
        project: { config: { allowUserApiKeys: true, allowTeamApiKeys: true } },
        ...options
      })
    )
  )

const read = (response: Response) =>
  Effect.promise(async () => ({ status: response.status, body: await response.text() }))

/** The requests that the service has seen so far. */
const asked = Effect.flatMap(Emulator.Emulator, ({ journal }) => journal.entries).pipe(
  Effect.map((entries) => entries.map(({ method, path }) => `${method} ${path}`))
)

const makeCookies = (
  { accessToken, refreshToken }: EmulatedApp.TestUser,
  { projectId }: Pick<Emulator.ProjectCredentials, "projectId">
) =>
  `__Host-stack-refresh-${projectId}=${refreshToken}; __Host-stack-access=${encodeURIComponent(
    JSON.stringify([refreshToken, accessToken])
  )}`

describe("a signed-in user", () => {
  it.effect("passes with each kind of credentials, of which the first counts alone", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const { project } = yield* Emulator.Emulator
      const [ann, bob] = [yield* EmulatedApp.signUp(), yield* EmulatedApp.signUp()]
      const bearer = { authorization: `Bearer ${ann.accessToken}` }
      const cookie = { cookie: makeCookies(ann, project!) }
      const credentials: ReadonlyArray<Record<string, string>> = [
        bearer,
        ann.headers,
        cookie,
        { ...bearer, ...bob.headers }
      ]
      const responses = yield* Effect.forEach(credentials, (headers) => call("/orders", headers))
      expect(yield* Effect.forEach(responses, read)).toStrictEqual(
        responses.map(() => ({ status: 200, body: JSON.stringify(ann.user.id) }))
      )
      expect(responses.flatMap(({ headers }) => headers.getSetCookie())).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is read from the service on demand", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const ann = yield* EmulatedApp.signUp({ displayName: "Ann" })
      expect(yield* read(yield* call("/name", ann.headers))).toStrictEqual({ status: 200, body: '"Ann"' })
    }).pipe(Effect.provide(layer()))
  )

  it.effect(`costs one request for the key set in ${countSeeds(1000)} requests, and no other`, () =>
    Effect.gen(function* () {
      const call = yield* serve
      const ann = yield* EmulatedApp.signUp()
      const before = (yield* asked).length
      yield* Effect.forEach(Array.from({ length: countSeeds(1000) }), () => call("/orders", ann.headers), {
        concurrency: 50
      })
      expect((yield* asked).slice(before)).toStrictEqual([expect.stringContaining("/.well-known/jwks.json")])
    }).pipe(Effect.provide(layer()))
  )

  it.effect(`never gets the claims of another, in interleaved requests of ${countSeeds(200)} users`, () =>
    Effect.gen(function* () {
      const call = yield* serve
      const users = yield* Effect.forEach(Array.from({ length: countSeeds(200) }), () => EmulatedApp.signUp(), {
        concurrency: 20
      })
      // Expired access tokens: every request also refreshes its own session.
      yield* TestClock.adjust("11 minutes")
      const requests = Array.from({ length: countSeeds(1000) }, (_, i) => users[(i * 7) % users.length]!)
      const answers = yield* Effect.forEach(requests, ({ headers }) => Effect.flatMap(call("/orders", headers), read), {
        concurrency: "unbounded"
      })
      expect(answers).toStrictEqual(requests.map(({ user }) => ({ status: 200, body: JSON.stringify(user.id) })))
    }).pipe(Effect.provide(layer()))
  )
})

describe("nobody", () => {
  it.effect.each([
    ["without credentials", {}, "missing"],
    ["with Basic authorization only", { authorization: "Basic YTpi" }, "missing"],
    ["with an empty bearer token", { authorization: "Bearer " }, "malformed"],
    ["with two bearer tokens", { authorization: "Bearer a b" }, "malformed"],
    ["with a token that is none", { authorization: "Bearer undefined" }, "malformed"],
    ["with a forged token", { authorization: "Bearer a.b.c" }, "invalid"],
    ["with an unreadable header", { "x-stack-auth": '{"accessToken":"CANARY' }, "malformed"],
    ["signed out by the header", { "x-stack-auth": '{"accessToken":null,"refreshToken":null}' }, "missing"],
    ["with garbage in the cookie", { cookie: '__Host-stack-access=["' }, "missing"]
  ] as const)("%s is told so", ([, headers, reason]) =>
    Effect.gen(function* () {
      const response = yield* (yield* serve)("/orders", headers)
      expect(response.headers.get("www-authenticate")).toBe("Bearer")
      const { body, status } = yield* read(response)
      expect(status).toBe(401)
      expect(JSON.parse(body)).toStrictEqual({ _tag: "Unauthorized", reason, message: describeUnauthorized(reason) })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("with an expired token is told so", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const ann = yield* EmulatedApp.signUp()
      yield* TestClock.adjust("11 minutes")
      const { body, status } = yield* read(yield* call("/orders", { authorization: `Bearer ${ann.accessToken}` }))
      expect({ status, body: JSON.parse(body) }).toStrictEqual({
        status: 401,
        body: { _tag: "Unauthorized", reason: "expired", message: describeUnauthorized("expired") }
      })
    }).pipe(Effect.provide(layer()))
  )
})

describe("an endpoint that also answers to nobody", () => {
  const greet = Effect.map(
    serve,
    (call) =>
      (headers: HeadersInit = {}) =>
        Effect.flatMap(call("/greeting", headers), (response) =>
          Effect.map(read(response), ({ body, status }) => [status, JSON.parse(body) as unknown] as const)
        )
  )

  it.effect("recognizes the user from each kind of credentials", () =>
    Effect.gen(function* () {
      const call = yield* greet
      const { project } = yield* Emulator.Emulator
      const ann = yield* EmulatedApp.signUp({ teams: [{ displayName: "Acme" }] })
      const cookie = makeCookies(ann, project!)
      expect(yield* call(ann.headers)).toStrictEqual([200, ann.user.id])
      expect(yield* call({ authorization: `Bearer ${ann.accessToken}` })).toStrictEqual([200, ann.user.id])
      expect(yield* call({ cookie })).toStrictEqual([200, ann.user.id])
      const teams = yield* serve
      expect((yield* read(yield* teams("/my-teams", { cookie }))).body).toBe("1")
      expect((yield* read(yield* teams("/my-teams"))).body).toBe("-1")
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(
    Object.entries<HeadersInit>({
      "who sends nothing": {},
      "who says so": { "x-stack-auth": '{"accessToken":null,"refreshToken":null}' },
      "whose cookies are no tokens": { cookie: '__Host-stack-access=["' },
      "whose cookies are forged": { cookie: "__Host-stack-access=%5B%22%22%2C%22a.b.c%22%5D" }
    })
  )("answers to nobody, %s", ([, headers]) =>
    Effect.gen(function* () {
      expect(yield* (yield* greet)(headers)).toStrictEqual([200, null])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("answers a visitor whose session has ended, and leaves their cookies to the page", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator.Emulator
      const ann = yield* EmulatedApp.signUp()
      const [session] = yield* Sessions.list(ann.user.id)
      yield* Sessions.revoke({ userId: ann.user.id, sessionId: session!.id })
      yield* TestClock.adjust("11 minutes")
      const cookie = makeCookies(ann, project!)
      const response = yield* (yield* serve)("/greeting", { cookie })
      expect(yield* read(response)).toStrictEqual({ status: 200, body: "null" })
      expect(response.headers.getSetCookie()).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    [{ authorization: "Bearer a.b.c" }, "invalid"],
    [{ authorization: "Bearer " }, "malformed"],
    [{ "x-stack-auth": "{" }, "malformed"]
  ] as const)("refuses a header with %j", ([headers, reason]) =>
    Effect.gen(function* () {
      expect(yield* (yield* greet)(headers)).toStrictEqual([
        401,
        { _tag: "Unauthorized", reason, message: describeUnauthorized(reason) }
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("does not treat a user as signed out when the service is unavailable", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator.Emulator
      const ann = yield* EmulatedApp.signUp()
      const cookie = makeCookies(ann, project!)
      const away = Layer.fresh(Backend.layer()).pipe(
        Layer.provide(ClientApp.layer({ ...project!, apiUrl: "http://localhost" })),
        Layer.provide(Http.layerHandler(() => Promise.reject(new Error("away"))))
      )
      const response = yield* Effect.flatMap(serve, (call) => call("/greeting", { cookie })).pipe(Effect.provide(away))
      expect((yield* read(response)).status).toBe(503)
    }).pipe(Effect.provide(layer()))
  )
})

describe("session cookies", () => {
  const world = Effect.gen(function* () {
    const call = yield* serve
    const { project } = yield* Emulator.Emulator
    const ann = yield* EmulatedApp.signUp()
    return { ann, call, cookie: makeCookies(ann, project!) }
  })

  it.effect("are renewed on the response when the access token was refreshed", () =>
    Effect.gen(function* () {
      const { ann, call, cookie } = yield* world
      yield* TestClock.adjust("11 minutes")
      const response = yield* call("/orders", { cookie })
      expect((yield* read(response)).body).toBe(JSON.stringify(ann.user.id))
      expect(response.headers.get("cache-control")).toBe("private, no-store")
      const lines = response.headers.getSetCookie()
      expect(lines.length).toBeGreaterThan(0)
      const expected = /^(__Host-stack|stack-is-https).*; Secure; .*SameSite=Lax|SameSite=Lax.*Secure/
      expect(lines).toStrictEqual(lines.map(() => expect.stringMatching(expected)))
      // The browser's next request needs no refresh.
      const next = lines.map((line) => line.split(";")[0]).join("; ")
      const before = (yield* asked).length
      yield* call("/orders", { cookie: `${cookie.split("; ")[0]}; ${next}` })
      expect((yield* asked).slice(before).filter((entry) => entry.includes("oauth/token"))).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are kept from scripts where that is wanted", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* world
      yield* TestClock.adjust("11 minutes")
      const response = yield* call("/orders", { cookie })
      expect(response.status).toBe(200)
      expect(response.headers.getSetCookie()).toStrictEqual([
        expect.stringMatching(/^__Host-stack-access=.*; HttpOnly/)
      ])
    }).pipe(
      Effect.provide(
        Layer.merge(Backend.layer({ httpOnly: true }), Backend.layerApiKeys()).pipe(
          Layer.provideMerge(EmulatedApp.layer())
        )
      )
    )
  )

  it.effect("are left to the page when the session has ended, and the request is refused", () =>
    Effect.gen(function* () {
      const { ann, call, cookie } = yield* world
      const [session] = yield* Sessions.list(ann.user.id)
      yield* Sessions.revoke({ userId: ann.user.id, sessionId: session!.id })
      yield* TestClock.adjust("11 minutes")
      const response = yield* call("/orders", { cookie })
      expect(response.status).toBe(401)
      expect(response.headers.getSetCookie()).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are renewed even on the response of a handler that crashes", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* world
      yield* TestClock.adjust("11 minutes")
      const response = yield* call("/crash", { cookie })
      expect(response.status).toBe(500)
      expect(response.headers.getSetCookie().some((line) => line.startsWith("__Host-stack-access="))).toBe(true)
      expect(response.headers.get("cache-control")).toBe("private, no-store")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are removed at sign-out", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* world
      const response = yield* call("/sign-out", { cookie }, "POST")
      expect(response.status).toBe(204)
      expect(response.headers.getSetCookie().filter((line) => line.includes("Max-Age=0")).length).toBe(2)
    }).pipe(Effect.provide(layer()))
  )
})

describe("permissions and teams", () => {
  it.effect("grant only what they are for", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const ann = yield* EmulatedApp.signUp({
        permissions: ["orders:read"],
        teams: [{ displayName: "Acme", permissions: ["invoices:read"] }]
      })
      const bob = yield* EmulatedApp.signUp({ teams: [{ displayName: "Bob's" }] })
      const [acme, bobs] = [ann.teams[0]!.id, bob.teams[0]!.id]
      const get = (user: EmulatedApp.TestUser, path: string) => Effect.flatMap(call(path, user.headers), read)
      const answers = yield* Effect.all({
        "Ann, all orders": get(ann, "/orders/all"),
        "Bob, all orders": get(bob, "/orders/all"),
        "Ann, what nobody may": get(ann, "/nobody"),
        "Ann, orders of her team": get(ann, `/teams/${acme}/orders`),
        "Bob, orders of her team": get(bob, `/teams/${acme}/orders`),
        "Ann, no team": get(ann, "/teams/nonsense/orders"),
        "Ann, a path": get(ann, "/teams/..%2Fusers/orders"),
        "Ann, invoices of her team": get(ann, `/teams/${acme}/invoices`),
        "Bob, invoices of his team": get(bob, `/teams/${bobs}/invoices`),
        "Bob, invoices of her team": get(bob, `/teams/${acme}/invoices`),
        "Bob, no selected team": get(bob, "/team")
      })
      const allowed = (body: string) => ({ status: 200, body: expect.stringContaining(body) })
      const forbidden = (body: string) => ({ status: 403, body: expect.stringContaining(body) })
      expect(answers).toStrictEqual({
        "Ann, all orders": allowed('"all"'),
        "Bob, all orders": forbidden('"permission":"orders:read"'),
        "Ann, what nobody may": forbidden('"reason":"permission"'),
        "Ann, orders of her team": allowed('"Acme"'),
        "Bob, orders of her team": forbidden('"reason":"team"'),
        "Ann, no team": forbidden('"reason":"team"'),
        "Ann, a path": forbidden('"reason":"team"'),
        "Ann, invoices of her team": allowed('"Acme"'),
        "Bob, invoices of his team": forbidden('"permission":"invoices:read"'),
        "Bob, invoices of her team": forbidden('"reason":"team"'),
        "Bob, no selected team": forbidden('"reason":"team"')
      })
    }).pipe(Effect.provide(layer()))
  )
})

describe("API keys", () => {
  it.effect("identify their owner, and are checked once", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const ann = yield* EmulatedApp.signUp({ teams: [{ displayName: "Acme" }] })
      const input = { description: "CI", expiresAt: null }
      const ofUser = yield* ApiKeys.createForUser({ ...input, userId: ann.user.id })
      const ofTeam = yield* ApiKeys.createForTeam({ ...input, teamId: ann.teams[0]!.id })
      const before = (yield* asked).length
      const use = (key: { readonly value: Redacted.Redacted }) =>
        Effect.flatMap(call("/machine", { "x-api-key": Redacted.value(key.value) }), read)
      const answers = yield* Effect.replicateEffect(Effect.all([use(ofUser), use(ofTeam)]), 20)
      const owners = [`"user ${ann.user.id}"`, `"team ${ann.teams[0]!.id}"`].map((body) => ({ status: 200, body }))
      expect(answers).toStrictEqual(answers.map(() => owners))
      expect((yield* asked).length - before).toBe(3)
      // A revoked one is noticed after a minute.
      yield* ApiKeys.revoke(ofUser)
      yield* TestClock.adjust("61 seconds")
      const { body, status } = yield* read(yield* call("/machine", { "x-api-key": Redacted.value(ofUser.value) }))
      expect({ status, body: JSON.parse(body) }).toStrictEqual({
        status: 401,
        body: { _tag: "Unauthorized", reason: "invalid", message: describeUnauthorized("invalid") }
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    [undefined, "missing"],
    ["short", "malformed"],
    ["sk_nonsense_nonsense", "invalid"]
  ] as const)("like %s are $1", ([key, reason]) =>
    Effect.gen(function* () {
      const answer = yield* read(yield* (yield* serve)("/machine", key === undefined ? {} : { "x-api-key": key }))
      expect({ status: answer.status, body: JSON.parse(answer.body) }).toStrictEqual({
        status: 401,
        body: { _tag: "Unauthorized", reason, message: describeUnauthorized(reason) }
      })
    }).pipe(Effect.provide(layer()))
  )
})

describe("a refusal", () => {
  it("says that the credentials have expired, or that authentication is not available", () => {
    expect(new Unauthorized({ reason: "expired" }).message).toBe("The credentials of the request are expired.")
    expect(new Unavailable().message).toBe("Authentication is not available at the moment.")
  })

  it.each([
    [{ reason: "permission", permission: "orders:read" }, "the permission orders:read"],
    [{ reason: "permission" }, "the permission that nobody has"],
    [{ reason: "team" }, "members of the team"],
    [{ reason: "origin" }, "trustedOrigins"],
    [{ reason: "restricted" }, 'allow: ["restricted"]'],
    [{ reason: "anonymous" }, 'allow: ["anonymous"]']
  ] as const)("says for $0 what the server could allow", (fields, text) => {
    expect(new Forbidden(fields).message).toContain(text)
  })
})

describe("the OpenAPI document", () => {
  it("names the security schemes and the refusals", () => {
    const { components, paths } = OpenApi.fromApi(Api)
    expect(components.securitySchemes).toMatchObject({
      bearer: { type: "http", scheme: "Bearer" },
      stackAuth: { type: "apiKey", in: "header", name: "x-stack-auth" },
      cookie: { type: "apiKey", in: "cookie", name: "__Host-stack-access" },
      apiKey: { type: "apiKey", in: "header", name: "x-api-key" }
    })
    const all = paths["/orders/all"]!.get!
    expect(all.security).toStrictEqual([{ bearer: [] }, { stackAuth: [] }, { cookie: [] }])
    expect(Object.keys(all.responses)).toStrictEqual(expect.arrayContaining(["200", "401", "403", "503"]))
  })
})
