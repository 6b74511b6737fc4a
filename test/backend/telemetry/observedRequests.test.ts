/** What is observed of requests to the service. */
import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { TeamId } from "../../../src/domain/Ids.ts"
import { ClientApp } from "../../../src/http/ClientApp.ts"
import * as Http from "../../../src/http/Http.ts"
import * as AuthorizedTransport from "../../../src/session/AuthorizedTransport.ts"
import * as Session from "../../../src/session/Session.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import * as TeamsWire from "../../../src/wire/generated/Teams.ts"
import * as UsersWire from "../../../src/wire/generated/Users.ts"
import {
  apiUrl,
  broken,
  clientApp,
  json,
  knownError,
  network,
  projectId,
  text,
  timed,
  userJson
} from "../../support/scriptedNetwork.ts"
import { startOne } from "../fleet/brokenStore.ts"
import { recorder } from "./recorder.ts"

describe("requests to the service", () => {
  it.effect("have spans without the answers, which may be tokens", () =>
    Effect.gen(function* () {
      const { layer, spans } = yield* recorder
      const net = network(() => json({ ...userJson, display_name: "CANARY" }))
      yield* Effect.gen(function* () {
        const app = yield* ClientApp
        yield* app.call(UsersWire.getMe, {}, { accessToken: Redacted.make("token") })
      }).pipe(Effect.provide(clientApp().pipe(Layer.provideMerge(layer(net.layer)))))
      expect(spans).toHaveLength(1)
      expect(inspect(spans, { depth: 9 })).not.toContain("CANARY")
    })
  )

  it.effect("are spans with the template of their path, and are counted again when they are repeated", () =>
    Effect.gen(function* () {
      const { layer, of, series, spans } = yield* recorder
      const answers = [broken, text("", 429, { "retry-after": "1" }), json(userJson)]
      const net = network((_, n) => answers[n - 1]!)
      yield* Effect.gen(function* () {
        const app = yield* ClientApp
        yield* timed(app.call(UsersWire.getMe, {}, { accessToken: Redacted.make("CANARY") }))
      }).pipe(Effect.provide(clientApp().pipe(Layer.provideMerge(layer(net.layer)))))
      const common = {
        "http.request.method": "GET",
        "server.address": "127.0.0.1",
        "server.port": 8102,
        "url.template": "/api/v1/users/me"
      }
      expect(of("GET /api/v1/users/me")).toStrictEqual([
        { ...common, "error.type": "Network" },
        { ...common, "http.request.resend_count": 1, "http.response.status_code": 429, "error.type": "429" },
        { ...common, "http.request.resend_count": 2, "http.response.status_code": 200 }
      ])
      expect(spans.filter(({ kind }) => kind === "client").length).toBe(3)
      expect(yield* series("gatefold.http.retries")).toStrictEqual([
        { "error.type": "Network", count: 1 },
        { "error.type": "429", count: 1 }
      ])
      const durations = yield* series("http.client.request.duration")
      expect(durations.map(({ count }) => count)).toStrictEqual([1, 1, 1])
    })
  )

  it.effect("are named after their template, or after their method alone", () =>
    Effect.gen(function* () {
      const { layer, series, spans } = yield* recorder
      const net = network(() => json({}))
      yield* Effect.gen(function* () {
        const app = yield* ClientApp
        yield* Effect.exit(app.call(TeamsWire.getTeam, { params: { teamId: TeamId.make("CANARY") } }))
        const execute = yield* Http.current
        yield* execute({
          method: "GET",
          url: "https://example.org/CANARY?code=CANARY",
          headers: {},
          body: undefined,
          maxResponseBytes: 1000,
          timeoutMillis: 1000
        })
      }).pipe(Effect.provide(clientApp().pipe(Layer.provideMerge(layer(net.layer)))))
      expect(spans.map(({ name }) => name)).toStrictEqual(["GET /api/v1/teams/{teamId}", "GET"])
      const told = [
        ...spans.map(({ attributes }) => Array.from(attributes)),
        yield* series("http.client.request.duration")
      ]
      expect(JSON.stringify(told)).toContain('"/api/v1/teams/{teamId}"')
      expect(JSON.stringify(told)).not.toContain("CANARY")
    })
  )

  it.effect("are counted again when they are repeated after a refused access token", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const { layer, of, series } = yield* recorder
      const answers = [
        knownError("UNPARSABLE_ACCESS_TOKEN", 401),
        json({
          access_token: yield* minter.mint({ lifetime: "700 seconds" }),
          token_type: "Bearer",
          expires_in: 700,
          scope: "legacy"
        }),
        json(userJson)
      ]
      const net = network((_, n) => answers[n - 1]!)
      const tokens = {
        accessToken: Redacted.make(yield* minter.mint()),
        refreshToken: Redacted.make("CANARY", { label: "refreshToken" })
      }
      const app = Session.layer.pipe(
        Layer.provide(Layer.succeed(TokenStore, MemoryTokenStore.make(tokens))),
        Layer.provide(clientApp())
      )
      yield* Effect.gen(function* () {
        const session = yield* startOne(Session.Session, app)
        yield* timed(
          AuthorizedTransport.call(UsersWire.getMe, {}).pipe(Effect.provideService(Session.Session, session))
        )
      }).pipe(Effect.provide(layer(net.layer)))
      expect(of("GET /api/v1/users/me").map((attributes) => attributes["http.request.resend_count"])).toStrictEqual([
        undefined,
        1
      ])
      expect(yield* series("gatefold.http.retries")).toStrictEqual([
        { "error.type": "UNPARSABLE_ACCESS_TOKEN", count: 1 }
      ])
    })
  )

  it.effect("are counted by result when they refresh a session", () =>
    Effect.gen(function* () {
      const { layer, of, series } = yield* recorder
      const answers = [
        json({ access_token: "a.b.c", refresh_token: "next" }),
        text("", 500),
        knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
      ]
      const net = network((_, n) => answers[n - 1]!)
      for (const _ of answers) {
        const tokens = { accessToken: undefined, refreshToken: Redacted.make("CANARY", { label: "refreshToken" }) }
        const app = Session.layer.pipe(
          Layer.provide(Layer.succeed(TokenStore, MemoryTokenStore.make(tokens))),
          Layer.provide(clientApp())
        )
        yield* Effect.gen(function* () {
          yield* timed(Effect.exit((yield* startOne(Session.Session, app)).credentials))
        }).pipe(Effect.provide(layer(net.layer)))
      }
      expect((yield* series("gatefold.session.refreshes")).toSorted((a, b) => b.count - a.count)).toStrictEqual(
        expect.arrayContaining([
          { "gatefold.outcome": "refreshed", count: 1 },
          { "gatefold.outcome": "unavailable", count: 1 },
          { "gatefold.outcome": "rejected", count: 1 }
        ])
      )
      expect(yield* series("gatefold.session.lost")).toStrictEqual([{ count: 1 }])
      expect(of("POST /api/v1/auth/oauth/token").at(-1)).toMatchObject({
        "http.response.status_code": 401,
        "error.type": "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
        "gatefold.error.code": "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"
      })
    })
  )
})

describe("a request", () => {
  const request = (fields: Partial<Http.HttpRequest> = {}): Http.HttpRequest => ({
    method: "GET",
    url: "https://api.example.com/api/v1/things",
    template: "/api/v1/things",
    headers: {},
    body: undefined,
    maxResponseBytes: 1000,
    timeoutMillis: 1000,
    ...fields
  })
  const send = (made: Http.HttpRequest) => Effect.flatMap(Http.current, (execute) => execute(made))
  const ok = (status: number, headers: Record<string, string> = {}) => text("", status, headers)
  type Seen = Effect.Success<typeof recorder>

  /** Sends requests in one fiber over a network that answers in turn, and shows what is recorded. */
  const observe = (
    requests: ReadonlyArray<Http.HttpRequest>,
    answers: ReadonlyArray<Effect.Effect<Http.HttpResponse, Http.HttpFailure>>,
    then: (seen: Seen) => Effect.Effect<void>
  ) =>
    Effect.gen(function* () {
      const seen = yield* recorder
      let n = 0
      const layer = seen.layer(Layer.succeed(Http.Http, () => answers[n++]!))
      yield* Effect.forEach(requests, (made) => Effect.exit(send(made)), { discard: true }).pipe(Effect.provide(layer))
      yield* then(seen)
    })

  it.effect("has its host, without the brackets of an IPv6 address", () => {
    const urls: ReadonlyArray<readonly [url: string, address: string, port: number]> = [
      ["https://api.example.com/x", "api.example.com", 443],
      ["http://localhost/x", "localhost", 80],
      ["http://[::1]:8102/x", "::1", 8102]
    ]
    return observe(
      urls.map(([url]) => request({ url })),
      urls.map(() => ok(200)),
      ({ of }) =>
        Effect.sync(() =>
          expect(of("GET /api/v1/things").map((one) => [one["server.address"], one["server.port"]])).toStrictEqual(
            urls.map(([, address, port]) => [address, port])
          )
        )
    )
  })

  it.effect("has the real status and code of an answer, if they are plausible", () => {
    const answers: ReadonlyArray<readonly [status: number, headers: Record<string, string>, told: object]> = [
      [200, {}, { "http.response.status_code": 200 }],
      [399, {}, { "http.response.status_code": 399 }],
      [404, {}, { "http.response.status_code": 404, "error.type": "404" }],
      [200, { "x-stack-actual-status": "400" }, { "http.response.status_code": 400, "error.type": "400" }],
      [200, { "x-stack-actual-status": "4000" }, { "http.response.status_code": 200 }],
      [200, { "x-stack-actual-status": "x400" }, { "http.response.status_code": 200 }],
      [200, { "x-stack-actual-status": "600" }, { "http.response.status_code": 200 }],
      [502, { "x-stack-actual-status": "200" }, { "http.response.status_code": 502, "error.type": "502" }],
      [
        200,
        { "x-hexclave-actual-status": "409", "x-hexclave-known-error": "USER_EMAIL_ALREADY_EXISTS" },
        {
          "http.response.status_code": 409,
          "error.type": "USER_EMAIL_ALREADY_EXISTS",
          "gatefold.error.code": "USER_EMAIL_ALREADY_EXISTS"
        }
      ],
      ...["x", "USER-1", "A", `A${"B".repeat(64)}`, "aUSER", "USERa", "1USER"].map(
        (code) =>
          [400, { "x-stack-known-error": code }, { "http.response.status_code": 400, "error.type": "400" }] as const
      )
    ]
    const common = {
      "http.request.method": "GET",
      "server.address": "api.example.com",
      "server.port": 443,
      "url.template": "/api/v1/things"
    }
    return observe(
      answers.map((_, n) => request({ body: String(n) })),
      answers.map(([status, headers]) => ok(status, headers)),
      ({ of }) =>
        Effect.sync(() =>
          expect(of("GET /api/v1/things")).toStrictEqual(answers.map(([, , told]) => ({ ...common, ...told })))
        )
    )
  })

  it.effect("that was interrupted or is broken says so", () =>
    observe([request(), request({ body: "2" })], [Effect.interrupt, Effect.die("CANARY")], ({ of }) =>
      Effect.sync(() =>
        expect(of("GET /api/v1/things").map((one) => one["error.type"])).toStrictEqual(["interrupted", "defect"])
      )
    )
  )

  /** What the span of a second request says about repeats, after this answer to the first one. */
  const countRepeats = (first: Effect.Effect<Http.HttpResponse, Http.HttpFailure>, second: Partial<Http.HttpRequest>) =>
    Effect.gen(function* () {
      let count: unknown
      yield* observe([request(), request(second)], [first, ok(200)], ({ of, spans }) =>
        Effect.sync(() => {
          expect(spans.length).toBe(2)
          count = [...of("GET /api/v1/things"), ...of("POST /api/v1/things")].at(-1)!["http.request.resend_count"]
        })
      )
      return count
    })

  it.effect.each([
    ["no answer", broken],
    ["429", ok(429)],
    ["500", ok(500)],
    ["503", ok(503)],
    ["an expired access token", ok(401, { "x-stack-known-error": "ACCESS_TOKEN_EXPIRED" })]
  ] as const)("is repeated after %s, if it is the same", ([, answer]) =>
    Effect.gen(function* () {
      expect({
        same: yield* countRepeats(answer, {}),
        otherUrl: yield* countRepeats(answer, { url: "https://api.example.com/other" }),
        otherBody: yield* countRepeats(answer, { body: "{}" }),
        otherMethod: yield* countRepeats(answer, { method: "POST" })
      }).toStrictEqual({ same: 1, otherUrl: undefined, otherBody: undefined, otherMethod: undefined })
    })
  )

  it.effect.each([
    ["200", ok(200)],
    ["400", ok(400)],
    ["499", ok(499)],
    ["an unknown user", ok(401, { "x-stack-known-error": "USER_NOT_FOUND" })]
  ] as const)("is not repeated after %s", ([, answer]) =>
    Effect.gen(function* () {
      expect(yield* countRepeats(answer, {})).toBeUndefined()
    })
  )

  it.effect("is no repeat after one that was answered", () =>
    Effect.gen(function* () {
      yield* observe([request(), request(), request()], [broken, ok(200), ok(200)], ({ of }) =>
        Effect.sync(() =>
          expect(of("GET /api/v1/things").map((one) => one["http.request.resend_count"])).toStrictEqual([
            undefined,
            1,
            undefined
          ])
        )
      )
    })
  )

  it.effect("lasts as long as its answer takes", () =>
    Effect.gen(function* () {
      const { layer, spans } = yield* recorder
      const registry = new Map()
      const http = Layer.succeed(Http.Http, () => Effect.delay(ok(200), "2 seconds"))
      const app = layer(http).pipe(Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, registry)))
      yield* TestClock.setTime(1_750_000_000_000)
      yield* timed(Effect.provide(send(request()), Layer.fresh(app)))
      const [{ status }] = spans as [(typeof spans)[number]]
      if (status._tag !== "Ended") throw new Error("the span has not ended")
      expect(status.endTime - status.startTime).toBe(2_000_000_000n)
      expect(Exit.isSuccess(status.exit)).toBe(true)
    })
  )

  it.effect("counts as a refresh only at the token endpoint, with a refresh token", () => {
    const token = { method: "POST" as const, template: "/api/v1/auth/oauth/token" }
    const requests = [
      request({ ...token, body: "grant_type=refresh_token&refresh_token=CANARY" }),
      request({ ...token, body: "grant_type=authorization_code&code=CANARY" }),
      request({ ...token, body: "xgrant_type=refresh_token" }),
      request(token),
      request({ body: "grant_type=refresh_token" })
    ]
    return observe(
      requests,
      requests.map(() => ok(200)),
      ({ series }) =>
        Effect.map(series("gatefold.session.refreshes"), (all) =>
          expect(all).toStrictEqual([{ "gatefold.outcome": "refreshed", count: 1 }])
        )
    )
  })

  it.effect.each([true, false])("is a child of its caller's span, and is sampled only with it: sampled $0", (sampled) =>
    Effect.gen(function* () {
      const { layer, spans } = yield* recorder
      yield* send(request()).pipe(
        Effect.withSpan("parent", { sampled }),
        Effect.provide(layer(Layer.succeed(Http.Http, () => ok(200))))
      )
      const [parent, child] = spans
      expect({ parent: parent!.name, child: child!.name, kind: child!.kind, sampled: child!.sampled }).toStrictEqual({
        parent: "parent",
        child: "GET /api/v1/things",
        kind: "client",
        sampled
      })
      expect(Option.getOrUndefined(child!.parent)?.spanId).toBe(parent!.spanId)
    })
  )
})
