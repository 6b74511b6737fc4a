/**
 * Checks of API keys in a fleet: one question to the service, no key in the store, a bounded time after a revocation.
 */
import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as ApiKeyChecks from "../../../src/backend/verify/ApiKeyChecks.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import { RequestIsolation } from "../../../src/platform/request/RequestIsolation.ts"
import * as ApiKeys from "../../../src/server/ApiKeys.ts"
import { ServerApp } from "../../../src/server/ServerApp.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import { timed } from "../../support/scriptedNetwork.ts"
import { until } from "../../support/turns.ts"
import { startOne, store } from "./brokenStore.ts"

const emulated = EmulatedApp.layer({ project: { config: { allowUserApiKeys: true, allowTeamApiKeys: true } } })

const world = Effect.gen(function* () {
  const shared = yield* store
  const app = yield* ServerApp
  const { journal } = yield* Emulator.Emulator
  const ann = yield* EmulatedApp.signUp()
  const key = yield* ApiKeys.createForUser({ description: "CI", expiresAt: null, userId: ann.user.id })
  return {
    ...shared,
    ann,
    key,
    asked: Effect.map(journal.entries, (entries) => entries.filter(({ path }) => path.endsWith("/check")).length),
    start: (options: ApiKeyChecks.ApiKeyOptions = {}) =>
      startOne(
        ApiKeyChecks.ApiKeyChecks,
        ApiKeyChecks.layer(options).pipe(Layer.provide(Layer.succeed(ServerApp, app)), Layer.provide(shared.process()))
      )
  }
})

describe("API keys in a fleet", () => {
  it.effect("are checked once for all processes, and neither keys nor owners appear in the store", () =>
    Effect.gen(function* () {
      const { ann, asked, entries, key, start, written } = yield* world
      const [first, second] = [yield* start(), yield* start()]
      expect(yield* first.check(key.value)).toMatchObject({ type: "user", userId: ann.user.id })
      yield* until(() => written() === 1)
      expect(yield* second.check(key.value)).toMatchObject({ type: "user", userId: ann.user.id })
      expect(yield* asked).toBe(1)
      const value = Redacted.value(key.value)
      const digest = Buffer.from(
        yield* Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(value)))
      )
      const seen = JSON.stringify(Array.from(entries))
      const secrets = [value, value.slice(8), digest.toString("hex"), digest.toString("base64url")]
      expect(secrets.filter((secret) => seen.includes(secret))).toStrictEqual([])
    }).pipe(Effect.provide(emulated))
  )

  it.effect("are believed for a minute after they were revoked, not for a minute in each process", () =>
    Effect.gen(function* () {
      const { key, start, written } = yield* world
      const [first, second] = [yield* start(), yield* start()]
      yield* first.check(key.value)
      yield* until(() => written() === 1)
      yield* ApiKeys.revoke(key)
      yield* TestClock.adjust("59 seconds")
      yield* second.check(key.value)
      yield* TestClock.adjust("1 second")
      const processes = [second, first, yield* start()]
      const refusals = yield* Effect.forEach(processes, (process) => Effect.flip(process.check(key.value)))
      const refusal = { _tag: "Unauthorized", reason: "invalid" }
      expect(refusals).toMatchObject([refusal, refusal, refusal])
    }).pipe(Effect.provide(emulated))
  )

  it.effect.each([
    [29_999, 1],
    [30_000, 2]
  ] as const)(
    "are asked for $1 times, $0 ms after the clock of another process that is 30 seconds ahead",
    ([millis, requests]) =>
      Effect.gen(function* () {
        const { asked, key, start } = yield* world
        const ahead = Date.now() + 60_000
        yield* TestClock.setTime(ahead)
        yield* (yield* start()).check(key.value)
        yield* TestClock.setTime(ahead - millis)
        yield* (yield* start()).check(key.value)
        expect(yield* asked).toBe(requests)
      }).pipe(Effect.provide(emulated))
  )

  it.effect("are not checked again for 10 seconds if they do not work", () =>
    Effect.gen(function* () {
      const { asked, start, written } = yield* world
      const [first, second] = [yield* start(), yield* start()]
      const wrong = Redacted.make("sk_nonsense_nonsense")
      yield* Effect.flip(first.check(wrong))
      yield* until(() => written() === 1)
      const once = yield* asked
      yield* TestClock.adjust("9 seconds")
      yield* Effect.flip(second.check(wrong))
      expect(yield* asked).toBe(once)
      yield* TestClock.adjust("1 second")
      yield* Effect.flip(second.check(wrong))
      expect(yield* asked).toBe(2 * once)
    }).pipe(Effect.provide(emulated))
  )

  it.effect("are reported as expired by all processes, and checked once", () =>
    Effect.gen(function* () {
      const { ann, asked, start, written } = yield* world
      const expiresAt = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { minutes: 1 }))
      const key = yield* ApiKeys.createForUser({ description: "CI", expiresAt, userId: ann.user.id })
      yield* TestClock.adjust("2 minutes")
      for (const process of [yield* start(), yield* start()]) {
        expect(yield* Effect.flip(process.check(key.value))).toMatchObject({ reason: "expired" })
        yield* until(() => written() === 1)
      }
      expect(yield* asked).toBe(1)
    }).pipe(Effect.provide(emulated))
  )

  it.effect("stay refused by a process that refuses their kind when another process accepts them", () =>
    Effect.gen(function* () {
      const { key, start, written } = yield* world
      const [both, teams] = [yield* start(), yield* start({ kinds: ["team"] })]
      yield* both.check(key.value)
      yield* until(() => written() === 1)
      expect(yield* Effect.flip(teams.check(key.value))).toMatchObject({ _tag: "Unauthorized" })
      yield* until(() => written() === 2)
      yield* (yield* start()).check(key.value)
    }).pipe(Effect.provide(emulated))
  )

  it.effect("cannot be forged by an attacker who writes to the store", () =>
    Effect.gen(function* () {
      const { ann, asked, entries, key, start, written } = yield* world
      yield* (yield* start()).check(key.value)
      yield* until(() => written() === 1)
      const [[name, genuine]] = Array.from(entries) as [[string, { text: string; signature: string }]]
      entries.set(name, { ...genuine, text: genuine.text.replace(ann.user.id, "00000000-0000-4000-8000-00000000beef") })
      expect(yield* (yield* start()).check(key.value)).toMatchObject({ userId: ann.user.id })
      expect(yield* asked).toBe(2)
      // The answer about one key does not speak for another.
      yield* until(() => written() === 2)
      const wrong = Redacted.make("sk_nonsense_nonsense")
      yield* Effect.flip((yield* start()).check(wrong))
      yield* until(() => written() === 3)
      for (const other of entries.keys()) entries.set(other, genuine)
      expect(yield* Effect.flip((yield* start()).check(wrong))).toMatchObject({ reason: "invalid" })
    }).pipe(Effect.provide(emulated))
  )

  it.effect("are checked at the service while the store fails", () =>
    Effect.gen(function* () {
      const { asked, becomes, key, start } = yield* world
      const process = yield* start()
      for (const [index, mood] of (["fails", "dies"] as const).entries()) {
        becomes(mood)
        yield* process.check(key.value)
        expect(yield* asked, mood).toBe(index + 1)
        yield* TestClock.adjust("61 seconds")
      }
    }).pipe(Effect.provide(emulated))
  )
})

describe("API keys in one process", () => {
  const alone = Effect.gen(function* () {
    const { asked, key } = yield* world
    const start = (isolated: boolean) =>
      Effect.flatMap(ServerApp, (app) =>
        startOne(
          ApiKeyChecks.ApiKeyChecks,
          ApiKeyChecks.layer().pipe(
            Layer.provide(Layer.succeed(ServerApp, app)),
            Layer.provide(Layer.succeed(RequestIsolation, isolated))
          )
        )
      )
    return { asked, key, start }
  })

  it.effect("are checked once for all callers, even when the first one has gone", () =>
    Effect.gen(function* () {
      const { asked, key, start } = yield* alone
      const { check } = yield* start(false)
      const first = yield* Effect.forkChild(check(key.value), { startImmediately: true })
      const others = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 50 }), () => check(key.value), { concurrency: "unbounded" }),
        { startImmediately: true }
      )
      yield* Fiber.interrupt(first)
      expect((yield* Fiber.join(others)).length).toBe(50)
      yield* check(key.value)
      expect(yield* asked).toBe(1)
    }).pipe(Effect.provide(emulated))
  )

  it.effect("do not make a request wait for another one forever, where requests are isolated", () =>
    Effect.gen(function* () {
      const { key } = yield* alone
      const app = yield* ServerApp
      let calls = 0
      const { check } = yield* startOne(
        ApiKeyChecks.ApiKeyChecks,
        ApiKeyChecks.layer().pipe(
          Layer.provide(
            // The first request is ended by the runtime before its answer comes.
            Layer.succeed(ServerApp, {
              ...app,
              call: (endpoint, input) => (++calls === 1 ? Effect.never : app.call(endpoint, input))
            })
          ),
          Layer.provide(Layer.succeed(RequestIsolation, true))
        )
      )
      yield* Effect.forkChild(check(key.value))
      yield* until(() => calls === 1)
      const { exit, millis } = yield* timed(check(key.value))
      expect({ exit: exit._tag, calls }).toStrictEqual({ exit: "Success", calls: 2 })
      expect(millis).toBeLessThan(11_000)
    }).pipe(Effect.provide(emulated))
  )
})
