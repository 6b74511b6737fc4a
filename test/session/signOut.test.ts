/** A sign-out ends the session here at once, and at the service if it can be reached. */
import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { type Answer, broken, knownError, refused, text, timed } from "../support/scriptedNetwork.ts"
import { expired, getMe, makeService, signOut, stored, withAda, withExpiredAda, withSession } from "./service.ts"

describe("a sign-out", () => {
  it.effect("ends the session here and at the service", () =>
    withAda({}, function* ({ service }) {
      yield* signOut
      expect(yield* stored).toBeUndefined()
      expect(service.sessions.size).toBe(0)
      expect(service.journal.map(({ kind }) => kind)).toStrictEqual(["signOut"])
      yield* signOut
      expect(service.journal).toHaveLength(1)
    })
  )

  it.effect("renews an access token that has ended, or that the service refuses", () =>
    Effect.gen(function* () {
      const { run, service } = yield* expired()
      yield* signOut.pipe(run)
      expect(service.journal.map(({ kind }) => kind)).toStrictEqual(["refresh", "signOut"])
      expect(service.sessions.size).toBe(0)
      const second = makeService({ lifeSeconds: 600 })
      second.settings.fault = (kind, n, pass) =>
        kind === "signOut" && n === 1 ? knownError("UNPARSABLE_ACCESS_TOKEN", 401) : pass
      yield* signOut.pipe(withSession(second, MemoryTokenStore.make(yield* second.open("ada"))))
      expect(second.sessions.size).toBe(0)
    })
  )

  const faults: Readonly<Record<string, Answer>> = {
    "is down": refused,
    breaks: broken,
    hangs: Effect.never,
    "is limited": text("", 429, { "retry-after": "30" }),
    fails: text("", 500),
    dies: Effect.die("a defect of a layer"),
    "refuses every token": knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }),
    "does not know the session": knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
  }
  it.effect.each(
    Arr.cartesianWith(Object.entries(faults), [0, 700], ([fault, answer], age) => ({ answer, fault, age }))
  )("clears at once and does not fail when the network $fault, with a token $age s old", ({ age, answer }) =>
    withAda({ lifeSeconds: 600, fault: () => answer }, function* ({ service }) {
      yield* TestClock.adjust(age * 1000)
      const fiber = yield* Effect.forkChild(signOut)
      yield* TestClock.adjust(0)
      expect(yield* stored).toBeUndefined()
      const { exit, millis } = yield* timed(Fiber.join(fiber))
      expect(Exit.isSuccess(exit)).toBe(true)
      expect(millis).toBeLessThanOrEqual(5100)
      const requests = service.journal.length
      yield* TestClock.adjust("10 minutes")
      expect(service.journal).toHaveLength(requests)
      expect(requests).toBeLessThanOrEqual(4)
    })
  )

  it.effect("waits for a refresh under way, and starts no other", () =>
    withExpiredAda({ latencyMillis: 100, rotate: true }, function* ({ service }) {
      const waiting = yield* Effect.forkChild(Effect.flip(getMe))
      yield* TestClock.adjust(10)
      const fiber = yield* Effect.forkChild(signOut)
      yield* TestClock.adjust(1)
      expect(yield* stored).toBeUndefined()
      yield* TestClock.adjust(1000)
      yield* Fiber.join(fiber)
      expect((yield* Fiber.join(waiting))._tag).toBe("UserAuthenticationRequired")
      expect({
        refresh: service.count("refresh"),
        signOut: service.count("signOut"),
        sessions: service.sessions.size
      }).toStrictEqual({ refresh: 1, signOut: 1, sessions: 0 })
    })
  )

  it.effect("clears the session even when interrupted", () =>
    withAda({ fault: () => Effect.never }, function* () {
      const fiber = yield* Effect.forkChild(signOut)
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(fiber)
      expect(yield* stored).toBeUndefined()
    })
  )

  it.effect("ends a session that has no refresh token", () =>
    Effect.gen(function* () {
      const service = makeService()
      const { accessToken } = yield* service.open("ada")
      yield* signOut.pipe(withSession(service, MemoryTokenStore.make({ accessToken })))
      expect(service.sessions.size).toBe(0)
    })
  )

  it.effect("sends no request when the refresh under way finds the session ended", () =>
    Effect.gen(function* () {
      const service = makeService({ latencyMillis: 100 })
      const { refreshToken } = yield* service.open("ada")
      yield* Effect.gen(function* () {
        service.end(Redacted.value(refreshToken))
        yield* Effect.forkChild(Effect.exit(getMe))
        yield* TestClock.adjust(10)
        const leaving = yield* Effect.forkChild(signOut)
        for (let i = 0; i < 10; i++) yield* TestClock.adjust(50)
        yield* Fiber.join(leaving)
        expect(service.journal.map(({ kind }) => kind)).toStrictEqual(["refresh"])
      }).pipe(withSession(service, MemoryTokenStore.make({ refreshToken })))
    })
  )
})
