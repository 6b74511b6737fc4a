/** Who may call how often: in handlers, by middleware, in one process and in a fleet. */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import {
  ApiKeyMiddleware,
  LimitPerAddress,
  LimitPerApiKey,
  LimitPerUser,
  RateLimit,
  SignedIn
} from "../../../src/backend/middleware/index.ts"
import * as RateLimits from "../../../src/backend/middleware/RateLimits.ts"
import * as Backend from "../../../src/backend/request/Backend.ts"
import * as ApiKeys from "../../../src/server/ApiKeys.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import { startOne, store } from "../fleet/brokenStore.ts"

const rule = { limit: 3, window: "1 minute" } as const

const world = Effect.map(store, (shared) => ({
  ...shared,
  start: startOne(RateLimits.RateLimits, RateLimits.layer().pipe(Layer.provide(shared.process())))
}))

const allowed = (
  { take }: RateLimits.RateLimits["Service"],
  times: number,
  subject = "mails to ann",
  each: Parameters<typeof take>[1] = rule
) =>
  Effect.map(
    Effect.forEach(Array.from({ length: times }), () => Effect.exit(take(subject, each))),
    (exits) => exits.filter(({ _tag }) => _tag === "Success").length
  )

describe("a rate limit", () => {
  it.effect("accepts the given number of requests, and says when to retry", () =>
    Effect.gen(function* () {
      const limits = yield* startOne(RateLimits.RateLimits, RateLimits.layer())
      expect(yield* allowed(limits, 10)).toBe(3)
      expect(yield* allowed(limits, 1, "mails to bob")).toBe(1)
      expect(yield* Effect.flip(limits.take("mails to ann", rule))).toMatchObject({ retryAfterSeconds: 60 })
      yield* TestClock.adjust("45 seconds")
      expect(yield* Effect.flip(limits.take("mails to ann", rule))).toMatchObject({ retryAfterSeconds: 15 })
      yield* TestClock.adjust("15 seconds")
      expect(yield* allowed(limits, 10)).toBe(3)
      expect(yield* allowed(limits, 1, "x", { limit: 0, window: "1 minute" })).toBe(0)
    })
  )

  it.effect("ends in time, also if the clock of the system is set back", () =>
    Effect.gen(function* () {
      const limits = yield* startOne(RateLimits.RateLimits, RateLimits.layer())
      const clock = yield* Clock.Clock
      expect(yield* allowed(limits, 10)).toBe(3)
      const hourAgo = { ...clock, currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() - 3_600_000 }
      const takes = Effect.provideService(Effect.flip(limits.take("mails to ann", rule)), Clock.Clock, hourAgo)
      expect(yield* takes).toMatchObject({ retryAfterSeconds: 60 })
    })
  )

  it.effect("counts over all processes of a fleet", () =>
    Effect.gen(function* () {
      const { start } = yield* world
      const processes = yield* Effect.forEach(Array.from({ length: 5 }), () => start)
      const counts = yield* Effect.forEach(processes, (process) => allowed(process, 5), { concurrency: "unbounded" })
      expect(counts.reduce((a, b) => a + b)).toBe(3)
      yield* TestClock.adjust("1 minute")
      expect(yield* allowed(processes[4]!, 5)).toBe(3)
    })
  )

  it.effect("counts in the store under a name that does not reveal its subject", () =>
    Effect.gen(function* () {
      const { counters, start } = yield* world
      expect(yield* allowed(yield* start, 1)).toBe(1)
      expect([...counters]).toStrictEqual([expect.not.stringMatching(/ann|mails/)])
    })
  )

  it.effect("counts in each process alone while the store fails", () =>
    Effect.gen(function* () {
      const { becomes, start } = yield* world
      const [first, second] = [yield* start, yield* start]
      becomes("fails")
      expect([yield* allowed(first, 5), yield* allowed(second, 5)]).toStrictEqual([3, 3])
      becomes("works")
      yield* TestClock.adjust("1 minute")
      expect((yield* allowed(first, 5)) + (yield* allowed(second, 5))).toBe(3)
    })
  )

  it.effect("drops one request after another, not all of them at the end", () =>
    Effect.gen(function* () {
      const limits = yield* startOne(RateLimits.RateLimits, RateLimits.layer())
      expect(yield* allowed(limits, 1)).toBe(1)
      yield* TestClock.adjust("19 seconds")
      expect(yield* allowed(limits, 3)).toBe(2)
      yield* TestClock.adjust("40 seconds")
      const { message, retryAfterSeconds } = yield* Effect.flip(limits.take("mails to ann", rule))
      expect(retryAfterSeconds).toBe(1)
      expect(message).toContain("in 1 s")
      yield* TestClock.adjust("1 second")
      expect(yield* allowed(limits, 5)).toBe(3)
    })
  )

  it.effect.each([
    ["90 seconds", 90],
    ["1500 millis", 2],
    ["0 seconds", 1]
  ] as const)("says when its window ends, even if it is zero: $0", ([window, retryAfterSeconds]) =>
    Effect.gen(function* () {
      const { take } = yield* startOne(RateLimits.RateLimits, RateLimits.layer())

      expect(yield* Effect.flip(take("x", { limit: 0, window }))).toMatchObject({ retryAfterSeconds })
    })
  )

  it.effect.each(["in a fleet", "in one process"])("counts separately for another rule, %s", (where) =>
    Effect.gen(function* () {
      const { start } = yield* world
      const { take } = yield* where === "in a fleet" ? start : startOne(RateLimits.RateLimits, RateLimits.layer())
      yield* take("mails to ann", { limit: 1, window: "1 minute" })
      yield* take("mails to ann", { limit: 2, window: "1 minute" })
      yield* take("mails to ann", { limit: 1, window: "2 minutes" })
      yield* Effect.flip(take("mails to ann", { limit: 1, window: "60 seconds" }))
    })
  )

  it.effect.each([
    ["capacity", { capacity: NaN }],
    ["capacity", { capacity: 0 }],
    ["fallback.limit", { fallback: { limit: NaN, window: "1 minute" } }],
    ["fallback.limit", { fallback: { limit: 0, window: "1 minute" } }],
    ["fallback.window", { fallback: { limit: 1, window: "soon" as "1 second" } }],
    ["fallback.window", { fallback: { limit: 1, window: NaN } }]
  ] as const)("is not built with a wrong %s", ([option, options]) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(Layer.build(RateLimits.layer(options)))).toMatchObject({
        _tag: "InvalidOption",
        option
      })
    })
  )

  it.effect("says that an infinite window is not finite", () =>
    Effect.gen(function* () {
      const infinite = RateLimits.layer({ fallback: { limit: 1, window: Infinity } })
      expect(yield* Effect.flip(Layer.build(infinite))).toMatchObject({
        problem: "it must be a finite duration of at least 0, and is Infinity"
      })
    })
  )

  it.effect("counts nothing by a rule with a wrong window", () =>
    Effect.gen(function* () {
      const { take } = yield* startOne(RateLimits.RateLimits, RateLimits.layer())
      const exit = yield* Effect.exit(take("mails to ann", { limit: 1, window: NaN }))
      expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toMatchObject({
        _tag: "InvalidOption",
        option: "window"
      })
    })
  )

  it.effect("keeps a bounded number of counters", () =>
    Effect.gen(function* () {
      const limits = yield* startOne(RateLimits.RateLimits, RateLimits.layer({ capacity: 10 }))
      yield* Effect.forEach(Array.from({ length: 1000 }), (_, i) => limits.take(`subject ${i}`, rule))
      expect(yield* allowed(limits, 5, "subject 999")).toBe(2)
      expect(yield* allowed(limits, 5, "subject 0")).toBe(3)
    })
  )
})

class Users extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("cheap", "/cheap", { success: Schema.String })
      .annotate(RateLimit, { perUser: { limit: 2, window: "1 minute" } })
      .middleware(LimitPerUser),
    HttpApiEndpoint.get("plain", "/plain", { success: Schema.String }).middleware(LimitPerUser)
  )
  .middleware(SignedIn) {}

class Strangers extends HttpApiGroup.make("strangers")
  .add(
    HttpApiEndpoint.get("a", "/a", { success: Schema.String }),
    HttpApiEndpoint.get("b", "/b", { success: Schema.String })
  )
  .middleware(LimitPerAddress)
  .annotate(RateLimit, { perAddress: { limit: 3, window: "1 minute" } }) {}

class Machines extends HttpApiGroup.make("machines")
  .add(
    HttpApiEndpoint.get("machine", "/machine", { success: Schema.String })
      .annotate(RateLimit, { perApiKey: { limit: 1, window: "1 minute" } })
      .middleware(LimitPerApiKey)
  )
  .middleware(ApiKeyMiddleware) {}

const Api = HttpApi.make("limited").add(Users).add(Strangers).add(Machines)

const ok = () => Effect.succeed("ok")
const Live = Layer.mergeAll(
  HttpApiBuilder.group(Api, "users", (handlers) => handlers.handle("cheap", ok).handle("plain", ok)),
  HttpApiBuilder.group(Api, "strangers", (handlers) => handlers.handle("a", ok).handle("b", ok)),
  HttpApiBuilder.group(Api, "machines", (handlers) => handlers.handle("machine", ok))
)

const serve = Effect.gen(function* () {
  const app = yield* HttpRouter.toHttpEffect(
    HttpApiBuilder.layer(Api).pipe(Layer.provide(Live), Layer.provide(HttpServer.layerServices))
  )
  const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope>(yield* Effect.context<never>())(app)
  return (path: string, headers: HeadersInit = {}) =>
    Effect.promise(async () => {
      const response = await handler(new Request(`https://shop.example.com${path}`, { headers }))
      return [response.status, response.headers.get("retry-after"), await response.text()]
    })
})

const layer = (options: RateLimits.RateLimitOptions = {}) =>
  Layer.mergeAll(Backend.layer(), Backend.layerApiKeys(), Backend.layerRateLimits(options)).pipe(
    Layer.provideMerge(EmulatedApp.layer({ project: { config: { allowUserApiKeys: true } } }))
  )

/** A logger, and the messages of its warnings. */
const warningLog = () => {
  const warnings: Array<unknown> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
    if (logLevel === "Warn") warnings.push(...(Array.isArray(message) ? message : [message]))
  })
  return { logger, warnings }
}

const refused = [429, "60", JSON.stringify({ retryAfterSeconds: 60, _tag: "TooManyRequests" })]

describe("an endpoint", () => {
  it.effect("is limited for each user, who learns when to retry", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const [ann, bob] = [yield* EmulatedApp.signUp(), yield* EmulatedApp.signUp()]
      const first = [yield* call("/cheap", ann.headers), yield* call("/cheap", ann.headers)]
      expect(first.map(([status]) => status)).toStrictEqual([200, 200])
      const [status, retryAfter, body] = yield* call("/cheap", ann.headers)
      expect({ status, retryAfter, body: JSON.parse(String(body)) }).toStrictEqual({
        status: 429,
        retryAfter: "60",
        body: JSON.parse(String(refused[2]))
      })
      expect((yield* call("/cheap", bob.headers))[0]).toBe(200)
      // Another endpoint counts for itself, 60 a minute where nothing is said.
      const many = yield* Effect.forEach(Array.from({ length: 62 }), () => call("/plain", ann.headers))
      expect(many.filter(([status]) => status === 200).length).toBe(60)
      // Nobody is refused before they are limited.
      expect((yield* call("/cheap"))[0]).toBe(401)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("shares the limit of its group, for each address that a proxy has seen", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const statuses = yield* Effect.forEach(
        [
          ["/a", "198.51.100.1"],
          ["/b", "198.51.100.1"],
          ["/a", "198.51.100.1"],
          ["/b", "198.51.100.1"],
          // What a client writes itself stands before what the proxy has seen.
          ["/b", "203.0.113.7, 198.51.100.1"],
          ["/b", "198.51.100.2"]
        ] as const,
        ([path, address]) => Effect.map(call(path, { "x-forwarded-for": address }), ([status]) => status)
      )
      expect(statuses).toStrictEqual([200, 200, 200, 429, 429, 200])
    }).pipe(Effect.provide(layer({ trustedProxies: 1 })))
  )

  it.effect("ignores a forwarded address when no proxy is trusted, and logs that once", () => {
    const { logger, warnings } = warningLog()
    return Effect.gen(function* () {
      const call = yield* serve
      const statuses = yield* Effect.forEach(Array.from({ length: 5 }), (_, i) =>
        Effect.map(call("/a", { "x-forwarded-for": `198.51.100.${i}` }), ([status]) => status)
      )
      expect(statuses).toStrictEqual([200, 200, 200, 429, 429])
      expect(warnings).toStrictEqual([expect.stringContaining("trustedProxies")])
    }).pipe(Effect.provide(layer().pipe(Layer.provideMerge(Logger.layer([logger])))))
  })

  it.effect("logs nothing about trusted proxies, or without a proxy", () => {
    const { logger, warnings } = warningLog()
    const calls = (headers: HeadersInit) => Effect.flatMap(serve, (call) => call("/a", headers))
    return Effect.gen(function* () {
      yield* Effect.provide(calls({ "x-forwarded-for": "198.51.100.1" }), layer({ trustedProxies: 1 }))
      yield* Effect.provide(calls({}), layer())
      expect(warnings).toStrictEqual([])
    }).pipe(Effect.provide(Logger.layer([logger])))
  })

  it.effect("has the server's limit by default", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const ann = yield* EmulatedApp.signUp()
      expect((yield* call("/plain", ann.headers))[0]).toBe(200)
      expect((yield* call("/plain", ann.headers)).slice(0, 2)).toStrictEqual([429, "10"])
    }).pipe(Effect.provide(layer({ fallback: { limit: 1, window: "10 seconds" } })))
  )

  it.effect("is limited for each API key", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const ann = yield* EmulatedApp.signUp()
      const input = { description: "CI", expiresAt: null, userId: ann.user.id }
      const keys = [yield* ApiKeys.createForUser(input), yield* ApiKeys.createForUser(input)]
      const use = (key: (typeof keys)[number]) => call("/machine", { "x-api-key": Redacted.value(key.value) })
      const answers = yield* Effect.forEach([...keys, ...keys], use)
      expect(answers.map((answer) => answer.slice(0, 2))).toStrictEqual([
        [200, null],
        [200, null],
        [429, "60"],
        [429, "60"]
      ])
    }).pipe(Effect.provide(layer()))
  )

  it("says so in the OpenAPI document", () => {
    const { paths } = OpenApi.fromApi(Api)
    expect(Object.keys(paths["/cheap"]!.get!.responses)).toContain("429")
  })
})
