/** Token stores over a place of the app's own, or a `KeyValueStore`. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as KeyValueTokenStore from "../../src/token/KeyValueTokenStore.ts"
import { make, type Storage, TokenStore } from "../../src/token/TokenStore.ts"
import { behavesLikeATokenStore, texts, tokens } from "./suite.ts"

/** A place in memory. Each write takes other turns of the scheduler, and some after it is done. */
const place = (text?: string) => {
  const held = { text, isBroken: false, writes: 0 }
  const turns = (count: number) => Effect.forEach(Array(count).keys(), () => Effect.yieldNow, { discard: true })
  const storage: Storage = {
    read: Effect.suspend(() => (held.isBroken ? Effect.fail("broken") : Effect.succeed(held.text))),
    write: (next) =>
      Effect.gen(function* () {
        const number = ++held.writes
        yield* turns((number * 7) % 5)
        if (held.isBroken) return yield* Effect.fail(new Error(`cannot write ${next}`))
        held.text = next
        yield* turns((number * 3) % 7)
      })
  }
  return { held, storage }
}

behavesLikeATokenStore("Of a place", () => Layer.effect(TokenStore, make(place().storage)))
behavesLikeATokenStore("KeyValue", () => Layer.provide(KeyValueTokenStore.layer(), KeyValueStore.layerMemory))

describe("of a place", () => {
  it.effect("tokens survive a restart, with the note of where they come from", () =>
    Effect.gen(function* () {
      const { storage } = place()
      yield* (yield* make(storage)).set({ ...tokens("r1", "a1"), isTakenOver: true })
      const held = yield* (yield* make(storage)).get
      assert.deepStrictEqual([texts(held), held?.isTakenOver], [["r1", "a1"], true])
      assert.strictEqual(String(held?.refreshToken), "<redacted:refreshToken>")
      yield* (yield* make(storage)).clear
      assert.isUndefined(yield* (yield* make(storage)).get)
    })
  )

  it.effect("a text that is no session counts as signed out", () =>
    Effect.gen(function* () {
      for (const text of [
        "",
        "{",
        "null",
        "[]",
        "1",
        `{"refreshToken":1}`,
        `{"accessToken":"a b"}`,
        `{"isTakenOver":true}`
      ]) {
        assert.isUndefined(yield* (yield* make(place(text).storage)).get, text)
      }
      const { held, storage } = place(`{"refreshToken":"r1"}`)
      held.isBroken = true
      assert.isUndefined(yield* (yield* make(storage)).get)
    })
  )

  it.effect("a failed write does not sign in and is not quoted, and signing out works", () =>
    Effect.gen(function* () {
      const { held, storage } = place(`{"refreshToken":"r1"}`)
      const store = yield* make(storage)
      let changes = 0
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* store.changes(() => changes++)
          held.isBroken = true
          const intent = yield* store.begin
          for (const write of [
            store.set(tokens("CANARY")),
            intent.set(tokens("CANARY")),
            store.compareAndSet(yield* store.get, tokens("CANARY"))
          ]) {
            const error = yield* Effect.flip(write)
            assert.strictEqual(error._tag, "TokenStoreUnavailable")
            assert.notInclude(JSON.stringify(error) + error.message, "CANARY")
          }
          assert.deepStrictEqual([texts(yield* store.get), changes], [["r1", undefined], 0])
          assert.deepStrictEqual(texts(yield* store.clear), ["r1", undefined])
          assert.deepStrictEqual([yield* store.get, changes], [undefined, 1])
        })
      )
    })
  )

  it.effect("changes take turns, and the last one is what is stored", () =>
    Effect.gen(function* () {
      const { held, storage } = place()
      const store = yield* make(storage)
      yield* Effect.forEach(Array(20).keys(), (i) => store.set(tokens(`r${i}`)), { concurrency: "unbounded" })
      const [refreshToken] = texts(yield* store.get) ?? []
      assert.deepStrictEqual(JSON.parse(held.text ?? ""), { refreshToken })
      assert.strictEqual(held.writes, 20)
    })
  )

  it.effect("an interrupted change is carried out or has not begun", () =>
    Effect.gen(function* () {
      for (let turns = 0; turns < 12; turns++) {
        const { held, storage } = place()
        const store = yield* make(storage)
        const fiber = yield* Effect.forkChild(store.set(tokens("r1")))
        for (let turn = 0; turn < turns; turn++) yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        assert.strictEqual((yield* store.get) !== undefined, held.text !== undefined)
      }
    })
  )
})
