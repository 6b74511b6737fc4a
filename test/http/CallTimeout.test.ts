/** The time limit of a call: what counts to it, who sets it, and what comes of it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"
import { CallTimeout } from "../../src/http/CallTimeout.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import { type Execute, Http, HttpFailure, timeoutFailure } from "../../src/http/Http.ts"
import { RetryPolicy, upTo } from "../../src/http/RetryPolicy.ts"
import * as Notifier from "../../src/platform/Notifier.ts"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { makeService, withSession } from "../session/service.ts"
import * as schedule from "../support/explore/schedule.ts"
import {
  apiUrl,
  broken,
  clientApp,
  failing,
  json,
  network,
  over,
  refused,
  text,
  timed,
  userJson
} from "../support/scriptedNetwork.ts"
import { countSeeds } from "../support/seeds.ts"
import { signIn, transportError } from "./calls.ts"

const seeds = countSeeds(300)

describe("a call", () => {
  it.effect("ends after 30 s without an answer, whatever its endpoint", () =>
    Effect.gen(function* () {
      const net = network(() => Effect.never, Effect.never)
      const read = yield* failing(over(net)(UsersWire.getMe, {}))
      const write = yield* failing(over(net)(PasswordWire.signIn, signIn))
      const timeout = { _tag: "Timeout", limitMillis: 30_000, waitedFor: "answer", healthy: undefined }
      expect(transportError(read.error).reason).toMatchObject(timeout)
      expect(transportError(write.error).reason).toMatchObject(timeout)
      expect(Math.max(read.millis, write.millis)).toBeLessThanOrEqual(30_050)
      expect(transportError(read.error).outcomeUnknown).toBe(false)
      expect(transportError(write.error).outcomeUnknown).toBe(true)
      expect(transportError(write.error).message).toContain("no complete answer within 30000 ms; it is unknown whether")
    })
  )

  const slow: Record<string, Execute> = {
    "ignores its limit": () => Effect.never,
    "cannot be interrupted": () => Effect.uninterruptible(Effect.never),
    "cannot be interrupted, and ends a minute later": () =>
      Effect.uninterruptible(Effect.andThen(Effect.sleep("1 minute"), Effect.fail(timeoutFailure)))
  }
  it.effect.each(Object.entries(slow))("ends in time over a layer that %s", ([, execute]) =>
    Effect.gen(function* () {
      const app = yield* ClientApp.ClientApp
      const read = yield* failing(app.call(UsersWire.getMe, {}))
      const write = yield* failing(app.call(PasswordWire.signIn, signIn))
      const reason = { _tag: "Timeout", waitedFor: "answer" }
      // An attempt that may be repeated is.
      expect(transportError(read.error)).toMatchObject({ reason, attempts: 2 })
      expect(transportError(write.error)).toMatchObject({ reason, attempts: 1 })
      expect(Math.max(read.millis, write.millis)).toBeLessThanOrEqual(20_050)
    }).pipe(Effect.provide(Layer.provide(clientApp({ timeout: "20 seconds" }), Layer.succeed(Http, execute))))
  )

  it.effect.each([4, 5, 6, 7, 8, 9])("leaves time for an attempt after a wait of $0 s", (retryAfter) =>
    Effect.gen(function* () {
      const net = network(() => text("", 429, { "retry-after": `${retryAfter}` }))
      const { error } = yield* failing(over(net, { timeout: "10 seconds" })(UsersWire.getMe, {}))
      expect(transportError(error).reason._tag).toBe("RateLimited")
      expect(Math.min(...net.sent.map(({ timeoutMillis }) => timeoutMillis))).toBeGreaterThanOrEqual(1000)
    })
  )

  it.effect("has the limit of its app, or its own", () =>
    Effect.gen(function* () {
      const net = network(() => Effect.never, Effect.never)
      const call = over(net, { timeout: "2 seconds" })(UsersWire.getMe, {})
      expect((yield* failing(call)).millis).toBeLessThanOrEqual(2050)
      const { error, millis } = yield* failing(Effect.provideService(call, CallTimeout, Duration.seconds(7)))
      expect(millis).toBeLessThanOrEqual(7050)
      expect(transportError(error).reason).toMatchObject({ limitMillis: 7000 })
    })
  )

  it.effect("makes all its attempts within the limit", () =>
    Effect.gen(function* () {
      const five = network(() => refused, Effect.never)
      const { error, millis } = yield* failing(over(five)(UsersWire.getMe, {}))
      expect(five.sent).toHaveLength(5)
      expect(millis).toBeLessThanOrEqual(30_050)
      expect(transportError(error).reason).toMatchObject({ _tag: "Network", detail: "ECONNREFUSED" })
    })
  )

  it.effect("fails early if the next attempt would come too late", () =>
    Effect.gen(function* () {
      const few = network(() => broken)
      const short = yield* failing(over(few, { timeout: 2000 })(UsersWire.getMe, {}))
      expect(few.sent.length).toBeLessThan(4)
      expect(short.millis).toBeLessThanOrEqual(2050)
      expect(transportError(short.error).reason).toMatchObject({ _tag: "Network", detail: "ECONNRESET" })

      const limited = network(() => text("", 429, { "retry-after": "40" }))
      const rate = yield* failing(over(limited)(UsersWire.getMe, {}))
      expect(rate.millis).toBeLessThanOrEqual(50)
      expect(transportError(rate.error).reason).toMatchObject({ _tag: "RateLimited", retryAfterMillis: 40_000 })
    })
  )

  it.effect("gives an attempt the time that earlier ones have left", () =>
    Effect.gen(function* () {
      const net = network((_, n) => (n === 1 ? broken : Effect.never), Effect.never)
      const { error, millis } = yield* failing(over(net, { timeout: 5000 })(UsersWire.getMe, {}))
      expect(net.sent).toHaveLength(2)
      expect(net.sent[1]!.timeoutMillis).toBe(5000 - Math.floor(net.sent[1]!.atMillis))
      expect(millis).toBeLessThanOrEqual(5050)
      expect(transportError(error).reason).toMatchObject({ _tag: "Timeout", limitMillis: 5000 })
    })
  )

  it.effect("gives a repeatable attempt half of the time, and another one all of it", () =>
    Effect.gen(function* () {
      const hangsOnce = () => network((_, n) => (n === 1 ? Effect.never : json(userJson)), Effect.never)
      const net = hangsOnce()
      const { exit } = yield* timed(over(net)(UsersWire.getMe, {}))
      expect(exit._tag).toBe("Success")
      expect(net.sent[0]!.timeoutMillis).toBe(15_000)

      const patient = hangsOnce()
      yield* timed(over(patient, { timeout: "5 minutes" })(UsersWire.getMe, {}))
      expect(patient.sent[0]!.timeoutMillis).toBe(150_000)

      const hasty = hangsOnce()
      yield* failing(over(hasty, { timeout: "8 seconds" })(UsersWire.getMe, {}))
      expect(hasty.sent).toHaveLength(1)

      const write = hangsOnce()
      yield* failing(over(write, { timeout: "5 minutes" })(PasswordWire.signIn, signIn))
      expect(write.sent.map(({ timeoutMillis }) => timeoutMillis)).toStrictEqual([300_000])
    })
  )

  it.effect("keeps its limit, however long the retry policy waits", () =>
    Effect.gen(function* () {
      const net = network(() => broken, Effect.never)
      const call = Effect.provideService(over(net)(UsersWire.getMe, {}), RetryPolicy, Schedule.spaced("1 hour"))
      const { error, millis } = yield* failing(call)
      expect(millis).toBeLessThanOrEqual(30_050)
      expect(transportError(error).reason).toMatchObject({ _tag: "Network" })
    })
  )

  const invalid = [0, -1, NaN, Infinity, 2_147_483_648, "soon", {}]

  it.effect.each([...invalid, null])("cannot have the limit %s", (timeout) =>
    Effect.gen(function* () {
      const net = network(() => json(userJson))
      const call = Effect.provideService(over(net)(UsersWire.getMe, {}), CallTimeout, timeout as never)
      const { error } = yield* failing(call)
      expect(transportError(error).reason._tag).toBe("InvalidRequest")
      expect(transportError(error).message).toContain("between 1 and 2147483647 ms")
      expect(net.sent).toHaveLength(0)
    })
  )

  it.effect.each(invalid)("cannot get the limit %s from its app", (timeout) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(ClientApp.ClientApp, clientApp({ timeout: timeout as never })))
      expect(error).toMatchObject({ _tag: "InvalidOption", option: "timeout" })
    })
  )

  it.effect("may have the longest limit that a timer can keep", () =>
    Effect.gen(function* () {
      const net = network(() => json(userJson))
      yield* over(net, { timeout: 2_147_483_647 })(UsersWire.getMe, {})
      expect(net.sent).toHaveLength(1)
    })
  )
})

describe("a call as a user", () => {
  const getMe = AuthorizedTransport.call(UsersWire.getMe, {})
  const limited = (millis: number) => Effect.provideService(getMe, CallTimeout, millis)

  /** Somebody whose access token has ended, and a service that is slow to refresh it. */
  const expired = (refreshMillis: number) =>
    Effect.gen(function* () {
      const service = makeService({
        fault: (kind, _, pass) => (kind === "refresh" ? Effect.delay(pass, refreshMillis) : pass)
      })
      const { refreshToken } = yield* service.open("ada")
      const store = MemoryTokenStore.make({ refreshToken, accessToken: Redacted.make("ended.e30.token") })
      return { service, run: withSession(service, store) }
    })

  it.effect("includes the refresh of the session, which continues for other callers", () =>
    Effect.gen(function* () {
      const { run, service } = yield* expired(5000)
      yield* Effect.gen(function* () {
        const others = yield* Effect.forkChild(Effect.all([getMe, limited(6000)], { concurrency: "unbounded" }))
        const { error, millis } = yield* failing(limited(2000))
        expect(millis).toBeLessThanOrEqual(2050)
        expect(transportError(error)).toMatchObject({
          reason: { _tag: "Timeout", limitMillis: 2000, waitedFor: "session" },
          path: "/auth/oauth/token",
          outcomeUnknown: false,
          message: expect.stringContaining("the session was not refreshed within 2000 ms; nothing else was sent")
        })
        yield* TestClock.adjust(4000)
        expect(yield* Fiber.join(others)).toHaveLength(2)
        expect(service.count("refresh")).toBe(1)
        yield* getMe
      }).pipe(run)
    })
  )

  it.effect("gives its requests the time that the refresh has left", () =>
    Effect.gen(function* () {
      const { run, service } = yield* expired(4000)
      yield* timed(limited(9000)).pipe(run)
      const { atMillis, timeoutMillis } = service.network.sent.at(-1)!
      expect(atMillis).toBeGreaterThanOrEqual(4000)
      expect(timeoutMillis).toBeLessThanOrEqual(5000)
    })
  )

  it.effect("fails at once for an invalid limit", () =>
    Effect.gen(function* () {
      const { run, service } = yield* expired(0)
      const { error } = yield* failing(limited(-1).pipe(run))
      expect(transportError(error).reason._tag).toBe("InvalidRequest")
      expect(service.count("refresh")).toBe(0)
    })
  )

  it(`never ends the refresh of another, nor waits beyond its time, in ${seeds} orders of events`, () => {
    for (let seed = 0; seed < seeds; seed++) {
      const exit = schedule.run(
        schedule.makeRandom(seed),
        Effect.gen(function* () {
          const { run, service } = yield* expired(5000)
          return yield* Effect.gen(function* () {
            const started = yield* Clock.currentTimeMillis
            const call = (millis: number) =>
              Effect.flatMap(Effect.exit(limited(millis)), (exit) =>
                Effect.map(Clock.currentTimeMillis, (now) => ({ ok: exit._tag === "Success", millis: now - started }))
              )
            const calls = yield* Effect.all([call(2000), call(5000), call(20_000), call(3000)], {
              concurrency: "unbounded"
            })
            return { calls, refreshes: service.count("refresh") }
          }).pipe(run)
        })
      )
      if (exit?._tag !== "Success") throw new Error(`seed ${seed}`, { cause: exit })
      const [short, equal, long, other] = exit.value.calls
      expect(short, `seed ${seed}`).toStrictEqual({ ok: false, millis: 2000 })
      expect(other, `seed ${seed}`).toStrictEqual({ ok: false, millis: 3000 })
      // Of two events at the same instant, either may be first.
      expect(equal!.millis, `seed ${seed}`).toBe(5000)
      expect(long, `seed ${seed}`).toStrictEqual({ ok: true, millis: 5000 })
      expect(exit.value.refreshes, `seed ${seed}`).toBe(1)
    }
  })
})

describe("a service on this machine that does not run", () => {
  const told = () => {
    const messages: Array<string> = []
    const layer = Notifier.layerCustom((error) => Effect.sync(() => void messages.push(Notifier.toMessage(error))))
    return { messages, layer }
  }
  const typeError = Effect.fail(new HttpFailure({ reason: "Network", sent: true, detail: "TypeError" }))

  it.effect.each([
    ["on a server", refused],
    ["in a browser", typeError]
  ] as const)("is told at once %s, once, while the attempts go on", ([, fault]) =>
    Effect.gen(function* () {
      const { layer, messages } = told()
      let isUp = false
      const net = network(() => (isUp ? json(userJson) : fault))
      yield* Effect.gen(function* () {
        const app = yield* ClientApp.ClientApp
        const fiber = yield* Effect.forkChild(app.call(UsersWire.getMe, {}))
        yield* TestClock.adjust(0)
        expect(messages).toStrictEqual([
          expect.stringMatching(
            /^GET \/users\/me failed: http:\/\/127\.0\.0\.1:8102 did not answer .*npx gatefold start$/
          )
        ])
        isUp = true
        yield* TestClock.adjust("5 seconds")
        expect(yield* Fiber.join(fiber)).toMatchObject({ displayName: "Ada" })
        expect(messages).toHaveLength(1)
        // An outage that begins later is reported again.
        isUp = false
        const { error } = yield* failing(app.call(UsersWire.getMe, {}))
        expect(messages).toHaveLength(2)
        expect(transportError(error).message).toContain(`${apiUrl} did not answer`)
        expect(transportError(error).message).toContain("npx gatefold start")
        yield* failing(app.call(UsersWire.getMe, {}))
        expect(messages).toHaveLength(2)
      }).pipe(Effect.provide(Layer.merge(layer, clientApp().pipe(Layer.provide(net.layer)))))
    })
  )

  describe("under a development server", () => {
    beforeEach(() => void vi.stubEnv("NODE_ENV", "development"))
    afterEach(() => void vi.unstubAllEnvs())

    it.effect.each([
      ["on a server", refused],
      ["in a browser", typeError]
    ] as const)("is asked once %s, and the call fails with what the Notifier was told", ([, fault]) =>
      Effect.gen(function* () {
        const { layer, messages } = told()
        const net = network(() => fault)
        const { error } = yield* failing(Effect.provide(over(net)(UsersWire.getMe, {}), layer))
        expect(transportError(error)).toMatchObject({ attempts: 1, elapsedMillis: 0, message: messages[0] })
      })
    )

    it.effect("is tried as often as a custom policy says", () =>
      Effect.gen(function* () {
        const asked = over(network(() => refused))(UsersWire.getMe, {})
        const { error } = yield* failing(Effect.provideService(asked, RetryPolicy, upTo(2)))
        expect(transportError(error).attempts).toBe(3)
      })
    )

    it.effect.each([
      ["a connection that broke", broken, {}],
      ["a service elsewhere", refused, { apiUrl: "https://auth.example.com" }]
    ] as const)("repeats a request as ever after %s", ([, fault, options]) =>
      Effect.gen(function* () {
        const { error } = yield* failing(
          over(
            network(() => fault),
            options
          )(UsersWire.getMe, {})
        )
        expect(transportError(error).attempts).toBe(5)
      })
    )
  })

  it.effect("is not reported for a broken connection, nor for another machine", () =>
    Effect.gen(function* () {
      const { layer, messages } = told()
      yield* failing(Effect.provide(over(network(() => broken))(UsersWire.getMe, {}), layer))
      const { error } = yield* failing(
        Effect.provide(
          over(
            network(() => refused),
            { apiUrl: "https://auth.example.com" }
          )(UsersWire.getMe, {}),
          layer
        )
      )
      expect(messages).toStrictEqual([])
      expect(transportError(error).message).toContain("https://auth.example.com cannot be reached (ECONNREFUSED)")
    })
  )

  it.effect("does not wait for a notifier that never ends", () =>
    Effect.gen(function* () {
      const { millis } = yield* failing(
        Effect.provide(
          over(network(() => refused))(PasswordWire.signIn, signIn),
          Notifier.layerCustom(() => Effect.never)
        )
      )
      expect(millis).toBeLessThanOrEqual(30_050)
    })
  )
})
