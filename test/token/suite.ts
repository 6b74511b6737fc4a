/** What every token store must do, whatever it keeps the tokens in. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { type IssuedTokens, type Tokens, TokenStore } from "../../src/token/TokenStore.ts"

/** A pair of tokens whose texts are the arguments; either may be left out, but not both. */
export const tokens = (refreshToken: string | undefined, accessToken?: string): IssuedTokens =>
  refreshToken === undefined
    ? { accessToken: Redacted.make(accessToken ?? "") }
    : {
        refreshToken: Redacted.make(refreshToken),
        ...(accessToken === undefined ? undefined : { accessToken: Redacted.make(accessToken) })
      }

/** The texts of what a store holds: `[refresh token, access token]`, or undefined when signed out. */
export const texts = (held: Tokens | undefined) =>
  held === undefined
    ? undefined
    : [held.refreshToken, held.accessToken].map((token) => (token === undefined ? undefined : Redacted.value(token)))

/** Runs the suite against a store that is signed out at first; each test gets a layer of its own. */
export const behavesLikeATokenStore = (name: string, fresh: () => Layer.Layer<TokenStore>) => {
  const test = (title: string, body: (store: TokenStore["Service"]) => Effect.Effect<void, unknown, Scope.Scope>) =>
    it.effect(title, () => Effect.flatMap(TokenStore, body).pipe(Effect.provide(fresh()), Effect.scoped))

  describe(`${name} is a token store`, () => {
    const held = (store: TokenStore["Service"]) => Effect.map(store.get, texts)

    test("that is signed out at first", (store) =>
      Effect.gen(function* () {
        assert.isUndefined(yield* store.get)
      }))

    test("that gives back what was set, each form whole", (store) =>
      Effect.gen(function* () {
        for (const pair of [tokens("r1", "a1"), tokens("r2"), tokens(undefined, "a3"), tokens("r4", "a4")]) {
          yield* store.set(pair)
          assert.deepStrictEqual(yield* held(store), texts(pair))
        }
      }))

    test("that is cleared once, and says what it held", (store) =>
      Effect.gen(function* () {
        yield* store.set(tokens("r1", "a1"))
        assert.deepStrictEqual(texts(yield* store.clear), ["r1", "a1"])
        assert.isUndefined(yield* store.get)
        assert.isUndefined(yield* store.clear)
      }))

    test("that replaces the tokens of the same session, rotated or not", (store) =>
      Effect.gen(function* () {
        yield* store.set(tokens("r1", "a1"))
        assert.isTrue(yield* store.compareAndSet(tokens("r1"), tokens("r1", "a2")))
        assert.deepStrictEqual(yield* held(store), ["r1", "a2"])
        assert.isTrue(yield* store.compareAndSet(tokens("r1", "other"), tokens("r2", "a3")))
        assert.deepStrictEqual(yield* held(store), ["r2", "a3"])
        assert.isTrue(yield* store.compareAndSet(tokens("r2"), undefined))
        assert.isUndefined(yield* store.get)
      }))

    test("that leaves another session alone", (store) =>
      Effect.gen(function* () {
        for (const expected of [tokens("r1", "b1"), tokens("r1"), tokens(undefined, "b1")]) {
          for (const next of [tokens("r1", "a2"), undefined]) {
            yield* store.set(tokens("r2", "b1"))
            assert.isFalse(yield* store.compareAndSet(expected, next))
            assert.deepStrictEqual(yield* held(store), ["r2", "b1"])
          }
        }
        yield* store.set(tokens(undefined, "a1"))
        assert.isFalse(yield* store.compareAndSet(tokens(undefined, "a2"), tokens(undefined, "a3")))
        assert.isFalse(yield* store.compareAndSet(tokens("r1", "a1"), undefined))
        assert.isTrue(yield* store.compareAndSet(tokens(undefined, "a1"), undefined))
      }))

    test("that does not sign in again after sign-out", (store) =>
      Effect.gen(function* () {
        yield* store.set(tokens("r1", "a1"))
        yield* store.clear
        assert.isFalse(yield* store.compareAndSet(tokens("r1", "a1"), tokens("r1", "a2")))
        assert.isUndefined(yield* store.get)
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
          assert.strictEqual(yield* begun[winner]!.set(tokens("early")), !isLastButOne)
          if (isLastButOne) yield* begun[second]!.drop
          assert.strictEqual(yield* begun[winner]!.set(tokens(`r${winner}`)), isLastButOne)
          assert.deepStrictEqual(yield* held(store), [isLastButOne ? `r${winner}` : "early", undefined])
          for (const intent of begun) assert.isFalse(yield* intent.set(tokens("late")))
        }
      }))

    test("that takes in somebody where there is nobody, and no sign-in ends by it", (store) =>
      Effect.gen(function* () {
        const intent = yield* store.begin
        assert.isTrue(yield* store.compareAndSet(undefined, tokens("r1", "a1")))
        assert.deepStrictEqual(yield* held(store), ["r1", "a1"])
        assert.isFalse(yield* store.compareAndSet(undefined, tokens("r2", "a2")))
        assert.deepStrictEqual(yield* held(store), ["r1", "a1"])
        assert.isTrue(yield* intent.set(tokens("r3")))
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
        assert.deepStrictEqual([first, second], [2, 1])
        yield* Scope.close(scope, Exit.void)
        yield* store.compareAndSet(tokens("r1"), tokens("r1", "a2"))
        assert.deepStrictEqual([first, second], [3, 2])
        yield* store.compareAndSet(tokens("r9"), undefined)
        assert.deepStrictEqual([first, second], [3, 2])
        yield* store.clear
        assert.deepStrictEqual([first, second], [4, 3])
      }))

    test("that keeps the tokens of the last sign-in begun, and of no other", (store) =>
      Effect.gen(function* () {
        const first = yield* store.begin
        assert.isUndefined(yield* store.get)
        const last = yield* store.begin
        assert.isFalse(yield* first.set(tokens("r1", "a1")))
        assert.isUndefined(yield* store.get)
        assert.isTrue(yield* last.set(tokens("r2", "a2")))
        assert.deepStrictEqual(yield* held(store), ["r2", "a2"])
        for (const ended of [first, last]) assert.isFalse(yield* ended.set(tokens("r3")))
        assert.deepStrictEqual(yield* held(store), ["r2", "a2"])
        // One that has ended cannot be given up any more.
        const next = yield* store.begin
        yield* last.drop
        assert.isTrue(yield* next.set(tokens("r4", "a4")))
      }))

    test("that takes a sign-in for begun again when a later one is given up", (store) =>
      Effect.gen(function* () {
        const first = yield* store.begin
        const last = yield* store.begin
        yield* last.drop
        assert.isFalse(yield* last.set(tokens("r2")))
        assert.isTrue(yield* first.set(tokens("r1", "a1")))
        const only = yield* store.begin
        yield* only.drop
        assert.isFalse(yield* only.set(tokens("r2")))
        assert.deepStrictEqual(yield* held(store), ["r1", "a1"])
      }))

    test("that forgets the sign-ins under way when the tokens are set or cleared, not when they are refreshed", (store) =>
      Effect.gen(function* () {
        yield* store.set(tokens("r1", "a1"))
        const refreshed = yield* store.begin
        assert.isTrue(yield* store.compareAndSet(tokens("r1"), tokens("r1", "a2")))
        assert.isTrue(yield* refreshed.set(tokens("r2", "a2")))
        const set = yield* store.begin
        yield* store.set(tokens("r3", "a3"))
        assert.isFalse(yield* set.set(tokens("r4")))
        assert.deepStrictEqual(yield* held(store), ["r3", "a3"])
        const cleared = yield* store.begin
        yield* store.clear
        assert.isFalse(yield* cleared.set(tokens("r5")))
        assert.isUndefined(yield* store.get)
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
        assert.strictEqual(changes, 0)
        yield* last.set(tokens("r2"))
        assert.strictEqual(changes, 1)
      }))

    test("that lets a listener see the change", (store) =>
      Effect.gen(function* () {
        const seen: Array<unknown> = []
        // A store may need the clock to know what it still holds.
        const runSync = Effect.runSyncWith(yield* Effect.context())
        yield* store.changes(() => seen.push(texts(runSync(store.get))))
        yield* store.set(tokens("r1", "a1"))
        yield* store.clear
        assert.deepStrictEqual(seen, [["r1", "a1"], undefined])
      }))
  })
}
