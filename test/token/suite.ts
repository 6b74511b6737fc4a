/** What every token store must do, whatever it keeps the tokens in. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { texts, tokens } from "../support/tokens.ts"

/** Runs the suite against a store that is signed out at first; each test gets a layer of its own. */
export const behavesLikeATokenStore = (name: string, fresh: () => Layer.Layer<TokenStore>) => {
  const test = (title: string, body: (store: TokenStore["Service"]) => Effect.Effect<void, unknown, Scope.Scope>) =>
    it.effect(title, () => Effect.flatMap(TokenStore, body).pipe(Effect.provide(fresh()), Effect.scoped))

  describe(`${name} is a token store`, () => {
    const held = (store: TokenStore["Service"]) => Effect.map(store.get, texts)

    test("that is signed out at first", (store) =>
      Effect.gen(function* () {
        expect(yield* store.get).toBeUndefined()
      }))

    test("that gives back what was set, each form whole", (store) =>
      Effect.gen(function* () {
        for (const pair of [tokens("r1", "a1"), tokens("r2"), tokens(undefined, "a3"), tokens("r4", "a4")]) {
          yield* store.set(pair)
          expect(yield* held(store)).toStrictEqual(texts(pair))
        }
      }))

    test("that is cleared once, and says what it held", (store) =>
      Effect.gen(function* () {
        yield* store.set(tokens("r1", "a1"))
        expect(texts(yield* store.clear)).toStrictEqual(["r1", "a1"])
        expect(yield* store.get).toBeUndefined()
        expect(yield* store.clear).toBeUndefined()
      }))

    test("that replaces the tokens of the same session, rotated or not", (store) =>
      Effect.gen(function* () {
        yield* store.set(tokens("r1", "a1"))
        expect(yield* store.compareAndSet(tokens("r1"), tokens("r1", "a2"))).toBe(true)
        expect(yield* held(store)).toStrictEqual(["r1", "a2"])
        expect(yield* store.compareAndSet(tokens("r1", "other"), tokens("r2", "a3"))).toBe(true)
        expect(yield* held(store)).toStrictEqual(["r2", "a3"])
        expect(yield* store.compareAndSet(tokens("r2"), undefined)).toBe(true)
        expect(yield* store.get).toBeUndefined()
      }))

    test("that leaves another session alone", (store) =>
      Effect.gen(function* () {
        for (const expected of [tokens("r1", "b1"), tokens("r1"), tokens(undefined, "b1")]) {
          for (const next of [tokens("r1", "a2"), undefined]) {
            yield* store.set(tokens("r2", "b1"))
            expect(yield* store.compareAndSet(expected, next)).toBe(false)
            expect(yield* held(store)).toStrictEqual(["r2", "b1"])
          }
        }
        yield* store.set(tokens(undefined, "a1"))
        expect(yield* store.compareAndSet(tokens(undefined, "a2"), tokens(undefined, "a3"))).toBe(false)
        expect(yield* store.compareAndSet(tokens("r1", "a1"), undefined)).toBe(false)
        expect(yield* store.compareAndSet(tokens(undefined, "a1"), undefined)).toBe(true)
      }))

    test("that does not sign in again after sign-out", (store) =>
      Effect.gen(function* () {
        yield* store.set(tokens("r1", "a1"))
        yield* store.clear
        expect(yield* store.compareAndSet(tokens("r1", "a1"), tokens("r1", "a2"))).toBe(false)
        expect(yield* store.get).toBeUndefined()
      }))

    test("that signs in the last one begun of those that have not ended, and no more after that", (store) =>
      Effect.gen(function* () {
        // Two of three end before the other one has its answer.
        for (const [winner, first, second] of [
          [0, 1, 2],
          [0, 2, 1],
          [1, 0, 2],
          [1, 2, 0],
          [2, 0, 1],
          [2, 1, 0]
        ] as const) {
          const begun = [yield* store.begin, yield* store.begin, yield* store.begin]
          yield* begun[first]!.drop
          const isLastButOne = winner < second
          expect(yield* begun[winner]!.set(tokens("early"))).toBe(!isLastButOne)
          if (isLastButOne) yield* begun[second]!.drop
          expect(yield* begun[winner]!.set(tokens(`r${winner}`))).toBe(isLastButOne)
          expect(yield* held(store)).toStrictEqual([isLastButOne ? `r${winner}` : "early", undefined])
          for (const intent of begun) expect(yield* intent.set(tokens("late"))).toBe(false)
        }
      }))

    test("that takes in somebody where there is nobody, and no sign-in ends by it", (store) =>
      Effect.gen(function* () {
        const intent = yield* store.begin
        expect(yield* store.compareAndSet(undefined, tokens("r1", "a1"))).toBe(true)
        expect(yield* held(store)).toStrictEqual(["r1", "a1"])
        expect(yield* store.compareAndSet(undefined, tokens("r2", "a2"))).toBe(false)
        expect(yield* held(store)).toStrictEqual(["r1", "a1"])
        expect(yield* intent.set(tokens("r3"))).toBe(true)
      }))

    test("that tells its listeners of changes, until their scope closes", (store) =>
      Effect.gen(function* () {
        let first = 0
        let second = 0
        const scope = yield* Scope.make()
        const listener = () => {
          first++
        }
        yield* Scope.provide(store.changes(listener), scope)
        // The same function twice is two listeners.
        yield* store.changes(listener)
        yield* store.changes(() => {
          second++
        })
        yield* store.set(tokens("r1", "a1"))
        expect({ first, second }).toStrictEqual({ first: 2, second: 1 })
        yield* Scope.close(scope, Exit.void)
        yield* store.compareAndSet(tokens("r1"), tokens("r1", "a2"))
        expect({ first, second }).toStrictEqual({ first: 3, second: 2 })
        yield* store.compareAndSet(tokens("r9"), undefined)
        expect({ first, second }).toStrictEqual({ first: 3, second: 2 })
        yield* store.clear
        expect({ first, second }).toStrictEqual({ first: 4, second: 3 })
      }))

    test("that keeps the tokens of the last sign-in begun, and of no other", (store) =>
      Effect.gen(function* () {
        const first = yield* store.begin
        expect(yield* store.get).toBeUndefined()
        const last = yield* store.begin
        expect(yield* first.set(tokens("r1", "a1"))).toBe(false)
        expect(yield* store.get).toBeUndefined()
        expect(yield* last.set(tokens("r2", "a2"))).toBe(true)
        expect(yield* held(store)).toStrictEqual(["r2", "a2"])
        for (const ended of [first, last]) expect(yield* ended.set(tokens("r3"))).toBe(false)
        expect(yield* held(store)).toStrictEqual(["r2", "a2"])
        // One that has ended cannot be given up any more.
        const next = yield* store.begin
        yield* last.drop
        expect(yield* next.set(tokens("r4", "a4"))).toBe(true)
      }))

    test("that takes a sign-in for begun again when a later one is given up", (store) =>
      Effect.gen(function* () {
        const first = yield* store.begin
        const last = yield* store.begin
        yield* last.drop
        expect(yield* last.set(tokens("r2"))).toBe(false)
        expect(yield* first.set(tokens("r1", "a1"))).toBe(true)
        const only = yield* store.begin
        yield* only.drop
        expect(yield* only.set(tokens("r2"))).toBe(false)
        expect(yield* held(store)).toStrictEqual(["r1", "a1"])
      }))

    test("that forgets the sign-ins under way when the tokens are set or cleared, not when they are refreshed", (store) =>
      Effect.gen(function* () {
        yield* store.set(tokens("r1", "a1"))
        const refreshed = yield* store.begin
        expect(yield* store.compareAndSet(tokens("r1"), tokens("r1", "a2"))).toBe(true)
        expect(yield* refreshed.set(tokens("r2", "a2"))).toBe(true)
        const set = yield* store.begin
        yield* store.set(tokens("r3", "a3"))
        expect(yield* set.set(tokens("r4"))).toBe(false)
        expect(yield* held(store)).toStrictEqual(["r3", "a3"])
        const cleared = yield* store.begin
        yield* store.clear
        expect(yield* cleared.set(tokens("r5"))).toBe(false)
        expect(yield* store.get).toBeUndefined()
      }))

    test("that tells its listeners of sign-ins that count, and of no others", (store) =>
      Effect.gen(function* () {
        let changes = 0
        yield* store.changes(() => {
          changes++
        })
        const first = yield* store.begin
        const last = yield* store.begin
        yield* first.set(tokens("r1"))
        expect(changes).toBe(0)
        yield* last.set(tokens("r2"))
        expect(changes).toBe(1)
      }))

    test("that lets a listener see the change", (store) =>
      Effect.gen(function* () {
        const seen: Array<unknown> = []
        // A store may need the clock to know what it still holds.
        const runSync = Effect.runSyncWith(yield* Effect.context())
        yield* store.changes(() => seen.push(texts(runSync(store.get))))
        yield* store.set(tokens("r1", "a1"))
        yield* store.clear
        expect(seen).toStrictEqual([["r1", "a1"], undefined])
      }))
  })
}
