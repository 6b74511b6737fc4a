/** A service that does not answer: what visitors of a backend get meanwhile, how often they wait, and afterwards. */
import { Worker } from "node:worker_threads"
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as RequestSessions from "../../src/backend/middleware/RequestSessions.ts"
import * as Backend from "../../src/backend/request/Backend.ts"
import { createRequestAuth } from "../../src/backend/request/RequestAuth.ts"
import * as Telemetry from "../../src/backend/telemetry/Telemetry.ts"
import * as CircuitBreaker from "../../src/http/CircuitBreaker.ts"
import { ClientApp } from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import { keySet, stubCrypto, makeToken } from "../support/crypto.ts"
import { waitMillis } from "../support/patience.ts"
import { apiUrl, clientApp, json, projectId, publishableClientKey } from "../support/scriptedNetwork.ts"
import { countSeeds } from "../support/seeds.ts"
import { base64url } from "../support/tokens.ts"
import { nextTurn, until } from "../support/turns.ts"
import { serve } from "./api.ts"
import * as brokenStore from "./fleet/brokenStore.ts"
import {
  accessToken,
  atOnce,
  backend,
  bearer,
  during,
  ended,
  expired,
  iat,
  quiet,
  service,
  findUser
} from "./hangingService.ts"

afterEach(() => vi.restoreAllMocks())

describe("a service that hangs", () => {
  it.effect("delays its first visitors by five seconds, and no others: known keys verify, all else is 503", () => {
    stubCrypto()
    const { mood, net } = service()
    return Effect.gen(function* () {
      yield* TestClock.setTime(iat * 1000)
      const call = yield* serve
      expect((yield* atOnce(call("/orders", bearer))).status).toBe(200)
      const first = yield* during(
        Effect.all(
          [1, 2, 3].map(() => call("/name", bearer)),
          { concurrency: "unbounded" }
        ),
        5000
      )
      expect((yield* Fiber.join(first)).map(({ status }) => status)).toStrictEqual([503, 503, 503])
      const sent = net.sent.length
      for (let i = 0; i < 20; i++) {
        expect((yield* atOnce(call("/orders", bearer))).status).toBe(200)
        for (const [path, headers] of [
          ["/name", bearer],
          ["/orders", expired],
          ["/greeting", expired],
          ["/orders/all", bearer],
          ["/guarded", bearer],
          ["/teams/one/orders", bearer]
        ] as const) {
          const response = yield* atOnce(call(path, headers))
          expect(response.status, path).toBe(503)
          expect(response.headers.get("retry-after"), path).toBe("2")
        }
      }
      expect(net.sent.length).toBe(sent)
      // It answers again: one visitor is enough to find out.
      mood.others = json({}, 404)
      yield* TestClock.adjust(CircuitBreaker.openMillis)
      yield* atOnce(call("/name", bearer))
      expect(net.sent.length).toBe(sent + 1)
    }).pipe(Effect.provide(backend(net)), quiet)
  })

  it.effect("is not waited for by other requests while one of them fetches the keys again", () => {
    stubCrypto()
    const { mood, net } = service()
    mood.keys = Effect.never
    return Effect.gen(function* () {
      yield* TestClock.setTime(iat * 1000)
      const first = yield* during(Effect.flip(findUser(bearer)), 5000)
      expect(yield* Fiber.join(first)).toMatchObject({ _tag: "Unavailable" })
      yield* TestClock.adjust(1000)
      yield* during(Effect.flip(findUser(bearer)), 500)
      const errors = yield* Effect.forEach(Array.from({ length: 10 }), () => atOnce(Effect.flip(findUser(bearer))))
      expect(new Set(errors.map(({ _tag }) => _tag))).toStrictEqual(new Set(["Unavailable"]))
      expect(net.sent).toHaveLength(2)
      mood.keys = json(keySet)
      yield* during(Effect.void, 7000)
      expect(yield* atOnce(findUser(bearer))).toMatchObject({ id: "ann" })
    }).pipe(Effect.provide(backend(net)), quiet)
  })

  it.effect("does not make tokens of unknown keys invalid", () => {
    stubCrypto()
    const { mood, net } = service()
    return Effect.gen(function* () {
      yield* TestClock.setTime(iat * 1000)
      yield* atOnce(findUser(bearer))
      yield* TestClock.adjust(31_000)
      const [, payload, signature] = accessToken.split(".")
      const header = base64url({ alg: "ES256", kid: "two" })
      const other = { authorization: `Bearer ${header}.${payload}.${signature}` }
      mood.keys = json({}, 503)
      expect(yield* atOnce(Effect.flip(findUser(other)))).toMatchObject({ _tag: "Unavailable" })
      expect(yield* atOnce(Effect.flip(findUser(other)))).toMatchObject({ _tag: "Unavailable" })
      mood.keys = json({ keys: [...keySet.keys, { ...keySet.keys[0], kid: "two" }] })
      yield* TestClock.adjust(31_000)
      expect(yield* atOnce(findUser(other))).toMatchObject({ id: "ann" })
    }).pipe(Effect.provide(backend(net)), quiet)
  })

  it.effect("is detected once by a fleet", () => {
    const { mood, net } = service()
    return Effect.gen(function* () {
      yield* TestClock.setTime(iat * 1000)
      const store = yield* brokenStore.store
      // Each process has its own way to the service, so that they share nothing but the store.
      const process = () =>
        brokenStore.startOne(
          RequestSessions.RequestSessions,
          Backend.layer().pipe(
            Layer.provide(ended),
            Layer.provide(clientApp()),
            Layer.provide(store.process()),
            Layer.provide(
              Layer.effect(
                Http.Http,
                Effect.map(Http.Http, (send) => (request) => send(request))
              )
            ),
            Layer.provide(net.layer)
          )
        )
      const one = yield* process()
      const two = yield* process()
      const ask = (sessions: typeof one, refreshToken: string) =>
        Effect.provideService(
          Effect.flip(findUser({ "x-stack-auth": JSON.stringify({ accessToken: null, refreshToken }) })),
          RequestSessions.RequestSessions,
          sessions
        )
      const first = yield* Effect.forkChild(
        Effect.forEach(["a", "b", "c"], (token) => ask(one, token), { concurrency: "unbounded" })
      )
      yield* until(() => net.sent.length === 3)
      // The circuit opens 3 seconds after the requests began, for 1.5 seconds at least.
      yield* during(Effect.void, 3500)
      yield* atOnce(ask(one, "d"))
      yield* until(() => store.written() > 0)
      const sent = net.sent.length
      expect(yield* atOnce(ask(two, "e"))).toMatchObject({ _tag: "Unavailable", retryAfterSeconds: expect.any(Number) })
      expect(net.sent.length).toBe(sent)
      yield* during(Effect.void, 1500)
      yield* Fiber.join(first)
      // A store that fails changes nothing: the process finds out by itself.
      store.becomes("fails")
      yield* TestClock.adjust(CircuitBreaker.openMillis)
      mood.others = json({}, 404)
      yield* atOnce(ask(two, "e"))
      expect(net.sent.length).toBe(sent + 1)
    }).pipe(Effect.scoped, quiet)
  })
})

describe("a circuit", () => {
  it.effect("has metrics", () => {
    const { net } = service()
    return Effect.gen(function* () {
      const app = yield* Layer.build(
        clientApp().pipe(
          Layer.provide(CircuitBreaker.layer),
          Layer.provideMerge(Layer.merge(Telemetry.layer, net.layer))
        )
      )
      const { http } = Context.get(app, ClientApp)
      const request: Http.HttpRequest = {
        method: "GET",
        url: `${apiUrl}/api/v1/users/me`,
        headers: {},
        body: undefined,
        maxResponseBytes: 1000,
        timeoutMillis: 30_000
      }
      yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(Effect.exit(http(request)), { startImmediately: true }))
      yield* TestClock.adjust(CircuitBreaker.hangingMillis)
      for (let i = 0; i < 5; i++) yield* Effect.flip(http(request))
      const states = (id: string) =>
        Effect.map(Metric.snapshot, (all) => all.filter((metric) => metric.id === id).map(({ state }) => state))
      expect(yield* states("gatefold.circuit.opens")).toMatchObject([{ count: 1 }])
      expect(yield* states("gatefold.circuit.refusals")).toMatchObject([{ count: 5 }])
      expect(yield* states("gatefold.circuit.state")).toMatchObject([{ value: 2 }])
    }).pipe(Effect.scoped, quiet, Effect.provideService(Metric.MetricRegistry, new Map()))
  })
})

describe("a busy process", () => {
  it(
    "never answers a valid token with 503, however long it is busy while the keys arrive",
    async () => {
      // In a thread of its own, so that it answers while this one is busy.
      const keys = new Worker(
        `const { createServer } = require("node:http"); const { parentPort } = require("node:worker_threads")
       const server = createServer((_, response) => response.end(${JSON.stringify(JSON.stringify(keySet))}))
       server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))`,
        { eval: true }
      )
      stubCrypto()
      try {
        const port = await new Promise<number>((resolve) => keys.once("message", resolve))
        const url = `http://127.0.0.1:${port}`
        const seconds = Math.floor(Date.now() / 1000)
        const token = makeToken({
          sub: "ann",
          branchId: "main",
          refreshTokenId: "session",
          role: "authenticated",
          iss: `${url}/api/v1/projects/${projectId}`,
          aud: projectId,
          iat: seconds,
          exp: seconds + 6000
        })
        for (let i = 0; i < countSeeds(3); i++) {
          await using auth = createRequestAuth({
            projectId,
            publishableClientKey,
            apiUrl: url,
            authTimeout: "500 millis",
            http: Layer.provideMerge(Http.layerFetch(), Layer.succeed(References.MinimumLogLevel, "None"))
          })
          const visit = auth.authenticate(
            new Request("https://shop.example.com/", { headers: { authorization: `Bearer ${token}` } })
          )
          await nextTurn()
          // Twice the limit, in which nothing else runs.
          const until = performance.now() + 1000
          while (performance.now() < until);
          expect(await visit).toMatchObject({ signedIn: true, userId: "ann" })
        }
      } finally {
        await keys.terminate()
      }
    },
    waitMillis
  )
})
