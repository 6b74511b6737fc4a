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
import { TransportError } from "../../src/domain/TransportError.ts"
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

const ok: Answer = Effect.succeed(response(404, "nothing"))
const never: Answer = Effect.never
const longest = Effect.provideService(Random.Random, {
  nextDoubleUnsafe: () => 1 - 2 ** -53,
  nextIntUnsafe: () => 0
})

/** A service whose mood a test changes, and calls of an app with a breaker. */
const service = (first: Answer, options: Partial<ClientApp.ClientAppOptions> = {}) => {
  let mood = first
  const net = network(() => Effect.suspend(() => mood))
  const layer = clientApp(options).pipe(Layer.provide(CircuitBreaker.layer), Layer.provide(net.layer))
  const call = Effect.flatMap(ClientApp.ClientApp, (app) => app.call(UsersWire.getMe, {})).pipe(
    Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none)
  )
  return {
    net,
    layer,
    call,
    becomes: (next: Answer) => {
      mood = next
    },
    /** How a call ends at once; `waits` if it does not. */
    outcome: Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(call, { startImmediately: true })
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
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

const run = <A, E, R>({ layer }: { readonly layer: Layer.Layer<R, any> }, test: Effect.Effect<A, E, R>) =>
  test.pipe(Effect.provide(Layer.orDie(layer)), longest, Effect.provideService(References.MinimumLogLevel, "None"))

/** Makes a circuit open, by requests that hang. */
const hang = ({ call }: ReturnType<typeof service>) =>
  Effect.gen(function* () {
    const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(call, { startImmediately: true }))
    yield* TestClock.adjust(CircuitBreaker.hangingMillis)
    return fibers
  })

describe("the circuit of a service that hangs", () => {
  const subject = () => service(never)

  it.effect("opens with the fourth request, as soon as three hang, and before any has timed out", () => {
    const it = subject()
    return run(
      it,
      Effect.gen(function* () {
        const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(it.call, { startImmediately: true }))
        yield* TestClock.adjust(CircuitBreaker.hangingMillis - 1)
        expect(yield* it.outcome).toBe("waits")
        yield* TestClock.adjust(1)
        expect(yield* it.outcome).toBe("CircuitOpen")
        expect(it.net.sent.length).toBe(4)
        expect(fibers.map((fiber) => fiber.pollUnsafe())).toEqual([undefined, undefined, undefined])
      })
    )
  })

  it.effect("fails calls with the time to retry, and says that nothing was sent", () => {
    const it = subject()
    return run(
      it,
      Effect.gen(function* () {
        yield* hang(it)
        yield* Effect.flip(it.call)
        yield* TestClock.adjust(500)
        const error = yield* Effect.flip(it.call)
        if (!(error instanceof TransportError)) throw new Error("it is of another kind")
        expect(error.reason).toEqual({ _tag: "CircuitOpen", retryAfterMillis: 1500 })
        expect(error).toMatchObject({ attempts: 0, outcomeUnknown: false })
        expect(error.message).toContain("2 s")
        const { call } = yield* ClientApp.ClientApp
        const write = yield* Effect.flip(
          call(PasswordWire.signIn, { payload: { email: "ada@example.com", password: Redacted.make("password1") } })
        )
        expect(write).toMatchObject({ reason: { _tag: "CircuitOpen" }, outcomeUnknown: false })
      })
    )
  })

  it.effect("lets one probe pass at a time, and its answer closes it", () => {
    const it = subject()
    return run(
      it,
      Effect.gen(function* () {
        yield* hang(it)
        expect(yield* it.outcome).toBe("CircuitOpen")
        yield* TestClock.adjust(CircuitBreaker.openMillis)
        const probe = yield* Effect.forkChild(it.call, { startImmediately: true })
        expect(yield* it.outcome).toBe("CircuitOpen")
        expect(it.net.sent.length).toBe(4)
        yield* Fiber.interrupt(probe)
        it.becomes(ok)
        expect(yield* it.outcome).toBe("UnexpectedStatus")
        expect(yield* it.outcome).toBe("UnexpectedStatus")
      })
    )
  })

  it.effect("sends another probe if the caller of the first was interrupted", () => {
    const it = subject()
    return run(
      it,
      Effect.gen(function* () {
        yield* hang(it)
        expect(yield* it.outcome).toBe("CircuitOpen")
        yield* TestClock.adjust(CircuitBreaker.openMillis)
        for (let i = 0; i < 5; i++) expect(yield* it.outcome).toBe("waits")
        expect(it.net.sent.length).toBe(8)
      })
    )
  })

  it.effect("stays open longer after each probe that hangs, up to 30 seconds", () => {
    const it = subject()
    return run(
      it,
      Effect.gen(function* () {
        yield* hang(it)
        const open: Array<number> = []
        for (let i = 0; i < 7; i++) {
          const error = yield* Effect.flip(it.call)
          if (!(error instanceof TransportError) || error.reason._tag !== "CircuitOpen") throw error
          open.push(error.reason.retryAfterMillis)
          yield* TestClock.adjust(error.reason.retryAfterMillis)
          yield* Effect.forkChild(it.call, { startImmediately: true })
          yield* TestClock.adjust(CircuitBreaker.hangingMillis)
        }
        expect(open).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
        expect(it.net.sent.length).toBe(10)
      })
    )
  })

  it.effect("delays no call that comes long afterwards", () => {
    const it = subject()
    return run(
      it,
      Effect.gen(function* () {
        // Three that hang, and then nobody for a while.
        yield* hang(it)
        yield* TestClock.adjust(CircuitBreaker.openMillis)
        expect(yield* it.outcome).toBe("waits")
        // The same with a probe that hangs.
        const probe = yield* Effect.forkChild(it.call, { startImmediately: true })
        yield* TestClock.adjust(CircuitBreaker.hangingMillis + 2 * CircuitBreaker.openMillis)
        expect(yield* it.outcome).toBe("waits")
        expect(probe.pollUnsafe()).toBe(undefined)
        // And with one whose time limit ends meanwhile.
        const other = yield* Effect.forkChild(Effect.exit(it.call), { startImmediately: true })
        yield* TestClock.adjust(30_000)
        expect(other.pollUnsafe()).not.toBe(undefined)
        expect(yield* it.outcome).toBe("waits")
      })
    )
  })

  it.effect("is closed by a late answer to a request that hung", () => {
    const it = service(Effect.delay(ok, 3500))
    return run(
      it,
      Effect.gen(function* () {
        yield* hang(it)
        expect(yield* it.outcome).toBe("CircuitOpen")
        yield* TestClock.adjust(500)
        expect(yield* it.outcome).toBe("waits")
      })
    )
  })

  it.effect("counts requests whose time limit is shorter", () => {
    const it = service(never)
    return run(
      it,
      Effect.gen(function* () {
        for (let i = 0; i < 4; i++) {
          const fiber = yield* Effect.forkChild(Effect.flip(it.call), { startImmediately: true })
          yield* TestClock.adjust(1000)
          yield* Fiber.join(fiber)
        }
        expect(yield* it.outcome).toBe("CircuitOpen")
      }).pipe(Effect.provideService(CallTimeout, "1 second"))
    )
  })

  it.effect("does not open while other requests are answered, nor because callers are interrupted", () => {
    const it = subject()
    return run(
      it,
      Effect.gen(function* () {
        for (let i = 0; i < 20; i++) expect(yield* it.outcome).toBe("waits")
        yield* hang(it)
        it.becomes(ok)
        const isOpen = yield* it.outcome
        expect(isOpen).toBe("CircuitOpen")
      })
    )
  })

  it.effect("does not open for a service that is slow", () => {
    const it = service(Effect.delay(ok, 4000))
    return run(
      it,
      Effect.gen(function* () {
        // One after the other, and then in groups, as a program does that works through a list.
        for (let i = 0; i < 6; i++) {
          const group = yield* Effect.forEach([1, 2, 3, 4, 5].slice(0, i < 3 ? 1 : 5), () =>
            Effect.forkChild(Effect.flip(it.call), { startImmediately: true })
          )
          yield* TestClock.adjust(4000)
          for (const fiber of group) expect(yield* Fiber.join(fiber)).toMatchObject({ reason: { status: 404 } })
        }
      })
    )
  })

  it.effect("never opens if it is turned off", () => {
    const it = subject()
    return Effect.gen(function* () {
      const layer = clientApp().pipe(
        Layer.provide(CircuitBreaker.layer),
        Layer.provide(CircuitBreaker.layerNone),
        Layer.provide(it.net.layer)
      )
      yield* run(
        { layer },
        Effect.gen(function* () {
          yield* hang(it)
          expect(yield* it.outcome).toBe("waits")
        })
      )
    })
  })
})

describe("the circuit of a service that fails", () => {
  const html = { "content-type": "text/html" }
  for (const [name, failure] of [
    ["refuses connections", refused],
    ["breaks connections", broken],
    ["answers 500", text("", 500)],
    ["answers 503 behind 200", text("", 200, { "x-stack-actual-status": "503" })],
    ["answers a page of 502", text("<html>", 502, html)]
  ] as const) {
    it.effect(`opens after ten requests to one that ${name}`, () => {
      const it = service(failure)
      return run(
        it,
        Effect.gen(function* () {
          for (let i = 0; i < CircuitBreaker.minRequests; i++) expect(yield* it.outcome).not.toBe("CircuitOpen")
          expect(yield* it.outcome).toBe("CircuitOpen")
          expect(it.net.sent.length).toBe(CircuitBreaker.minRequests)
          // A probe that fails opens it for longer.
          yield* TestClock.adjust(CircuitBreaker.openMillis)
          expect(yield* it.outcome).not.toBe("CircuitOpen")
          yield* TestClock.adjust(2 * CircuitBreaker.openMillis - 1)
          expect(yield* it.outcome).toBe("CircuitOpen")
          it.becomes(ok)
          yield* TestClock.adjust(1)
          expect(yield* it.outcome).toBe("UnexpectedStatus")
          // The failures before count no more.
          it.becomes(failure)
          for (let i = 0; i < CircuitBreaker.minRequests - 1; i++) expect(yield* it.outcome).not.toBe("CircuitOpen")
        })
      )
    })
  }

  for (const [name, answer] of [
    ["404", text("", 404)],
    ["429", text("", 429)],
    ["a known error", knownError("USER_NOT_FOUND", 404)],
    ["a known error of status 500", knownError("USER_NOT_FOUND", 500)],
    ["half an answer", text("{", 200)],
    ["a malformed real status", text("", 200, { "x-stack-actual-status": "5000" })]
  ] as const) {
    it.effect(`never opens because of ${name}`, () => {
      const it = service(answer)
      return run(
        it,
        Effect.gen(function* () {
          for (let i = 0; i < 50; i++) expect(yield* it.outcome).not.toBe("CircuitOpen")
        })
      )
    })
  }

  it.effect("opens if half of the requests fail, within the time that counts", () =>
    Effect.gen(function* () {
      for (const [spacing, share, opens] of [
        [100, 2, true],
        [100, 3, false],
        [3000, 2, false]
      ] as const) {
        const it = service(ok)
        yield* run(
          it,
          Effect.gen(function* () {
            const outcomes = new Set<string>()
            for (let i = 0; i < 40; i++) {
              it.becomes(i % share === 0 ? broken : ok)
              outcomes.add(yield* it.outcome)
              yield* TestClock.adjust(spacing)
            }
            expect(outcomes.has("CircuitOpen"), `${share} in ${spacing} ms`).toBe(opens)
          })
        )
      }
    })
  )

  it.effect("is shared by all apps of a process, and separate for each service", () => {
    const it = service(refused)
    return Effect.gen(function* () {
      const other = clientApp({ apiUrl: "https://other.example.com" })
      const through = (app: Layer.Layer<ClientApp.ClientApp, any>) =>
        run(
          { layer: Layer.fresh(app.pipe(Layer.provide(CircuitBreaker.layer), Layer.provide(it.net.layer))) },
          it.outcome
        )
      for (let i = 0; i < CircuitBreaker.minRequests; i++) yield* through(clientApp())
      expect(yield* through(clientApp({ apiUrl }))).toBe("CircuitOpen")
      expect(yield* through(other)).toBe("Network")
    })
  })
})
