/** Which tokens belong to one session, and the store over a place of the app's own. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { continues, isSameSession, make, pickProvenance, type Storage, TokenStore } from "../../src/token/TokenStore.ts"
import { texts, tokens, unsignedToken } from "../support/tokens.ts"
import { behavesLikeATokenStore } from "./suite.ts"

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

/** A refresh token and an access token; either may be missing, and both are when nobody is signed in. */
type Pair = Parameters<typeof tokens> | undefined

const makeTokens = (pair: Pair) => pair && tokens(...pair)

describe("two pairs of tokens", () => {
  it.each<readonly [a: Pair, b: Pair, isSame: boolean]>([
    [undefined, undefined, true],
    [undefined, ["r"], false],
    [["r"], ["r"], true],
    [["r", "a"], ["r", "b"], true],
    [["r", "a"], ["s", "a"], false],
    [["r", "a"], [undefined, "a"], false],
    [[undefined, "a"], [undefined, "a"], true],
    [[undefined, "a"], [undefined, "b"], false]
  ])("belong to one session by the refresh token, or else the access token: %j, %j", (a, b, isSame) => {
    expect(isSameSession(makeTokens(a), makeTokens(b))).toBe(isSame)
    expect(isSameSession(makeTokens(b), makeTokens(a))).toBe(isSame)
  })

  it("belong to one session by its id at the provider", () => {
    const held = (id: string, accessToken: string) => ({
      ...tokens(undefined, accessToken),
      external: { provider: "Clerk", id }
    })
    expect(isSameSession(held("one", "a"), held("one", "b"))).toBe(true)
    expect(isSameSession(held("one", "a"), held("two", "a"))).toBe(false)
    expect(isSameSession(held("one", "a"), tokens(undefined, "a"))).toBe(false)
  })

  const of = (session: string | undefined, n: number) =>
    unsignedToken({ exp: 1600, n, ...(session !== undefined && { refreshTokenId: session }) })

  it.each<readonly [name: string, earlier: Pair, later: Pair, isContinued: boolean]>([
    ["the refresh token is equal", ["r1", of("one", 1)], ["r1", of("two", 2)], true],
    ["the refresh token was rotated", ["r1", of("one", 1)], ["r2", of("one", 2)], true],
    ["only the later one has a refresh token", [undefined, of("one", 1)], ["r2", of("one", 2)], true],
    ["the access tokens name two sessions", ["r1", of("one", 1)], ["r2", of("two", 2)], false],
    ["the access tokens name none", ["r1", of(undefined, 1)], ["r2", of(undefined, 2)], false],
    ["there are no access tokens", ["r1"], ["r2"], false],
    ["the access tokens are unreadable", ["r1", "x"], ["r2", "x"], false]
  ])("where %s: whether the later one continues the session", (_, earlier, later, isContinued) => {
    expect(continues(makeTokens(earlier)!, makeTokens(later)!)).toBe(isContinued)
  })

  it("share only where the session comes from", () => {
    const external = { provider: "Clerk", id: "one" }
    expect(pickProvenance({ ...tokens("r", "a"), isTakenOver: true, external })).toStrictEqual({
      isTakenOver: true,
      external
    })
    expect(pickProvenance(tokens("r", "a"))).toStrictEqual({})
  })
})

describe("of a place", () => {
  it.effect("tokens survive a restart, with the note of where they come from", () =>
    Effect.gen(function* () {
      const { storage } = place()
      yield* (yield* make(storage)).set({ ...tokens("r1", "a1"), isTakenOver: true })
      const held = yield* (yield* make(storage)).get
      expect({ held: texts(held), isTakenOver: held?.isTakenOver }).toStrictEqual({
        held: ["r1", "a1"],
        isTakenOver: true
      })
      expect(String(held?.refreshToken)).toBe("<redacted:refreshToken>")
      yield* (yield* make(storage)).clear
      expect(yield* (yield* make(storage)).get).toBeUndefined()
    })
  )

  it.effect("a storage that cannot be read counts as signed out", () =>
    Effect.gen(function* () {
      const { held, storage } = place(`{"refreshToken":"r1"}`)
      held.isBroken = true
      expect(yield* (yield* make(storage)).get).toBeUndefined()
    })
  )

  it.effect.each(["", "{", "null", "[]", "1", `{"refreshToken":1}`, `{"accessToken":"a b"}`, `{"isTakenOver":true}`])(
    "a text that is no session counts as signed out: $0",
    (text) =>
      Effect.gen(function* () {
        expect(yield* (yield* make(place(text).storage)).get, text).toBeUndefined()
      })
  )

  it.effect("a failed write does not sign in, is not quoted, and does not prevent signing out", () =>
    Effect.gen(function* () {
      const { held, storage } = place(`{"refreshToken":"r1"}`)
      const store = yield* make(storage)
      let changes = 0
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* store.changes(() => changes++)
          held.isBroken = true
          const intent = yield* store.begin
          const errors = [
            yield* Effect.flip(store.set(tokens("CANARY"))),
            yield* Effect.flip(intent.set(tokens("CANARY"))),
            yield* Effect.flip(store.compareAndSet(yield* store.get, tokens("CANARY")))
          ]
          const unavailable = { _tag: "TokenStoreUnavailable" }
          expect(errors).toMatchObject([unavailable, unavailable, unavailable])
          expect(JSON.stringify(errors) + errors.map(({ message }) => message)).not.toContain("CANARY")
          expect({ tokens: texts(yield* store.get), changes }).toStrictEqual({ tokens: ["r1", undefined], changes: 0 })
          expect(texts(yield* store.clear)).toStrictEqual(["r1", undefined])
          expect({ tokens: yield* store.get, changes }).toStrictEqual({ tokens: undefined, changes: 1 })
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
      expect(JSON.parse(held.text ?? "")).toStrictEqual({ refreshToken })
      expect(held.writes).toBe(20)
    })
  )

  it.effect.each(Array.from({ length: 12 }, (_, turns) => turns))(
    "a change that is interrupted after %s turns is carried out or has not begun",
    (turns) =>
      Effect.gen(function* () {
        const { held, storage } = place()
        const store = yield* make(storage)
        const fiber = yield* Effect.forkChild(store.set(tokens("r1")))
        for (let turn = 0; turn < turns; turn++) yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        expect((yield* store.get) !== undefined).toBe(held.text !== undefined)
      })
  )
})
