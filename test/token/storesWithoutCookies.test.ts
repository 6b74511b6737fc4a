/** Token stores without cookies. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as ExplicitTokenStore from "../../src/token/ExplicitTokenStore.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as NoTokenStore from "../../src/token/NoTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { texts, tokens } from "../support/tokens.ts"
import { behavesLikeATokenStore } from "./suite.ts"

behavesLikeATokenStore("Memory", () => MemoryTokenStore.layer)
behavesLikeATokenStore("Explicit, once signed out,", () =>
  Layer.orDie(
    Layer.effect(
      TokenStore,
      Effect.tap(TokenStore, (store) => store.clear)
    ).pipe(Layer.provide(ExplicitTokenStore.layer({ accessToken: "a" })))
  )
)

describe("Memory", () => {
  it.effect("keeps one pair per layer", () =>
    Effect.gen(function* () {
      const one = MemoryTokenStore.make(tokens("r1"))
      const two = MemoryTokenStore.make(tokens("r2"))
      yield* one.clear
      expect(texts(yield* two.get)).toStrictEqual(["r2", undefined])
    })
  )
})

describe("Explicit", () => {
  const parse = (given: ExplicitTokenStore.ExplicitTokens) => Effect.map(ExplicitTokenStore.parse(given), texts)

  it.effect("takes texts and redacted ones, and null for none", () =>
    Effect.gen(function* () {
      expect(yield* parse({ accessToken: "a", refreshToken: Redacted.make("r") })).toStrictEqual(["r", "a"])
      expect(yield* parse({ accessToken: "a", refreshToken: null })).toStrictEqual([undefined, "a"])
      expect(yield* parse({ refreshToken: "r" })).toStrictEqual(["r", undefined])
    })
  )

  const hostile: ReadonlyArray<readonly [name: string, value: unknown]> = [
    ["the text undefined", "undefined"],
    ["an empty text", ""],
    ["a space", " "],
    ["two words", "CANARY x"],
    ["a line break", "CANARY\n"],
    ["a character that is no ASCII", "ä"],
    ["a number", 1],
    ["an object", {}],
    ["a redacted undefined", Redacted.make("undefined")],
    ["a redacted number", Redacted.make(1)]
  ]

  it.effect.each(
    hostile.flatMap(([name, value]) => ["accessToken", "refreshToken"].map((option) => ({ name, option, value })))
  )("refuses $name as the $option, without quoting it", ({ option, value }) =>
    Effect.gen(function* () {
      const tokens = { accessToken: "a", refreshToken: "r", [option]: value as string }
      const error = yield* Effect.flip(ExplicitTokenStore.parse(tokens))
      expect(error).toMatchObject({ _tag: "InvalidToken", option })
      expect(JSON.stringify(error) + error.message).not.toContain("CANARY")
    })
  )

  it.effect.each([{}, { accessToken: null }])("refuses the pair $0 for its token", (none) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ExplicitTokenStore.parse(none))
      expect(error).toMatchObject({ _tag: "InvalidToken", option: "accessToken" })
      expect(error.message).toBe('The accessToken is empty, not a string, or the text "undefined"')
    })
  )

  it.effect("shows of tokens no more than which one it is", () =>
    Effect.gen(function* () {
      const parsed = yield* ExplicitTokenStore.parse({ accessToken: "a", refreshToken: "r" })
      expect({ accessToken: String(parsed.accessToken), refreshToken: String(parsed.refreshToken) }).toStrictEqual({
        accessToken: "<redacted:accessToken>",
        refreshToken: "<redacted:refreshToken>"
      })
    })
  )

  it.effect("starts with its tokens, or does not start", () =>
    Effect.gen(function* () {
      const store = Effect.flatMap(TokenStore, ({ get }) => Effect.map(get, texts))
      expect(yield* store.pipe(Effect.provide(ExplicitTokenStore.layer({ refreshToken: "r" })))).toStrictEqual([
        "r",
        undefined
      ])
      const error = yield* Effect.flip(store.pipe(Effect.provide(ExplicitTokenStore.layer({ refreshToken: "" }))))
      expect(error).toMatchObject({ _tag: "InvalidToken", option: "refreshToken" })
    })
  )
})

describe("None", () => {
  it.effect("is signed out and refuses to sign in", () =>
    Effect.gen(function* () {
      const store = yield* TokenStore
      expect(yield* store.get).toBeUndefined()
      const intent = yield* store.begin
      const refusal = {
        _tag: "TokenStoreUnavailable",
        message: "The tokens cannot be stored: this app has no store"
      }
      expect(yield* Effect.flip(store.set(tokens("r")))).toMatchObject(refusal)
      expect(yield* Effect.flip(intent.set(tokens("r")))).toMatchObject(refusal)
      yield* intent.drop
      yield* Effect.scoped(store.changes(() => expect.unreachable("nothing changes")))
      expect(yield* store.compareAndSet(tokens("r"), undefined)).toBe(false)
      expect(yield* store.clear).toBeUndefined()
    }).pipe(Effect.provide(NoTokenStore.layer))
  )
})
