/** A service that hangs or fails costs once: what the circuit of a process lets pass, and when. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import { TransportError } from "../../src/domain/errors/TransportError.ts"
import { CallTimeout } from "../../src/http/CallTimeout.ts"
import * as CircuitBreaker from "../../src/http/CircuitBreaker.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import {
  type Answer,
  apiUrl,
  broken,
  clientApp,
  knownError,
  network,
  refused,
  response,
  text
} from "../support/scriptedNetwork.ts"
import { turns } from "../support/turns.ts"

const ok: Answer = Effect.succeed(response(404, "nothing"))
const never: Answer = Effect.never
const longest = Effect.provideService(Random.Random, {
  nextDoubleUnsafe: () => 1 - 2 ** -53,
  nextIntUnsafe: () => 0
})

/** A service that answers as a test says, and calls of an app with a breaker. */
const serviceThat = (first: Answer) => {
  let answer = first
  const net = network(() => Effect.suspend(() => answer))
  const layer = clientApp().pipe(Layer.provide(CircuitBreaker.layer), Layer.provide(net.layer))
  const call = Effect.flatMap(ClientApp.ClientApp, (app) => app.call(UsersWire.getMe, {})).pipe(
    Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none)
  )
  return {
    net,
    layer,
    call,
    answers: (next: Answer) => {
      answer = next
    },
    /** How a call ends at once; `waits` if it does not. */
    outcome: Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(call, { startImmediately: true })
      yield* turns(3)
      const exit = fiber.pollUnsafe()
      if (exit === undefined) {
        yield* Fiber.interrupt(fiber)
        return "waits"
      }
      if (Exit.isSuccess(exit)) return "answered"
      const error = yield* Effect.flip(exit)
      return error instanceof TransportError ? error.reason._tag : error._tag
    })
  }
}

type Service = ReturnType<typeof serviceThat>

/** Runs an effect over an app, with the longest random waits. */
const run = <A, E, E2, R, R1>(layer: Layer.Layer<R1, E2>, effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.provide(Layer.orDie(layer)), longest, Effect.provideService(References.MinimumLogLevel, "None"))

/** Runs a test over the app of a service that answers so. */
const against = (answer: Answer, test: (service: Service) => Effect.gen.Return<void, unknown, ClientApp.ClientApp>) => {
  const service = serviceThat(answer)
  return run(
    service.layer,
    Effect.gen(() => test(service))
  )
}

const begin = (call: Service["call"]) => Effect.forkChild(call, { startImmediately: true })

/** Makes a circuit open, by requests that hang. */
const hang = Effect.fnUntraced(function* ({ call }: Service) {
  const fibers = yield* Effect.forEach([1, 2, 3], () => begin(call))
  yield* TestClock.adjust(CircuitBreaker.hangingMillis)
  return fibers
})

/** The outcomes of calls, one after the other. */
const outcomes = ({ outcome }: Service, count: number) => Effect.replicateEffect(outcome, count)

describe("the circuit of a service that hangs", () => {
  it.effect("opens with the fourth request, as soon as three hang, and before any has timed out", () =>
    against(never, function* (service) {
      const fibers = yield* Effect.forEach([1, 2, 3], () => begin(service.call))
      yield* TestClock.adjust(CircuitBreaker.hangingMillis - 1)
      expect(yield* service.outcome).toBe("waits")
      yield* TestClock.adjust(1)
      expect(yield* service.outcome).toBe("CircuitOpen")
      expect(service.net.sent.length).toBe(4)
      expect(fibers.map((fiber) => fiber.pollUnsafe())).toStrictEqual([undefined, undefined, undefined])
    })
  )

  it.effect("fails calls with the time to retry, and says that nothing was sent", () =>
    against(never, function* (service) {
      yield* hang(service)
      yield* Effect.flip(service.call)
      yield* TestClock.adjust(500)
      const error = yield* Effect.flip(service.call)
      expect(error).toMatchObject({
        reason: { _tag: "CircuitOpen", retryAfterMillis: 1500 },
        attempts: 0,
        outcomeUnknown: false
      })
      expect(error.message).toContain("2 s")
      const { call } = yield* ClientApp.ClientApp
      const write = yield* Effect.flip(
        call(PasswordWire.signIn, { payload: { email: "ada@example.com", password: Redacted.make("password1") } })
      )
      expect(write).toMatchObject({ reason: { _tag: "CircuitOpen" }, outcomeUnknown: false })
    })
  )

  it.effect("lets one probe pass at a time, and its answer closes it", () =>
    against(never, function* (service) {
      yield* hang(service)
      expect(yield* service.outcome).toBe("CircuitOpen")
      yield* TestClock.adjust(CircuitBreaker.openMillis)
      const probe = yield* begin(service.call)
      expect(yield* service.outcome).toBe("CircuitOpen")
      expect(service.net.sent.length).toBe(4)
      yield* Fiber.interrupt(probe)
      service.answers(ok)
      expect(yield* service.outcome).toBe("UnexpectedStatus")
      expect(yield* service.outcome).toBe("UnexpectedStatus")
    })
  )

  it.effect("sends another probe if the caller of the first was interrupted", () =>
    against(never, function* (service) {
      yield* hang(service)
      expect(yield* service.outcome).toBe("CircuitOpen")
      yield* TestClock.adjust(CircuitBreaker.openMillis)
      expect(yield* outcomes(service, 5)).toStrictEqual(Array(5).fill("waits"))
      expect(service.net.sent.length).toBe(8)
    })
  )

  it.effect("stays open longer after each probe that hangs, up to 30 seconds", () =>
    against(never, function* (service) {
      yield* hang(service)
      const open: Array<number> = []
      for (let i = 0; i < 7; i++) {
        const error = yield* Effect.flip(service.call)
        if (!(error instanceof TransportError) || error.reason._tag !== "CircuitOpen") throw error
        open.push(error.reason.retryAfterMillis)
        yield* TestClock.adjust(error.reason.retryAfterMillis)
        yield* begin(service.call)
        yield* TestClock.adjust(CircuitBreaker.hangingMillis)
      }
      expect(open).toStrictEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
      expect(service.net.sent.length).toBe(10)
    })
  )

  it.effect("delays no call that comes long afterwards", () =>
    against(never, function* (service) {
      // Three that hang, and then nobody for a while.
      yield* hang(service)
      yield* TestClock.adjust(CircuitBreaker.openMillis)
      expect(yield* service.outcome).toBe("waits")
      // The same with a probe that hangs.
      const probe = yield* begin(service.call)
      yield* TestClock.adjust(CircuitBreaker.hangingMillis + 2 * CircuitBreaker.openMillis)
      expect(yield* service.outcome).toBe("waits")
      expect(probe.pollUnsafe()).toBe(undefined)
      // And with one whose time limit ends meanwhile.
      const other = yield* Effect.forkChild(Effect.exit(service.call), { startImmediately: true })
      yield* TestClock.adjust(30_000)
      expect(other.pollUnsafe()).not.toBe(undefined)
      expect(yield* service.outcome).toBe("waits")
    })
  )

  it.effect("is closed by a late answer to a request that hung", () =>
    against(Effect.delay(ok, 3500), function* (service) {
      yield* hang(service)
      expect(yield* service.outcome).toBe("CircuitOpen")
      yield* TestClock.adjust(500)
      expect(yield* service.outcome).toBe("waits")
    })
  )

  it.effect("counts requests whose time limit is shorter", () =>
    against(never, function* (service) {
      for (let i = 0; i < 4; i++) {
        const fiber = yield* Effect.forkChild(Effect.flip(service.call), { startImmediately: true })
        yield* TestClock.adjust(1000)
        yield* Fiber.join(fiber)
      }
      expect(yield* service.outcome).toBe("CircuitOpen")
    }).pipe(Effect.provideService(CallTimeout, "1 second"))
  )

  it.effect("does not open while other requests are answered", () =>
    against(never, function* (service) {
      yield* Effect.forEach([1, 2, 3], () => begin(service.call))
      yield* TestClock.adjust(CircuitBreaker.hangingMillis - 1)
      service.answers(ok)
      expect(yield* service.outcome).toBe("UnexpectedStatus")
      service.answers(never)
      yield* TestClock.adjust(1)
      expect(yield* service.outcome).toBe("waits")
    })
  )

  it.effect("does not open because callers are interrupted", () =>
    against(never, function* (service) {
      expect(yield* outcomes(service, 20)).toStrictEqual(Array(20).fill("waits"))
    })
  )

  it.effect("does not open for a service that is slow", () =>
    against(Effect.delay(ok, 4000), function* (service) {
      // One after the other, and then in groups, as a program does that works through a list.
      for (let i = 0; i < 6; i++) {
        const group = yield* Effect.forEach([1, 2, 3, 4, 5].slice(0, i < 3 ? 1 : 5), () =>
          Effect.forkChild(Effect.flip(service.call), { startImmediately: true })
        )
        yield* TestClock.adjust(4000)
        for (const fiber of group) expect(yield* Fiber.join(fiber)).toMatchObject({ reason: { status: 404 } })
      }
    })
  )

  it.effect("never opens if it is turned off", () => {
    const service = serviceThat(never)
    const layer = clientApp().pipe(
      Layer.provide(CircuitBreaker.layer),
      Layer.provide(CircuitBreaker.layerNone),
      Layer.provide(service.net.layer)
    )
    return run(
      layer,
      Effect.gen(function* () {
        yield* hang(service)
        expect(yield* service.outcome).toBe("waits")
      })
    )
  })
})

describe("the circuit of a service that fails", () => {
  const html = { "content-type": "text/html" }
  it.effect.each([
    ["refuses connections", refused],
    ["breaks connections", broken],
    ["answers 500", text("", 500)],
    ["answers 503 behind 200", text("", 200, { "x-stack-actual-status": "503" })],
    ["answers a page of 502", text("<html>", 502, html)]
  ] as const)("opens after ten requests to one that %s", ([, failure]) =>
    against(failure, function* (service) {
      expect(yield* outcomes(service, CircuitBreaker.minRequests)).not.toContain("CircuitOpen")
      expect(yield* service.outcome).toBe("CircuitOpen")
      expect(service.net.sent.length).toBe(CircuitBreaker.minRequests)
      // A probe that fails opens it for longer.
      yield* TestClock.adjust(CircuitBreaker.openMillis)
      expect(yield* service.outcome).not.toBe("CircuitOpen")
      yield* TestClock.adjust(2 * CircuitBreaker.openMillis - 1)
      expect(yield* service.outcome).toBe("CircuitOpen")
      service.answers(ok)
      yield* TestClock.adjust(1)
      expect(yield* service.outcome).toBe("UnexpectedStatus")
      // The failures before count no more.
      service.answers(failure)
      expect(yield* outcomes(service, CircuitBreaker.minRequests - 1)).not.toContain("CircuitOpen")
    })
  )

  it.effect.each([
    ["404", text("", 404)],
    ["429", text("", 429)],
    ["a known error", knownError("USER_NOT_FOUND", 404)],
    ["a known error of status 500", knownError("USER_NOT_FOUND", 500)],
    ["half an answer", text("{", 200)],
    ["a malformed real status", text("", 200, { "x-stack-actual-status": "5000" })]
  ] as const)("never opens because of %s", ([, answer]) =>
    against(answer, function* (service) {
      expect(yield* outcomes(service, 50)).not.toContain("CircuitOpen")
    })
  )

  it.effect.each([
    { spacing: 100, share: 2, opens: true },
    { spacing: 100, share: 3, opens: false },
    { spacing: 3000, share: 2, opens: false }
  ])("opens, if one in $share requests fails, $spacing ms apart: $opens", ({ opens, share, spacing }) =>
    against(ok, function* (service) {
      const seen = new Set<string>()
      for (let i = 0; i < 40; i++) {
        service.answers(i % share === 0 ? broken : ok)
        seen.add(yield* service.outcome)
        yield* TestClock.adjust(spacing)
      }
      expect(seen.has("CircuitOpen")).toBe(opens)
    })
  )

  it.effect("is shared by all apps of a process, and separate for each service", () => {
    const service = serviceThat(refused)
    return Effect.gen(function* () {
      const other = clientApp({ apiUrl: "https://other.example.com" })
      const through = (app: ReturnType<typeof clientApp>) =>
        run(
          Layer.fresh(app.pipe(Layer.provide(CircuitBreaker.layer), Layer.provide(service.net.layer))),
          service.outcome
        )
      for (let i = 0; i < CircuitBreaker.minRequests; i++) yield* through(clientApp())
      expect(yield* through(clientApp({ apiUrl }))).toBe("CircuitOpen")
      expect(yield* through(other)).toBe("Network")
    })
  })
})
