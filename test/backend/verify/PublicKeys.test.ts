/** Which keys of an answer of the service are in a key set. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as KeyState from "../../../src/backend/verify/internal/KeyState.ts"
import { type Answer, broken, json, text } from "../../support/scriptedNetwork.ts"
import { type Jwk, world } from "./keySets.ts"

describe("a key set", () => {
  const why = (answer: Answer) =>
    Effect.gen(function* () {
      const keys = yield* world
      keys.answers(answer)
      return (yield* Effect.flip(keys.find("one"))).message
    })

  it.effect.each([
    ["a broken connection", broken, "Network (ECONNRESET)"],
    ["status 201", text("{}", 201), "status 201"],
    ["status 500", text("oops", 500), "status 500"],
    ["a page", text("<html>", 200), "it is not JSON"],
    ["null", text("null", 200), "it is not a key set"],
    ["a number", json(1), "it is not a key set"],
    ["an object without keys", json({}), "it is not a key set"],
    ["keys that are no list", json({ keys: {} }), "it is not a key set"],
    ["no keys", json({ keys: [] }), "it has no ES256 key"]
  ] as const)("is none if the service answers with $0, and the error says so", ([_, answer, problem]) =>
    Effect.gen(function* () {
      expect(yield* why(answer)).toBe(`The public keys of the project could not be fetched: ${problem}`)
    })
  )

  const accepted: ReadonlyArray<readonly [name: string, change: Jwk]> = [
    ["as it is", {}],
    ["with alg ES256", { alg: "ES256" }],
    ["for signatures", { use: "sig" }],
    ["with an id of 64 characters", { kid: "k".repeat(64) }]
  ]
  it.effect.each(accepted)("has a key $0", ([_, change]) =>
    Effect.gen(function* () {
      const keys = yield* world
      const jwk: Jwk = { ...keys.point, kid: "one", ...change }
      keys.publish(jwk)
      expect(yield* keys.find(String(jwk["kid"]))).toBeDefined()
    })
  )

  const refused: ReadonlyArray<readonly [name: string, change: Jwk]> = [
    ["of another type", { kty: "RSA" }],
    ["on another curve", { crv: "P-384" }],
    ["with another algorithm", { alg: "ES384" }],
    ["for encryption", { use: "enc" }],
    ["with its private part", { d: "x" }],
    ["with an empty id", { kid: "" }],
    ["with an id that is a number", { kid: 1 }],
    ["with an id of 65 characters", { kid: "k".repeat(65) }],
    ["without an id", { kid: undefined }],
    ["without x", { x: undefined }],
    ["without y", { y: undefined }],
    ["off the curve", { x: "AAAA" }]
  ]
  it.effect.each(refused)("does not have a key $0", ([_, change]) =>
    Effect.gen(function* () {
      const keys = yield* world
      const jwk: Jwk = { ...keys.point, kid: "one", ...change }
      keys.publish(null, "key", jwk)
      const { message } = yield* Effect.flip(keys.find(String(jwk["kid"])))
      expect(message).toContain("it has no ES256 key")
    })
  )

  it.effect.each(["x", "y"])("does not have a key whose $0 is a list of one text", (coordinate) =>
    Effect.gen(function* () {
      const keys = yield* world
      keys.publish({ ...keys.point, kid: "one", [coordinate]: [keys.point[coordinate]] })
      expect((yield* Effect.flip(keys.find("one"))).message).toContain("it has no ES256 key")
    })
  )

  it.effect("has the first one of several keys with one id", () =>
    Effect.gen(function* () {
      const keys = yield* world
      keys.publish({ ...keys.point, kid: "one" }, { ...keys.other, kid: "one" })
      const key = yield* keys.find("one")
      keys.publish({ ...keys.point, kid: "one" })
      yield* TestClock.adjust(KeyState.coolDownMillis)
      yield* keys.find("another")
      expect(yield* keys.find("one")).toBe(key)
    })
  )

  it.effect("has 64 keys at most", () =>
    Effect.gen(function* () {
      const keys = yield* world
      keys.publish(...Array.from({ length: 65 }, (_, i) => ({ ...keys.point, kid: `key-${i}` })))
      expect(yield* keys.find("key-63")).toBeDefined()
      expect(keys.has("key-64")).toBe(false)
    })
  )
})
