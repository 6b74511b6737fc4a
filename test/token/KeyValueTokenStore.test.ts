/** A token store over a `KeyValueStore`. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as KeyValueTokenStore from "../../src/token/KeyValueTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { tokens } from "../support/tokens.ts"
import { behavesLikeATokenStore } from "./suite.ts"

behavesLikeATokenStore("KeyValue", () => Layer.provide(KeyValueTokenStore.layer(), KeyValueStore.layerMemory))

describe("the entry of a KeyValueStore", () => {
  it.effect.each([
    [undefined, "gatefold-session"],
    ["session of ann", "session of ann"]
  ] as const)("is `$1` with the option $0, while somebody is signed in", ([key, entry]) =>
    Effect.gen(function* () {
      const [store, entries] = [yield* TokenStore, yield* KeyValueStore.KeyValueStore]
      yield* store.set(tokens("r1"))
      expect(yield* entries.get(entry)).toBe(`{"refreshToken":"r1"}`)
      yield* store.clear
      expect(yield* entries.size).toBe(0)
    }).pipe(Effect.provide(KeyValueTokenStore.layer({ key }).pipe(Layer.provideMerge(KeyValueStore.layerMemory))))
  )
})
