/** A service that swallows requests: nobody waits for it longer than the time limit, in all. */
import { afterEach, beforeEach, describe, expect, it, vi } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import { AuthTimeout } from "../../src/backend/AuthTimeout.ts"
import { DrainTimeout } from "../../src/backend/Draining.ts"
import * as RequestSessions from "../../src/backend/middleware/RequestSessions.ts"
import * as Backend from "../../src/backend/request/Backend.ts"
import { createRequestAuth } from "../../src/backend/request/RequestAuth.ts"
import * as AccessTokenVerifier from "../../src/backend/verify/AccessTokenVerifier.ts"
import * as ApiKeyChecks from "../../src/backend/verify/ApiKeyChecks.ts"
import { RequestIsolation } from "../../src/platform/request/RequestIsolation.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import { keySet, stubCrypto } from "../support/crypto.ts"
import { makeRandom, runAsync } from "../support/explore/schedule.ts"
import {
  type Answer,
  apiUrl,
  clientApp,
  json,
  network,
  projectId,
  publishableClientKey
} from "../support/scriptedNetwork.ts"
import { countSeeds } from "../support/seeds.ts"
import { turns } from "../support/turns.ts"
import { serve } from "./api.ts"
import { accessToken, bearer, expired, iat, quiet } from "./hangingService.ts"

beforeEach(stubCrypto)
afterEach(() => vi.restoreAllMocks())

const seeds = countSeeds(300)
/** What the service answers to; all else it swallows. */
interface Service {
  readonly keys?: Answer
  readonly refresh?: Answer
}

const requestsFrom = ({ keys = Effect.never, refresh = Effect.never }: Service) =>
  network(
    ({ url }) => (url.endsWith("jwks.json") ? keys : url.endsWith("/auth/oauth/token") ? refresh : Effect.never),
    Effect.never
  )

const refreshed = json({ access_token: accessToken, token_type: "Bearer", expires_in: 600, scope: "" })

/** Everything of a backend; the time limit is for what is built, and not in the context of requests. */
const layer = (service: Service, authTimeout?: Duration.Input) =>
  Layer.mergeAll(Backend.layer(), Backend.layerApiKeys(), ApiKeyChecks.layer()).pipe(
    Layer.provide(authTimeout === undefined ? Layer.empty : Layer.succeed(AuthTimeout, authTimeout)),
    Layer.provide(Layer.succeed(DrainTimeout, 0)),
    Layer.provide(
      Layer.merge(
        clientApp(),
        ServerApp.layer({ projectId, apiUrl, publishableClientKey, secretServerKey: "ssk_0000000000000000000000" })
      )
    ),
    Layer.provide(requestsFrom(service).layer)
  )

/** How long something takes by the clock of the test, which waits for all that need not wait. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const started = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.forkChild(effect)
    yield* turns(30)
    while (fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust(100)
      yield* turns(30)
    }
    return { answer: yield* Fiber.join(fiber), millis: (yield* Clock.currentTimeMillis) - started }
  })

describe("a service that swallows requests", () => {
  const open = (headers: HeadersInit) =>
    Effect.flatMap(RequestSessions.RequestSessions, (sessions) =>
      sessions.open(new Request("https://shop.example.com/", { headers }))
    )
  const unavailable = { _tag: "Unavailable" }

  const questions: Record<string, readonly [service: Service, ask: Effect.Effect<unknown, unknown, any>]> = {
    "its public keys": [{}, Effect.flatMap(open(bearer), ({ user }) => Effect.flip(user))],
    "a refresh": [{}, Effect.flatMap(open(expired), ({ user }) => Effect.flip(user))],
    "a refresh, which it answers late, and its public keys": [
      { refresh: Effect.delay(refreshed, "1500 millis") },
      Effect.flatMap(open(expired), ({ user }) => Effect.flip(user))
    ],
    "the user": [
      { keys: json(keySet) },
      Effect.flatMap(open(bearer), ({ user }) => Effect.flatMap(user, ({ get }) => Effect.flip(get)))
    ],
    "an API key": [
      {},
      Effect.flatMap(ApiKeyChecks.ApiKeyChecks, ({ check }) =>
        Effect.flip(check(Redacted.make("sk_0000000000000000000000")))
      )
    ]
  }

  describe.each([
    [undefined, 5000],
    ["2 seconds", 2000]
  ] as const)("with the option %s, after %s ms", (limit, millis) => {
    it.effect.each(Object.entries(questions))("is given up when it is asked for %s", ([, [service, ask]]) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(iat * 1000)
        expect(yield* timed(Effect.scoped(ask))).toMatchObject({ answer: unavailable, millis })
      }).pipe(Effect.provide(layer(service, limit)), quiet)
    )

    it.effect("is given up by the caller that verifies a token", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(iat * 1000)
        const { verify } = yield* AccessTokenVerifier.AccessTokenVerifier
        const { answer, millis: taken } = yield* timed(Effect.flip(verify(accessToken)))
        expect(answer).toMatchObject({ _tag: "KeysUnavailable" })
        expect(taken).toBe(millis)
      }).pipe(Effect.provide(layer({}, limit)), quiet)
    )

    it.effect.each([
      ["/orders", "a token", {}, bearer],
      ["/orders", "an expired token", {}, expired],
      ["/greeting", "an expired token", {}, expired],
      ["/name", "a token", { keys: json(keySet) }, bearer],
      ["/orders/all", "a token", { keys: json(keySet) }, bearer],
      ["/teams/one/orders", "a token", { keys: json(keySet) }, bearer],
      ["/machine", "an API key", {}, { "x-api-key": "sk_0000000000000000000000" }]
    ] as const)("is given up by the middleware of %s for %s", ([path, , service, headers]) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(iat * 1000)
        const call = yield* serve
        const { answer, millis: taken } = yield* timed(call(path, headers))
        expect({ status: answer.status, taken }).toStrictEqual({ status: 503, taken: millis })
      }).pipe(Effect.provide(layer(service, limit)), quiet)
    )

    it.effect(`is given up after ${millis} ms by createRequestAuth`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(iat * 1000)
        const makeAuth = (service: Service) =>
          createRequestAuth({
            projectId,
            publishableClientKey,
            apiUrl,
            http: Layer.mergeAll(
              requestsFrom(service).layer,
              Layer.succeed(Clock.Clock, clock),
              Layer.succeed(References.MinimumLogLevel, "None")
            ),
            authTimeout: limit
          })
        const clock = yield* Clock.Clock
        const away = makeAuth({})
        const refusals = yield* Effect.forEach([bearer, expired], (headers) => {
          const request = new Request("https://shop.example.com/", { headers })
          const answer = away.protect(() => new Response("hello"))
          return Effect.all({
            authenticate: timed(Effect.promise(() => away.authenticate(request))),
            protect: timed(Effect.promise(() => answer(request)))
          })
        })
        const refused = {
          authenticate: { answer: { signedIn: false, status: 503 }, millis },
          protect: { answer: { status: 503 }, millis }
        }
        expect(refusals).toMatchObject([refused, refused])
        const result = yield* Effect.promise(() =>
          makeAuth({ keys: json(keySet) }).authenticate(new Request("https://shop.example.com/", { headers: bearer }))
        )
        if (!result.signedIn) return yield* Effect.die(result.error)
        const failing = (ask: () => Promise<unknown>) =>
          timed(Effect.flip(Effect.tryPromise<unknown, unknown>({ try: ask, catch: (error) => error })))
        expect(
          yield* Effect.all({
            user: failing(result.user),
            permission: failing(() => result.requirePermission("orders:read"))
          })
        ).toMatchObject({ user: { answer: unavailable, millis }, permission: { answer: unavailable, millis } })
        return undefined
      }).pipe(quiet)
    )
  })

  it.each(["soon", 0, -1, Infinity] as Array<Duration.Input>)("refuses the limit $0", async (authTimeout) => {
    await using auth = createRequestAuth({ projectId, publishableClientKey, apiUrl, authTimeout })
    const request = new Request("https://shop.example.com/", { headers: bearer })
    await expect(auth.authenticate(request)).rejects.toMatchObject({ _tag: "InvalidOption", option: "authTimeout" })
  })

  it(
    `keeps nobody waiting longer, whatever it answers and when, in ${seeds} schedules`,
    { timeout: 600_000 },
    async () => {
      const outcomes = new Set<string>()
      for (let seed = 1; seed <= seeds; seed++) {
        const random = makeRandom(seed)
        const sometime = <A, E>(answer: Effect.Effect<A, E>) =>
          Effect.suspend(() => (random() < 0.3 ? Effect.never : Effect.delay(answer, Math.floor(random() * 7000))))
        const service: Service = { keys: sometime(json(keySet)), refresh: sometime(refreshed) }
        const exit = await runAsync(
          random,
          Effect.gen(function* () {
            const context = yield* Layer.build(layer(service))
            const { open } = Context.get(context, RequestSessions.RequestSessions)
            const one = Effect.gen(function* () {
              yield* Effect.sleep(Math.floor(random() * 9000))
              const started = yield* Clock.currentTimeMillis
              const request = yield* open(
                new Request("https://shop.example.com/", { headers: random() < 0.5 ? bearer : expired })
              )
              const exit = yield* Effect.exit(request.user)
              outcomes.add(exit._tag)
              expect((yield* Clock.currentTimeMillis) - started).toBeLessThanOrEqual(5000)
            }).pipe(Effect.scoped, Effect.orDie)
            yield* Effect.all(
              Array.from({ length: 4 }, () => one),
              { concurrency: "unbounded" }
            )
          }).pipe(Effect.scoped, quiet, Effect.provideService(RequestIsolation, seed % 3 === 0))
        )
        expect(exit !== undefined && Exit.isSuccess(exit), `seed ${seed}: ${exit ?? "hangs"}`).toBe(true)
      }
      expect(outcomes.size).toBe(2)
    }
  )
})
