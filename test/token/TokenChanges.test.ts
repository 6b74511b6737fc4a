/** The tokens of a store as a stream: the present ones, then those after each change. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as TokenChanges from "../../src/token/TokenChanges.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { tokens } from "../support/tokens.ts"

describe("the stream of a store", () => {
  it.effect("has the tokens, and those after each change, until its consumer ends", () =>
    Effect.gen(function* () {
      const store = yield* TokenStore
      const seen = yield* Effect.forkChild(Stream.runCollect(Stream.take(TokenChanges.stream, 3)), {
        startImmediately: true
      })
      yield* Effect.yieldNow
      yield* store.set(tokens("r1"))
      yield* Effect.yieldNow
      yield* store.clear
      expect(yield* Fiber.join(seen)).toStrictEqual([undefined, tokens("r1"), undefined])
    }).pipe(Effect.provide(MemoryTokenStore.layer))
  )

  it.effect("gives a slow consumer the newest", () =>
    Effect.gen(function* () {
      const store = yield* TokenStore
      const counted = yield* Stream.runCollect(
        TokenChanges.stream.pipe(
          Stream.tap(() => Effect.all([store.set(tokens("r1")), store.set(tokens("r2"))])),
          Stream.take(2)
        )
      )
      expect(counted).toStrictEqual([undefined, tokens("r2")])
    }).pipe(Effect.provide(MemoryTokenStore.layer))
  )
})
