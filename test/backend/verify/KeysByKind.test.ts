/** Which kind of token a key belongs to, however late the answers come that tell. */
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as KeysByKind from "../../../src/backend/verify/KeysByKind.ts"
import { Http } from "../../../src/http/Http.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { apiUrl, json, projectId } from "../../support/scriptedNetwork.ts"
import { until } from "../../support/turns.ts"

const url = "https://service.test/jwks.json"

/** A service that publishes another normal key beside its first one when it is told to. */
const service = Effect.gen(function* () {
  const minter = yield* TokenMinter.make({ projectId, apiUrl })
  yield* minter.rotate
  const [one, two] = (yield* minter.keySet).keys.map(({ x, y }, i) => ({ kty: "EC", crv: "P-256", x, y, kid: `${i}` }))
  let keys = [one]
  const asked: Array<string> = []
  /** The answer is what is published now; it arrives when the gate is open. */
  let gate: Effect.Effect<unknown> = Effect.void
  return {
    asked,
    publish: () => {
      keys = [one, two]
    },
    delay: (next: Effect.Effect<unknown>) => {
      gate = next
    },
    http: Layer.succeed(Http, (request) =>
      Effect.suspend(() => {
        asked.push(new URL(request.url).search)
        return Effect.andThen(gate, json({ keys }))
      })
    )
  }
})

describe("a key", () => {
  it.effect("is not restricted because an older answer, which lacks it, arrives later", () =>
    Effect.gen(function* () {
      const { asked, delay, http, publish } = yield* service
      const keys = yield* Effect.provide(KeysByKind.make(url), http)
      const gate = yield* Deferred.make<void>()
      // The service answers before it publishes the key, and its answer is under way for a while.
      delay(Deferred.await(gate))
      const normal = yield* Effect.forkChild(keys.normal.find("0"), { startImmediately: true })
      yield* until(() => asked.length === 1)
      delay(Effect.void)
      publish()
      yield* TestClock.adjust("1 second")
      const restricted = yield* Effect.forkChild(keys.restricted.find("1"), { startImmediately: true })
      yield* until(() => asked.length === 2)
      yield* TestClock.adjust("1 second")
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.join(normal)).toBeDefined()
      expect(yield* Fiber.join(restricted)).toBeUndefined()
      expect(yield* keys.normal.find("1")).toBeDefined()
      expect(asked).toStrictEqual(["", "?include_restricted=true", ""])
    })
  )
})
