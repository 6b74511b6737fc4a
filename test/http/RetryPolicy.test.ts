/** When the transport repeats a request, and how long it waits. */
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import { TransportError } from "../../src/domain/errors/TransportError.ts"
import { CallTimeout } from "../../src/http/CallTimeout.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import { HttpFailure } from "../../src/http/Http.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import {
  type Answer,
  broken,
  clientApp,
  failing,
  json,
  type Network,
  network,
  over,
  refused,
  text,
  timed,
  userJson
} from "../support/scriptedNetwork.ts"
import { half, readReason, signIn, transportError } from "./calls.ts"

/** A script that answers `answers` in turn, the last one again and again. */
const inTurn =
  (...answers: ReadonlyArray<Answer>) =>
  (_: unknown, n: number) =>
    answers[Math.min(n, answers.length) - 1]!

describe("retries", () => {
  const callEndpoint = (
    endpoint: "GET" | "DELETE" | "POST" | "PATCH",
    net: Network
  ): Effect.Effect<unknown, unknown> => {
    switch (endpoint) {
      case "GET":
        return over(net)(UsersWire.getMe, {})
      case "DELETE":
        return over(net)(UsersWire.deleteMe, {})
      case "PATCH":
        return over(net)(UsersWire.updateMe, { payload: {} })
      case "POST":
        return over(net)(PasswordWire.signIn, signIn)
    }
  }
  const methods = ["GET", "DELETE", "POST", "PATCH"] as const
  const expected: ReadonlyArray<
    readonly [fault: string, answer: Answer, attempts: Record<(typeof methods)[number], number>]
  > = [
    ["connect refused", refused, { GET: 5, DELETE: 5, POST: 5, PATCH: 5 }],
    [
      "no such host",
      Effect.fail(new HttpFailure({ reason: "Network", sent: false, detail: "ENOTFOUND" })),
      { GET: 3, DELETE: 3, POST: 3, PATCH: 3 }
    ],
    [
      "no name server",
      Effect.fail(new HttpFailure({ reason: "Network", sent: false, detail: "EAI_AGAIN" })),
      { GET: 3, DELETE: 3, POST: 3, PATCH: 3 }
    ],
    ["broken after sending", broken, { GET: 5, DELETE: 5, POST: 1, PATCH: 1 }],
    ["no answer", Effect.never, { GET: 2, DELETE: 2, POST: 1, PATCH: 1 }],
    ["429", text("", 429), { GET: 5, DELETE: 5, POST: 5, PATCH: 5 }],
    ["429 behind 200", text("", 200, { "x-stack-actual-status": "429" }), { GET: 5, DELETE: 5, POST: 5, PATCH: 5 }],
    ["508 with the marker", text("x INFINITE_LOOP_DETECTED", 508), { GET: 5, DELETE: 5, POST: 5, PATCH: 5 }],
    ["500", text("", 500), { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }],
    ["501", text("", 501), { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }],
    ["502", text("", 502), { GET: 5, DELETE: 1, POST: 1, PATCH: 1 }],
    ["503", text("", 503), { GET: 5, DELETE: 1, POST: 1, PATCH: 1 }],
    ["503 after 61 s", text("", 503, { "retry-after": "61" }), { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }],
    ["504 by a header", text("", 200, { "x-stack-actual-status": "504" }), { GET: 5, DELETE: 1, POST: 1, PATCH: 1 }],
    ["505", text("", 505), { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }],
    [
      "too large",
      Effect.fail(new HttpFailure({ reason: "TooLarge", sent: true, detail: "" })),
      { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }
    ],
    [
      "hidden redirect",
      Effect.fail(new HttpFailure({ reason: "Redirect", sent: true, detail: "" })),
      { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }
    ]
  ]
  it.effect.each(
    expected.flatMap(([fault, answer, attempts]) =>
      methods.map((method) => ({ answer, attempts: attempts[method], fault, method }))
    )
  )("$fault: $method is attempted $attempts times", ({ answer, attempts, method }) =>
    Effect.gen(function* () {
      const net = network(() => answer)
      const { error, millis } = yield* failing(Random.withSeed(callEndpoint(method, net), "retries"))
      expect(error).toBeInstanceOf(TransportError)
      expect(transportError(error).attempts).toBe(attempts)
      expect(net.sent).toHaveLength(attempts)
      expect(millis).toBeLessThanOrEqual(30_050)
      const nonces = net.sent.map(({ headers }) => headers["x-stack-random-nonce"])
      expect(new Set(nonces).size).toBe(nonces.length)
    })
  )

  const local = "http://127.0.0.1:8102"

  const countAttempts = Effect.fnUntraced(function* (environment: string, apiUrl: string, answer: Answer) {
    vi.stubEnv("NODE_ENV", environment)
    yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))
    const net = network(() => answer)
    yield* failing(over(net, { apiUrl })(UsersWire.getMe, {}))
    return net.sent.length
  }, Effect.scoped)

  it.effect("are none in development if nothing listens at an address of this machine", () =>
    Effect.gen(function* () {
      expect({
        address: yield* countAttempts("development", local, refused),
        name: yield* countAttempts("development", "http://localhost:8102", refused),
        elsewhere: yield* countAttempts("development", "https://auth.example.com", refused),
        // A connection that broke later had a service at its other end.
        broken: yield* countAttempts("development", local, broken)
      }).toStrictEqual({ address: 1, name: 1, elsewhere: 5, broken: 5 })
    })
  )

  it.effect.each(["production", "test"])("are not left out with NODE_ENV $0, though nothing listens", (other) =>
    Effect.gen(function* () {
      expect(yield* countAttempts(other, local, refused)).toBe(5)
    })
  )

  it.effect("wait as long as an unavailable service asks for a read, and a write has none", () =>
    Effect.gen(function* () {
      const net = network((_, n) => (n === 1 ? text("", 503, { "retry-after": "7" }) : broken))
      yield* failing(Effect.provideService(over(net)(UsersWire.getMe, {}), Random.Random, half))
      expect(net.sent[1]!.atMillis - net.sent[0]!.atMillis).toBe(8000)
      const write = network(() => text("", 503, { "retry-after": "1" }))
      const { error } = yield* failing(over(write)(PasswordWire.signIn, signIn))
      expect(write.sent).toHaveLength(1)
      expect(transportError(error).outcomeUnknown).toBe(true)
    })
  )

  it.effect("are a fifth of all calls, and one a second, if the service keeps failing", () =>
    Effect.gen(function* () {
      const net = network(() => broken)
      const app = yield* ClientApp.ClientApp.pipe(Effect.provide(clientApp().pipe(Layer.provide(net.layer))))
      const call = Effect.flip(app.call(UsersWire.getMe, {}))
      /** So many calls at once, and how many requests they make. */
      const burst = Effect.fnUntraced(function* (calls: number) {
        const before = net.sent.length
        const { exit } = yield* timed(
          Effect.all(
            Array.from({ length: calls }, () => call),
            { concurrency: "unbounded" }
          )
        )
        return { requests: net.sent.length - before, errors: yield* exit }
      })
      const first = yield* burst(100)
      // 20 at once, and as many as seconds pass while they are repeated.
      expect(first.requests).toBeGreaterThanOrEqual(120)
      expect(first.requests).toBeLessThanOrEqual(150)
      const final = first.errors.filter((error) => transportError(error).attempts === 1)
      expect(final.length).toBeGreaterThanOrEqual(50)
      expect(readReason(final[0])._tag).toBe("Network")
      // It is filled again: by time, and by calls.
      yield* TestClock.adjust(30_000)
      const second = yield* burst(4)
      expect(second.requests).toBe(20)
    })
  )

  it.effect("do not use up the budget if the service asks for them", () =>
    Effect.gen(function* () {
      const net = network((_, n) => (n <= 100 ? text("", 429, { "retry-after": "1" }) : text("", 404)))
      const app = yield* ClientApp.ClientApp.pipe(Effect.provide(clientApp().pipe(Layer.provide(net.layer))))
      const call = Effect.flip(app.call(UsersWire.getMe, {}))
      const { exit } = yield* timed(
        Effect.all(
          Array.from({ length: 50 }, () => call),
          { concurrency: "unbounded" }
        )
      )
      const tags = (yield* exit).map((error) => readReason(error)._tag)
      expect(new Set(tags)).toStrictEqual(new Set(["UnexpectedStatus"]))
      expect(net.sent).toHaveLength(150)
    })
  )

  it.effect.each([0, 1, 6])("are as many as the policy of the call says: $0 times", (times) =>
    Effect.gen(function* () {
      const net = network(() => broken)
      const call = Effect.provideService(
        over(net)(UsersWire.getMe, {}),
        RetryPolicy.RetryPolicy,
        RetryPolicy.upTo(times)
      )
      const { error } = yield* failing(Effect.provideService(call, CallTimeout, "10 minutes"))
      expect(transportError(error).attempts).toBe(times + 1)
      expect(net.sent.filter(({ url }) => !url.endsWith("/health"))).toHaveLength(times + 1)
    })
  )

  it.effect("wait exactly 1000 · 2^n · [0.5, 1.5) ms, by the seed", () =>
    Effect.gen(function* () {
      const delays = (seed: string) =>
        Effect.gen(function* () {
          const net = network(() => refused)
          yield* failing(Random.withSeed(over(net)(UsersWire.getMe, {}), seed))
          return net.sent.slice(1).map(({ atMillis }, i) => Math.round(atMillis - net.sent[i]!.atMillis))
        })
      const first = yield* delays("a")
      first.forEach((delay, n) => {
        expect(delay).toBeGreaterThanOrEqual(500 * 2 ** n)
        expect(delay).toBeLessThan(1500 * 2 ** n)
      })
      expect(yield* delays("a")).toStrictEqual(first)
      expect(yield* delays("b")).not.toStrictEqual(first)
      const net = network(() => refused)
      yield* failing(Effect.provideService(over(net)(UsersWire.getMe, {}), Random.Random, half))
      expect(net.sent.map(({ atMillis }) => atMillis - net.sent[0]!.atMillis)).toStrictEqual([
        0, 1000, 3000, 7000, 15_000
      ])
    })
  )

  it.effect("succeed with the first answer", () =>
    Effect.gen(function* () {
      const net = network(inTurn(broken, text("", 429, { "retry-after": "2" }), json(userJson)))
      const { exit } = yield* timed(Effect.provideService(over(net)(UsersWire.getMe, {}), Random.Random, half))
      expect(exit._tag).toBe("Success")
      // 1000 of the first backoff, then 2000 as asked and 2000 of the second.
      expect(net.sent.map(({ atMillis }) => atMillis)).toStrictEqual([0, 1000, 5000])
    })
  )

  /** A call over a service that answers 429 once. */
  const limited = (header: string) => {
    const net = network(inTurn(text("", 429, { "retry-after": header }), json(userJson)))
    const call = over(net, { timeout: "5 minutes" })(UsersWire.getMe, {})
    return { call: Effect.provideService(call, Random.Random, half), net }
  }

  it.effect.each([
    ["0", 0],
    ["2", 2000],
    ["1.5", 1500],
    ["-5", 0],
    ["60", 60_000],
    [" 2 ", 2000],
    ["Thu, 01 Jan 1970 00:00:09 GMT", 9000],
    ["Wed, 21 Oct 1950 07:28:00 GMT", 0]
  ] as const)("wait besides for the Retry-After %j: %s ms", ([header, millis]) =>
    Effect.gen(function* () {
      const { call, net } = limited(header)
      yield* timed(call)
      expect(net.sent[1]!.atMillis).toBe(1000 + millis)
    })
  )

  it.effect.each(["abc", "", "0x10", "2, 3", "NaN"])("ignore the Retry-After %j", (header) =>
    Effect.gen(function* () {
      const { call, net } = limited(header)
      yield* timed(call)
      expect(net.sent[1]!.atMillis).toBe(1000)
    })
  )

  it.effect.each(["61", "1e9", "1000000000", "1e400", "Wed, 21 Oct 2099 07:28:00 GMT"])(
    "are none for the Retry-After %j",
    (header) =>
      Effect.gen(function* () {
        const { call, net } = limited(header)
        const { error, millis } = yield* failing(call)
        const reason = readReason(error)
        expect(reason._tag === "RateLimited" && reason.retryAfterMillis! <= 86_400_000).toBe(true)
        expect(net.sent).toHaveLength(1)
        expect(millis).toBeLessThanOrEqual(50)
      })
  )

  it.effect("stop when the next attempt would exceed the call's limit", () =>
    Effect.gen(function* () {
      const net = network(() => text("", 429, { "retry-after": "20" }))
      const { error, millis } = yield* failing(over(net)(UsersWire.getMe, {}))
      expect(readReason(error)._tag).toBe("RateLimited")
      expect(net.sent).toHaveLength(2)
      expect(millis).toBeLessThanOrEqual(30_050)
    })
  )

  it.effect("can be turned off, and no policy can repeat a call that must not be repeated", () =>
    Effect.gen(function* () {
      const one = network(() => refused)
      yield* failing(Effect.provideService(over(one)(UsersWire.getMe, {}), RetryPolicy.RetryPolicy, RetryPolicy.none))
      expect(one.sent).toHaveLength(1)
      const post = network(() => broken)
      yield* failing(over(post)(PasswordWire.signIn, signIn))
      expect(post.sent).toHaveLength(1)
    })
  )

  it.effect("end at once with an interruption", () =>
    Effect.gen(function* () {
      const net = network(() => refused)
      const fiber = yield* Effect.forkChild(over(net)(UsersWire.getMe, {}))
      yield* TestClock.adjust(10)
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("1 hour")
      expect(net.sent).toHaveLength(1)
    })
  )
})

describe("an attempt without an answer", () => {
  it.effect("is interrupted after 30 s", () =>
    Effect.gen(function* () {
      let interrupted = 0
      const net = network(() => Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted++)))
      const { error, millis } = yield* failing(over(net)(PasswordWire.signIn, signIn))
      expect(readReason(error)._tag).toBe("Timeout")
      expect(interrupted).toBe(1)
      expect(millis).toBeLessThanOrEqual(30_100)
    })
  )
})
