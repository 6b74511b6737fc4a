/** What servers tell of themselves: how operations end, what sessions do, and never a secret. */
import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpHeaders from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as UrlParams from "effect/http/UrlParams"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as AdminApp from "../../../src/admin/AdminApp.ts"
import * as Backend from "../../../src/backend/Backend.ts"
import * as RateLimits from "../../../src/backend/middleware/RateLimits.ts"
import { createRequestAuth } from "../../../src/backend/RequestAuth.ts"
import * as Instruments from "../../../src/backend/telemetry/Instruments.ts"
import * as Telemetry from "../../../src/backend/telemetry/Telemetry.ts"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as Replays from "../../../src/backend/webhooks/Replays.ts"
import * as Webhooks from "../../../src/backend/webhooks/Webhooks.ts"
import { TeamId, UserId } from "../../../src/domain/Ids.ts"
import * as Emulator from "../../../src/emulator/Embedded.ts"
import { ClientApp } from "../../../src/http/ClientApp.ts"
import * as Http from "../../../src/http/Http.ts"
import * as RetryPolicy from "../../../src/http/RetryPolicy.ts"
import * as gatefold from "../../../src/index.ts"
import { span } from "../../../src/operation/Operation.ts"
import * as ServerApiKeys from "../../../src/server/ApiKeys.ts"
import * as ServerApp from "../../../src/server/ServerApp.ts"
import * as Teams from "../../../src/server/Teams.ts"
import * as Users from "../../../src/server/Users.ts"
import * as AuthorizedTransport from "../../../src/session/AuthorizedTransport.ts"
import * as Session from "../../../src/session/Session.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import * as TeamsWire from "../../../src/wire/generated/Teams.ts"
import * as UsersWire from "../../../src/wire/generated/Users.ts"
import { operations } from "../../../tools/catalog/operations.ts"
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
} from "../../http/support.ts"
import { serve } from "../api.ts"
import { startOne, store, until } from "../fleet/brokenStore.ts"
import { recorder } from "./recorder.ts"

describe("a span of an operation", () => {
  it.effect("says how it ended", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const { layer, of, series } = yield* recorder
      const net = network(() => Effect.flatMap(minter.keySet, (keys) => json(keys)))
      const observed = layer(net.layer)
      yield* Effect.gen(function* () {
        const { verify } = yield* startOne(Verifier.AccessTokenVerifier, Verifier.layerProject({ projectId, apiUrl }))
        yield* verify(yield* minter.mint())
        yield* Effect.flip(verify("nonsense"))
        yield* Effect.flip(verify(yield* minter.mint({ lifetimeSeconds: -1 })))
      }).pipe(Effect.provide(observed))
      const failure = { "gatefold.outcome": "failure" }
      expect(of("AccessTokenVerifier.verify")).toStrictEqual([
        { "gatefold.outcome": "success" },
        { ...failure, "error.type": "UnparsableAccessToken", "gatefold.error.code": "UNPARSABLE_ACCESS_TOKEN" },
        { ...failure, "error.type": "AccessTokenExpired", "gatefold.error.code": "ACCESS_TOKEN_EXPIRED" }
      ])
      expect(of("KeySet.fetch")).toStrictEqual([{ "gatefold.outcome": "success" }])
      const verifications = yield* series("gatefold.verify.duration")
      expect(verifications.map(({ count }) => count)).toStrictEqual([1, 1, 1])
      expect(verifications).toContainEqual({ unit: "s", "gatefold.outcome": "success", count: 1 })
      expect(yield* series("gatefold.jwks.fetches")).toStrictEqual([{ "gatefold.outcome": "fetched", count: 1 }])
    })
  )

  it.effect("distinguishes a defect, an interruption and an unanswered call", () =>
    Effect.gen(function* () {
      const { layer, of } = yield* recorder
      const answers = [broken, Effect.die("CANARY"), Effect.never]
      const net = network((_, n) => answers[n - 1]!)
      yield* Effect.gen(function* () {
        const check = gatefold.FeatureSupport.check("x")
        yield* Effect.flip(check)
        yield* Effect.exit(check)
        const fiber = yield* Effect.forkChild(check, { startImmediately: true })
        yield* Fiber.interrupt(fiber)
      }).pipe(
        Effect.provide(clientApp().pipe(Layer.provideMerge(layer(net.layer)))),
        Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none)
      )
      expect(of("FeatureSupport.check")).toStrictEqual([
        { "gatefold.outcome": "failure", "error.type": "TransportError.Network" },
        { "gatefold.outcome": "defect", "error.type": "defect" },
        { "gatefold.outcome": "interrupted" }
      ])
    })
  )
})

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

  it.effect("that are repeated after a refused access token are counted again, too", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const { layer, of, series } = yield* recorder
      const answers = [
        knownError("UNPARSABLE_ACCESS_TOKEN", 401),
        json({
          access_token: yield* minter.mint({ lifetimeSeconds: 700 }),
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

  it.effect("that refresh a session are counted by result", () =>
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

  it.effect("is repeated only after an answer that allows it, and only if it is the same", () => {
    const repeats = (first: Effect.Effect<Http.HttpResponse, Http.HttpFailure>, second: Partial<Http.HttpRequest>) =>
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
    return Effect.gen(function* () {
      for (const again of [
        broken,
        ok(429),
        ok(500),
        ok(503),
        ok(401, { "x-stack-known-error": "ACCESS_TOKEN_EXPIRED" })
      ]) {
        expect(yield* repeats(again, {})).toBe(1)
        for (const other of [{ url: "https://api.example.com/other" }, { body: "{}" }, { method: "POST" as const }]) {
          expect(yield* repeats(again, other)).toBeUndefined()
        }
      }
      yield* observe([request(), request(), request()], [broken, ok(200), ok(200)], ({ of }) =>
        Effect.sync(() =>
          expect(of("GET /api/v1/things").map((one) => one["http.request.resend_count"])).toStrictEqual([
            undefined,
            1,
            undefined
          ])
        )
      )
      for (const last of [ok(200), ok(400), ok(499), ok(401, { "x-stack-known-error": "USER_NOT_FOUND" })]) {
        expect(yield* repeats(last, {})).toBeUndefined()
      }
    })
  })

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

  it.effect("is a child of its caller's span, and is sampled only with it", () =>
    Effect.gen(function* () {
      for (const sampled of [true, false]) {
        const { layer, spans } = yield* recorder
        yield* send(request()).pipe(
          Effect.withSpan("parent", { sampled }),
          Effect.provide(layer(Layer.succeed(Http.Http, () => ok(200))))
        )
        const [parent, child] = spans
        expect([parent!.name, child!.name, child!.kind, child!.sampled]).toStrictEqual([
          "parent",
          "GET /api/v1/things",
          "client",
          sampled
        ])
        expect(Option.getOrUndefined(child!.parent)?.spanId).toBe(parent!.spanId)
      }
    })
  )
})

describe("a failed operation", () => {
  it.effect("is shown by its code or its tag, without message and stack", () =>
    Effect.gen(function* () {
      const { layer, spans } = yield* recorder
      const net = network((_, n) => (n === 1 ? knownError("API_KEY_NOT_FOUND", 404) : broken))
      const app = ServerApp.layer({ projectId, apiUrl, secretServerKey: "ssk_00000000000000000000" })
      yield* Effect.gen(function* () {
        yield* Effect.flip(ServerApiKeys.verifyOfUser(Redacted.make("CANARY")))
        yield* Effect.flip(ServerApiKeys.verifyOfUser(Redacted.make("CANARY")))
      }).pipe(
        Effect.provide(app.pipe(Layer.provideMerge(layer(net.layer)))),
        Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none)
      )
      const failures = spans.flatMap(({ name, status }) =>
        name.includes("ApiKeys.") && status._tag === "Ended" && Exit.isFailure(status.exit)
          ? [Cause.squash(status.exit.cause)]
          : []
      )
      expect(failures.map((error) => error instanceof Error && [error.name, error.message, error.stack])).toStrictEqual(
        [
          ["ApiKeyNotFound", "API_KEY_NOT_FOUND", undefined],
          ["TransportError.Network", "TransportError.Network", undefined]
        ]
      )
    })
  )
})

describe("an operation", () => {
  it.effect("that fails with an untagged error has no error type, and one that succeeds keeps its result", () =>
    Effect.gen(function* () {
      const { layer, of, spans } = yield* recorder
      const traced = span("Test.operation")
      yield* Effect.gen(function* () {
        yield* traced(Effect.succeed("result"))
        for (const error of ["CANARY", { _tag: 1 }, { _tag: "Typed", reason: "CANARY" }]) {
          yield* Effect.flip(traced(Effect.fail(error)))
        }
        yield* Effect.exit(traced(Effect.die("CANARY")))
      }).pipe(Effect.provide(layer()))
      expect(of("Test.operation").map((one) => one["error.type"])).toStrictEqual([
        undefined,
        "unknown",
        "unknown",
        "Typed",
        "defect"
      ])
      const exits = spans.map(({ status }) => (status._tag === "Ended" ? status.exit : undefined))
      expect(exits[0]).toStrictEqual(Exit.succeed("result"))
      expect(exits[4]).toStrictEqual(Exit.die("CANARY"))
    })
  )

  it.effect("runs in the context of the app's tracer", () =>
    Effect.gen(function* () {
      let entered = 0
      const tracer = Tracer.make({
        span: (options) => new Tracer.NativeSpan(options),
        context: (primitive, fiber) => {
          entered++
          return primitive["~effect/Effect/evaluate"](fiber)
        }
      })
      const layer = Telemetry.layer.pipe(Layer.provide(Layer.succeed(Tracer.Tracer, tracer)))
      yield* Effect.provide(span("Test.operation")(Effect.yieldNow), layer)
      expect(entered).toBeGreaterThan(0)
    })
  )
})

describe("a metric", () => {
  it("says what it counts or measures, in seconds", () => {
    expect(Instruments.all.length).toBeGreaterThan(5)
    for (const { id, series } of Instruments.all) {
      const metric = series({ "gatefold.outcome": "x" })
      expect(metric.id).toBe(id)
      expect(metric.description, id).toMatch(/^[A-Z][^.]{15,}$/)
      expect(metric.attributes).toMatchObject({ "gatefold.outcome": "x" })
      const isHistogram = metric.type === "Histogram"
      expect([id, metric.attributes?.["unit" as never]]).toStrictEqual([id, isHistogram ? "s" : undefined])
      // A series is made once for the same attributes.
      expect(series({ "gatefold.outcome": "x" })).toBe(metric)
      expect(series({ "gatefold.outcome": "y" })).not.toBe(metric)
    }
  })

  it.effect("of durations has buckets from microseconds to seconds", () =>
    Effect.gen(function* () {
      for (const [instrument, values] of [
        [Instruments.verification, [0.000_02, 0.000_2, 0.002, 0.5]],
        [Instruments.requests, [0.02, 0.2, 2, 9]]
      ] as const) {
        const metric = instrument.series({ test: "boundaries" })
        for (const value of values) yield* Metric.update(metric, value)
        const { buckets } = (yield* Metric.value(metric)) as { buckets: ReadonlyArray<readonly [number, number]> }
        const reached = values.map((value) => buckets.find(([boundary]) => value <= boundary)?.[0])
        expect(new Set(reached).size).toBe(values.length)
      }
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})

describe("Effect's own spans of a server", () => {
  it.effect("hide the headers of the service, and parameters with secrets", () =>
    Effect.gen(function* () {
      const { layer } = yield* recorder
      const [headers, parameters] = yield* Effect.all([
        Effect.map(HttpHeaders.CurrentRedactedNames, (names) => names),
        Effect.map(UrlParams.CurrentRedactedNames, (names) => names)
      ]).pipe(Effect.provide(layer()))
      const hides = (names: ReadonlyArray<string | RegExp>, name: string) =>
        names.some((one) => (typeof one === "string" ? one === name : one.test(name)))
      for (const name of ["authorization", "x-stack-auth", "X-Hexclave-Access-Token"])
        expect(hides(headers, name)).toBe(true)
      for (const name of ["accept", "not-x-stack-auth", "x-stackoverflow"]) expect(hides(headers, name)).toBe(false)
      const secret = ["code", "state", "token", "access_token", "reset-code", "mfa_code", "client_secret", "password"]
      for (const name of [...secret, "CODE"]) expect([name, hides(parameters, name)]).toStrictEqual([name, true])
      for (const name of ["coder", "a-state", "tokens", "page", "passwords"]) {
        expect([name, hides(parameters, name)]).toStrictEqual([name, false])
      }
    })
  )
})

describe("a request to a server", () => {
  it.live("is the tree that the guide shows", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator.Emulator
      if (project === undefined) return yield* Effect.die("no project")
      const { layer, spans } = yield* recorder
      const app = ServerApp.layer({ ...project, apiUrl: baseUrl })
      yield* Effect.gen(function* () {
        const call = yield* serve
        const { headers } = yield* EmulatedApp.signUp()
        const before = spans.length
        yield* call("/name", headers)
        yield* call("/name", headers)
        const children = (parent: string | undefined, depth: number): ReadonlyArray<string> =>
          spans
            .slice(before)
            .filter((span) => (Option.isSome(span.parent) ? span.parent.value.spanId : undefined) === parent)
            .flatMap(({ name, spanId }) => [`${"  ".repeat(depth)}${name}`, ...children(spanId, depth + 1)])
        const authenticate = ["GET", "  SignedIn.authenticate", "    AccessTokenVerifier.verify"]
        expect(children(undefined, 0)).toStrictEqual([
          ...authenticate,
          "      KeySet.fetch",
          "        GET /api/v1/projects/{projectId}/.well-known/jwks.json",
          "  GET /api/v1/users/me",
          ...authenticate,
          "  GET /api/v1/users/me"
        ])
      }).pipe(
        Effect.provide(
          Layer.mergeAll(Backend.layer(), Backend.layerApiKeys()).pipe(
            Layer.provideMerge(AdminApp.layer({ ...project, apiUrl: baseUrl })),
            Layer.provideMerge(app),
            Layer.provideMerge(layer(Http.layerHandler(fetch)))
          )
        )
      )
    }).pipe(Effect.provide(Emulator.layer({ passwordCost: "insecure-fast", project: {} })))
  )
})

describe("what processes share", () => {
  it.effect("is counted: hits, forged entries and failures of the store", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const { layer, series } = yield* recorder
      const { becomes, entries, process, written } = yield* store
      const net = network(() => Effect.flatMap(minter.keySet, (keys) => json(keys)))
      const verify = Effect.gen(function* () {
        const verifier = Verifier.layerProject({ projectId, apiUrl }).pipe(Layer.provide(process()))
        yield* (yield* startOne(Verifier.AccessTokenVerifier, verifier)).verify(yield* minter.mint())
      })
      yield* Effect.gen(function* () {
        yield* verify
        yield* until(() => written() === 1)
        yield* verify
        for (const name of entries.keys()) entries.set(name, { text: "{}", signature: "forged" })
        yield* verify
        yield* until(() => written() === 2)
        becomes("fails")
        yield* verify
        becomes("works")
        const { take } = yield* startOne(RateLimits.RateLimits, RateLimits.layer())
        yield* take("x", { limit: 1, window: "1 minute" })
        yield* Effect.flip(take("x", { limit: 1, window: "1 minute" }))
      }).pipe(Effect.provide(layer(net.layer)), Effect.provideService(References.MinimumLogLevel, "None"))
      const reads = ["miss", "hit", "rejected", "unavailable"].map((outcome) => ({
        "gatefold.cache": "jwks",
        "gatefold.outcome": outcome,
        count: 1
      }))
      const seen = yield* series("gatefold.fleet.reads")
      expect(seen.filter((one) => Reflect.get(one, "gatefold.cache") === "jwks")).toStrictEqual(reads)
      // When the process read. It did not write then, for it leaves the store alone.
      expect(yield* series("gatefold.fleet.failures")).toStrictEqual([{ count: 1 }])
      expect(yield* series("gatefold.jwks.fetches")).toStrictEqual([{ "gatefold.outcome": "fetched", count: 3 }])
      expect(yield* series("gatefold.rate_limit.decisions")).toStrictEqual([
        { "gatefold.outcome": "allowed", count: 1 },
        { "gatefold.outcome": "refused", count: 1 }
      ])
    })
  )
})

/** Everything that a collector would be sent. */
const exporter = Effect.sync(() => {
  const exported: Array<string> = []
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      if (request.body._tag === "Uint8Array") exported.push(new TextDecoder().decode(request.body.body))
      return HttpClientResponse.fromWeb(request, new Response("{}", { status: 200 }))
    })
  )
  const layer = (http: Layer.Layer<never>) =>
    Telemetry.layer.pipe(
      Layer.provideMerge(Otlp.layer({ baseUrl: "http://127.0.0.1:4318", resource: { serviceName: "test" } })),
      Layer.provide(Telemetry.layerOtlpJson),
      Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
      Layer.provideMerge(http)
    )
  return { exported, layer }
})

describe("an export", () => {
  it.live("holds no secret and no query string, whatever the operations come to", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator.Emulator
      if (project === undefined) return yield* Effect.die("no project")
      const { exported, layer } = yield* exporter
      const observed = layer(Http.layerHandler(fetch))
      const canary = "CANARY0123456789abcdefghijklmnop"
      const secrets = [canary, Redacted.value(Redacted.make(project.secretServerKey)), project.publishableClientKey]

      const app = Session.layer.pipe(
        Layer.provideMerge(Layer.succeed(TokenStore, MemoryTokenStore.make(undefined))),
        Layer.provideMerge(ServerApp.layer({ ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" }))
      )
      yield* Effect.gen(function* () {
        const { ApiKeys, ContactChannels, MagicLink, Mfa, OAuth, Password, Sessions, TeamInvitations } = gatefold
        const email = "ann@example.org"
        yield* Password.signUp({ email, password: canary })
        yield* ApiKeys.create({ description: "CI", expiresAt: null }).pipe(
          Effect.tap(({ value }) => Effect.sync(() => secrets.push(Redacted.value(value)))),
          Effect.tap(({ value }) => ServerApiKeys.verifyOfUser(value))
        )
        const headers = yield* Sessions.authHeaders
        const json = JSON.parse(headers["x-stack-auth"]) as Record<string, string>
        secrets.push(...Object.values(json), email)
        const me = yield* gatefold.CurrentUser.getOrFail
        secrets.push(me.id)
        const call = yield* serve
        for (const each of [headers, {}, { "x-stack-auth": `{"accessToken":"${canary}` }, { "x-api-key": canary }]) {
          for (const path of ["/orders", "/machine", "/orders/all"]) yield* call(`${path}?code=${canary}`, each as {})
        }
        const attempts = [
          Password.signUp({ email, password: canary }),
          Password.signIn({ email, password: `${canary}x` }),
          Password.sendResetCode({ email, callbackUrl: `http://localhost:3000/reset?code=${canary}` }),
          Password.sendResetCode({ email, callbackUrl: `https://evil.example.com/?code=${canary}` }),
          Password.reset({ code: canary, password: canary }),
          Password.checkResetCode({ code: canary }),
          Password.update({ oldPassword: canary, newPassword: "short" }),
          MagicLink.signIn({ code: canary }),
          MagicLink.check({ code: canary }),
          ContactChannels.verify({ code: canary }),
          TeamInvitations.accept({ code: canary }),
          TeamInvitations.check({ code: canary }),
          Mfa.signIn({ attemptCode: canary, totp: "000000" }),
          OAuth.start({ provider: "github" }),
          OAuth.callback(),
          Sessions.signOut,
          Sessions.currentTokens(),
          Users.setPassword({ userId: me.id, password: canary }),
          Users.create({ primaryEmail: "bob@example.org", password: canary }),
          Users.find(UserId.make(canary)),
          Effect.flatMap(Verifier.AccessTokenVerifier, ({ verify }) => verify(`${canary}.${canary}.${canary}`)),
          Verifier.verifyFresh(canary),
          Webhooks.handle(
            { headers: new Headers({ "webhook-id": canary, "webhook-signature": `v1,${canary}` }), body: canary },
            () => Effect.void
          )
        ]
        for (const attempt of attempts)
          yield* Effect.exit<unknown, unknown, Effect.Services<(typeof attempts)[number]>>(attempt)
        yield* (yield* OtlpExporter.Flusher).flush
      }).pipe(
        Effect.provide(
          Layer.mergeAll(
            Backend.layer(),
            Backend.layerApiKeys(),
            Replays.layer(),
            Webhooks.layer({ secret: `whsec_${Buffer.from(canary).toString("base64")}` })
          ).pipe(Layer.provideMerge(app), Layer.provideMerge(observed))
        )
      )
      const all = exported.join("\n")
      const told = operations.filter(({ data }) => all.includes(`"${data.name}"`))
      expect(told.length).toBeGreaterThan(20)
      expect(all).toContain("gatefold.error.code")
      expect(all).toContain("gatefold.api_key.checks")
      const found = secrets.flatMap((secret) => {
        const at = all.indexOf(secret)
        return at < 0 ? [] : [all.slice(Math.max(0, at - 200), at + secret.length)]
      })
      expect(found).toStrictEqual([])
      expect(all).not.toMatch(/CANARY|[?&](code|state|token|client_secret)=(?!REDACTED)/)
    }).pipe(
      Effect.provide(
        Emulator.layer({
          passwordCost: "insecure-fast",
          project: {
            config: {
              magicLinkEnabled: true,
              allowUserApiKeys: true,
              oauthProviders: [{ id: "github", type: "shared" }]
            }
          }
        })
      )
    )
  )

  it.live("includes servers without Effect", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator.Emulator
      if (project === undefined) return yield* Effect.die("no project")
      const { layer, of } = yield* recorder
      const auth = createRequestAuth({ ...project, apiUrl: baseUrl, http: Http.layerHandler(fetch), layer: layer() })
      const visit = yield* Effect.promise(() =>
        auth.authenticate(new Request("https://shop.example.com", { headers: { authorization: "Bearer a.b.c" } }))
      )
      expect(visit.signedIn).toBe(false)
      yield* Effect.promise(auth.dispose)
      expect(of("RequestAuth.authenticate")).toStrictEqual([
        { "gatefold.outcome": "failure", "error.type": "Unauthorized" }
      ])
    }).pipe(Effect.provide(Emulator.layer({ project: {} })))
  )

  it.live("is one trace with all that is done for it, and continues the trace of its request", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator.Emulator
      if (project === undefined) return yield* Effect.die("no project")
      const ann = yield* EmulatedApp.signUp({ permissions: ["orders:read"] })
      const { layer, spans } = yield* recorder
      const auth = createRequestAuth({ ...project, apiUrl: baseUrl, http: layer(Http.layerHandler(fetch)) })
      const visit = async (headers: HeadersInit) => {
        spans.length = 0
        await using visit = await auth.authenticate(
          new Request("https://shop.example.com", { headers: { ...ann.headers, ...headers } })
        )
        if (!visit.signedIn) throw visit.error
        await visit.user()
        await visit.requirePermission("orders:read")
        await visit.run(gatefold.Teams.list)
        await visit.headers()
        const roots = spans.filter((span) => Option.isNone(span.parent)).map(({ name }) => name)
        return {
          roots,
          traceIds: [...new Set(spans.map(({ traceId }) => traceId))],
          names: spans.map(({ name }) => name)
        }
      }
      const alone = yield* Effect.promise(() => visit({}))
      expect(alone.names).toStrictEqual(
        expect.arrayContaining([
          "RequestAuth.authenticate",
          "GET /api/v1/users/me",
          "Guards.requirePermission",
          "Teams.list"
        ])
      )
      expect([alone.roots, alone.traceIds.length]).toStrictEqual([["RequestAuth.authenticate"], 1])
      const traceId = "0af7651916cd43dd8448eb211c80319c"
      const within = yield* Effect.promise(() => visit({ traceparent: `00-${traceId}-b7ad6b7169203331-01` }))
      expect([within.roots, within.traceIds]).toStrictEqual([[], [traceId]])
      const hostile = yield* Effect.promise(() => visit({ traceparent: "00-x".repeat(4000), b3: "-" }))
      expect(hostile.roots).toStrictEqual(["RequestAuth.authenticate"])
      yield* Effect.promise(auth.dispose)
    }).pipe(Effect.provide(EmulatedApp.layer()))
  )

  it.effect("is observed in whichever order the layers are", () =>
    Effect.gen(function* () {
      const orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0]
      ]
      for (const order of orders) {
        const { base, of, series } = yield* recorder
        const net = network(() => json({ is_paginated: false, items: [] }))
        const parts = [Telemetry.layer, base, net.layer]
        const [first, second, third] = order.map((at) => parts[at]!)
        const layers = first!.pipe(Layer.provideMerge(second!), Layer.provideMerge(third!))
        yield* Effect.gen(function* () {
          const app = yield* startOne(
            ServerApp.ServerApp,
            ServerApp.layer({ projectId, apiUrl, secretServerKey: "ssk_x" })
          )
          yield* Effect.provideService(Teams.list(), ServerApp.ServerApp, app)
        }).pipe(Effect.provide(layers), Effect.scoped)
        expect(of("server/Teams.list"), order.join()).toStrictEqual([{ "gatefold.outcome": "success" }])
        expect(of("GET /api/v1/teams"), order.join()).toHaveLength(1)
        expect(yield* series("http.client.request.duration"), order.join()).toMatchObject([{ count: 1 }])
      }
    })
  )
})
