/**
 * Checks of API keys by themselves: what is asked, what is remembered and until when, and what each failure comes to.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as ApiKeyChecks from "../../../src/backend/verify/ApiKeyChecks.ts"
import * as ServerApp from "../../../src/server/ServerApp.ts"
import {
  type Answer,
  apiUrl,
  json,
  knownError,
  network,
  projectId,
  publishableClientKey,
  text,
  apiKeyJson
} from "../../support/scriptedNetwork.ts"
import { startOne } from "../fleet/brokenStore.ts"
import { recorder } from "../telemetry/recorder.ts"

const world = (options: ApiKeyChecks.ApiKeyOptions = {}) =>
  Effect.gen(function* () {
    let answer: Answer = json(apiKeyJson)
    const net = network(() => Effect.suspend(() => answer))
    const app = ServerApp.layer({
      projectId,
      apiUrl,
      publishableClientKey,
      secretServerKey: "ssk_00000000000000000000"
    })
    const { check } = yield* startOne(
      ApiKeyChecks.ApiKeyChecks,
      ApiKeyChecks.layer(options).pipe(Layer.provide(app), Layer.provide(net.layer))
    )
    return {
      check: (value = "sk_0123456789") => check(Redacted.make(value)),
      refusal: (value = "sk_0123456789") => Effect.flip(check(Redacted.make(value))),
      asked: () => net.sent.map(({ url }) => url.slice(url.indexOf("/api/v1/") + "/api/v1/".length)),
      answers: (next: Answer) => {
        answer = next
      }
    }
  })

const ofUsers = "user-api-keys/check"
const ofTeams = "team-api-keys/check"

it.effect.each([NaN, Infinity, -1, "soon" as "1 second"])("a key is not cached for %s", (cacheTtl) =>
  Effect.gen(function* () {
    expect(yield* Effect.flip(world({ cacheTtl }))).toMatchObject({ _tag: "InvalidOption", option: "cacheTtl" })
  })
)

it.effect.each([NaN, -1])("a cache has no place for %s keys", (cacheSize) =>
  Effect.gen(function* () {
    expect(yield* Effect.flip(world({ cacheSize }))).toMatchObject({ _tag: "InvalidOption", option: "cacheSize" })
  })
)

describe("an API key", () => {
  it.effect("is missing if it is empty", () =>
    Effect.gen(function* () {
      const { asked, refusal } = yield* world()
      expect(yield* refusal("")).toMatchObject({ _tag: "Unauthorized", reason: "missing" })
      expect(asked()).toStrictEqual([])
    })
  )

  it.effect.each([8, 512])("is checked at the service if it has %s characters", (length) =>
    Effect.gen(function* () {
      const { asked, check } = yield* world()
      expect(yield* check("k".repeat(length))).toMatchObject({ userId: "ann" })
      expect(asked()).toStrictEqual([ofUsers])
    })
  )

  it.effect.each([
    ["of 7 characters", "k".repeat(7)],
    ["of 513 characters", "k".repeat(513)],
    ["with a space", "sk_ 012345678"],
    ["with another letter than of ASCII", "sk_é12345678"],
    ["with a line break at its end", "sk_0123456\n"],
    ["with a space at its start", " sk_0123456"]
  ])("is refused without a request: one %s", ([, value]) =>
    Effect.gen(function* () {
      const { asked, refusal } = yield* world()
      expect(yield* refusal(value)).toMatchObject({ _tag: "Unauthorized", reason: "malformed" })
      expect(asked()).toStrictEqual([])
    })
  )

  it.effect("is not trusted without a question if nothing is cached", () =>
    Effect.gen(function* () {
      const { asked, check } = yield* world({ cacheTtl: 0 })
      yield* check()
      yield* check()
      expect(asked().length).toBe(2)
    })
  )

  it.effect.each([
    [{}, 60],
    [{ cacheTtl: "5 seconds" }, 5]
  ] as const)("is trusted with the options $0 for $1 seconds", ([options, seconds]) =>
    Effect.gen(function* () {
      const { asked, check } = yield* world(options)
      yield* check()
      yield* TestClock.adjust(seconds * 1000 - 1)
      yield* check()
      expect(asked().length).toBe(1)
      yield* TestClock.adjust(1)
      yield* check()
      expect(asked().length).toBe(2)
    })
  )

  it.effect("is no longer trusted once it expires", () =>
    Effect.gen(function* () {
      const { answers, asked, check } = yield* world()
      answers(json({ ...apiKeyJson, expires_at_millis: 10_000 }))
      yield* check()
      yield* TestClock.adjust(9999)
      yield* check()
      expect(asked().length).toBe(1)
      yield* TestClock.adjust(1)
      yield* check()
      expect(asked().length).toBe(2)
    })
  )

  it.effect.each([
    ["API_KEY_NOT_FOUND", 404, "invalid"],
    ["API_KEY_REVOKED", 401, "invalid"],
    ["API_KEY_EXPIRED", 401, "expired"]
  ] as const)("is not checked again for ten seconds if it does not work, and says why: $0", ([code, status, reason]) =>
    Effect.gen(function* () {
      const { answers, asked, refusal } = yield* world()
      answers(knownError(code, status))
      for (let i = 0; i < 2; i++) {
        expect(yield* refusal()).toMatchObject({ _tag: "Unauthorized", reason })
        expect(asked()).toStrictEqual([ofUsers])
        yield* TestClock.adjust(i === 0 ? 9999 : 1)
      }
      yield* refusal()
      expect(asked()).toStrictEqual([ofUsers, ofUsers])
    })
  )

  it.effect.each([
    ["is another", knownError("WRONG_API_KEY_TYPE", 400, { expected_type: "user", actual_type: "team" })],
    ["is one that the project does not have", text("User API keys are not enabled for this project.", 400)]
  ] as const)("is asked about as the next if its kind %s", ([, answer]) =>
    Effect.gen(function* () {
      const { answers, asked, refusal } = yield* world()
      answers(answer)
      expect(yield* refusal()).toMatchObject({ _tag: "Unauthorized", reason: "invalid" })
      expect(asked()).toStrictEqual([ofUsers, ofTeams])
    })
  )

  it.effect.each([
    [["team"], [ofTeams]],
    [
      ["team", "user"],
      [ofTeams, ofUsers]
    ],
    [["user"], [ofUsers]],
    [[], []]
  ] as const)("is asked about only as the kinds $0", ([kinds, urls]) =>
    Effect.gen(function* () {
      const wrongType = knownError("WRONG_API_KEY_TYPE", 400, { expected_type: "user", actual_type: "team" })
      const { answers, asked, refusal } = yield* world({ kinds })
      answers(wrongType)
      expect(yield* refusal()).toMatchObject({ _tag: "Unauthorized", reason: "invalid" })
      expect(asked()).toStrictEqual(urls)
    })
  )

  it.effect("is not refused when the service fails, and is checked again at once", () =>
    Effect.gen(function* () {
      const { answers, asked, check, refusal } = yield* world()
      answers(json({}, 500))
      expect(yield* refusal()).toMatchObject({ _tag: "Unavailable" })
      answers(json(apiKeyJson))
      expect(yield* check()).toMatchObject({ userId: "ann" })
      expect(asked()).toStrictEqual([ofUsers, ofUsers])
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )

  it.effect("is remembered with so many others, each by itself", () =>
    Effect.gen(function* () {
      const { asked, check } = yield* world({ cacheSize: 2 })
      for (const value of ["key-number-1", "key-number-2", "key-number-1", "key-number-3", "key-number-1"]) {
        yield* check(value)
      }
      expect(asked().length).toBe(3)
      yield* check("key-number-2")
      expect(asked().length).toBe(4)
    })
  )

  it.effect("is counted by result", () =>
    Effect.gen(function* () {
      const { layer, series } = yield* recorder
      const { answers, check, refusal } = yield* world()
      yield* Effect.gen(function* () {
        yield* check()
        yield* check()
        answers(knownError("API_KEY_NOT_FOUND", 404))
        yield* refusal("key-number-2")
      }).pipe(Effect.provide(layer()))
      expect(yield* series("gatefold.api_key.checks")).toStrictEqual([
        { "gatefold.outcome": "miss", count: 2 },
        { "gatefold.outcome": "hit", count: 1 }
      ])
    })
  )
})
