/** Token stores in cookies. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as CookieJar from "../../src/platform/request/CookieJar.ts"
import * as CookieTokenStore from "../../src/token/internal/CookieTokenStore.ts"
import * as RequestCookieTokenStore from "../../src/token/RequestCookieTokenStore.ts"
import type { TokenStoreUnavailable } from "../../src/token/TokenStore.ts"
import { projectId } from "../support/scriptedNetwork.ts"
import { texts, tokens } from "../support/tokens.ts"
import { behavesLikeATokenStore } from "./suite.ts"

const refresh = `stack-refresh-${projectId}`
const pair = (r: string, a: string) => JSON.stringify([r, a])
const structured = (r: string, isTakenOver = false) =>
  JSON.stringify({ refresh_token: r, updated_at_millis: 0, ...(isTakenOver && { taken_over: true }) })
/** What is written on https. */
const secure = (r: string, isTakenOver?: boolean) => ({
  [`__Host-${refresh}--default`]: structured(r, isTakenOver),
  [refresh]: r
})

type Jar = CookieJar.CookieJar["Service"]

const contents = (jar: Jar) => jar.use((cookies) => Object.fromEntries(cookies.all()))
const plant = (jar: Jar, cookies: Record<string, string>) =>
  jar.use(({ set }) => Object.entries(cookies).forEach(([name, value]) => set(name, value)))
const open = (jar: Jar, options: Partial<CookieTokenStore.CookieOptions> = {}) =>
  CookieTokenStore.make(jar, { projectId, ...options })
const held = (jar: Jar) => Effect.flatMap(open(jar), (store) => Effect.map(store.get, texts))

const overMemory = (options: CookieJar.MemoryOptions, store: Partial<CookieTokenStore.CookieOptions> = {}) =>
  Layer.provide(CookieTokenStore.layer({ projectId, ...store }), CookieJar.layerMemory(options))

behavesLikeATokenStore("Cookie on http", () => overMemory({}))
behavesLikeATokenStore("Cookie on https", () => overMemory({ isSecure: true }))
behavesLikeATokenStore("Cookie that falls back to memory", () =>
  overMemory({ keeps: () => false }, { memoryFallback: true })
)
behavesLikeATokenStore("Cookie whose access tokens are not kept, for refresh tokens,", () =>
  overMemory({ keeps: (name, value) => !name.endsWith("access") || value.startsWith('[""') })
)

behavesLikeATokenStore("Cookie of a request", () =>
  Layer.provide(RequestCookieTokenStore.layer({ projectId }), CookieJar.layerMemory())
)
behavesLikeATokenStore("Cookie of a request that cannot be answered", () =>
  Layer.provide(
    RequestCookieTokenStore.layer({ projectId, memoryFallback: true }),
    CookieJar.layerMemory({ keeps: () => false })
  )
)

describe("Cookie", () => {
  it.effect("has the names and values of the vendor's client on http", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      const store = yield* open(jar)
      yield* store.set(tokens("r1", "a1"))
      expect(yield* contents(jar)).toStrictEqual({ [refresh]: "r1", "stack-access": pair("r1", "a1") })
      yield* store.set(tokens("r2"))
      expect(yield* contents(jar)).toStrictEqual({ [refresh]: "r2" })
      yield* store.clear
      expect(yield* contents(jar)).toStrictEqual({})
    })
  )

  it.effect("has names on https that no other host can set", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory({ isSecure: true })
      const store = yield* open(jar)
      yield* store.set(tokens("r1", "a1"))
      expect(yield* contents(jar)).toStrictEqual({
        ...secure("r1"),
        "__Host-stack-access": pair("r1", "a1"),
        "stack-is-https": "true"
      })
      yield* store.clear
      expect(yield* contents(jar)).toStrictEqual({})
    })
  )

  it.effect("keeps the refresh token for a year and the access token for a day", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      yield* Effect.flatMap(open(jar), (store) => store.set(tokens("r1", "a1")))
      const at = (seconds: number) => TestClock.setTime(seconds * 1000)
      yield* at(86_399)
      expect(yield* held(jar)).toStrictEqual(["r1", "a1"])
      yield* at(86_400)
      expect(yield* held(jar)).toStrictEqual(["r1", undefined])
      yield* at(31_535_999)
      expect(yield* held(jar)).toStrictEqual(["r1", undefined])
      yield* at(31_536_000)
      expect(yield* held(jar)).toBeUndefined()
    })
  )

  const found: ReadonlyArray<
    readonly [title: string, isSecure: boolean, cookies: Record<string, string>, expected: unknown]
  > = [
    ["the names of https before all others", true, { [refresh]: "bad", [`__Host-${refresh}`]: "r" }, ["r", undefined]],
    [
      "an access token of another form only beside its own refresh token",
      true,
      { [`__Host-${refresh}`]: "r", "stack-access": pair("bad", "b"), "hexclave-access": pair("r", "a") },
      ["r", "a"]
    ],
    [
      "an unreadable cookie of https before all others",
      true,
      { [refresh]: "bad", [`__Host-${refresh}`]: "ü" },
      undefined
    ],
    [
      "a session without refresh token before all others",
      true,
      { "__Host-stack-access": pair("", "a"), [refresh]: "bad" },
      [undefined, "a"]
    ],
    ["the cookies of http, on https", true, { [refresh]: "r", "stack-access": pair("r", "a") }, ["r", "a"]],
    ["the legacy name", false, { "stack-refresh": "r", "stack-access": pair("r", "a") }, ["r", "a"]],
    ["the legacy name, on https", true, { "stack-refresh": "r" }, ["r", undefined]],
    ["the project's name before the legacy one", false, { "stack-refresh": "bad", [refresh]: "r" }, ["r", undefined]],
    ["no other project", false, { "stack-refresh-other": "r" }, undefined],
    [
      "no other case",
      true,
      { [`__host-${refresh}`]: "bad", [`__HoSt-${refresh}`]: "bad", [refresh.toUpperCase()]: "bad" },
      undefined
    ],
    ["no access token of another session", false, { [refresh]: "r", "stack-access": pair("s", "a") }, ["r", undefined]],
    ["an access token that is all there is", false, { "stack-access": pair("", "a") }, [undefined, "a"]],
    ["nothing third beside an access token", false, { "stack-access": '["","a","b"]' }, undefined],
    ["nothing fourth", true, { "__Host-stack-access": '["","a","taken_over",1]' }, undefined],
    [
      "no mark beside a refresh token",
      false,
      { [refresh]: "r", "stack-access": '["r","a","taken_over"]' },
      ["r", undefined]
    ],
    ["no access token beside no session", false, { "stack-access": pair("r", "a") }, undefined],
    ["no access token that is not wrapped", false, { [refresh]: "r", "stack-access": "a" }, ["r", undefined]],
    ["no broken JSON", false, { [refresh]: "r", "stack-access": '["r","a' }, ["r", undefined]],
    ["no other JSON", false, { [refresh]: "r", "stack-access": '["r","a","b"]' }, ["r", undefined]],
    ["no other types", false, { [refresh]: "r", "stack-access": '["r",["a"]]' }, ["r", undefined]],
    ["no refresh token undefined", false, { [refresh]: "undefined" }, undefined],
    ["no access token undefined", false, { [refresh]: "r", "stack-access": pair("r", "undefined") }, ["r", undefined]],
    ["no token with a line break", false, { [refresh]: "r\r\nx" }, undefined]
  ]
  it.effect.each(found)("reads %s", ([, isSecure, cookies, expected]) =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory({ isSecure: true })
      yield* plant(jar, cookies)
      expect(yield* held({ ...jar, use: (step) => jar.use((all) => step({ ...all, isSecure })) })).toStrictEqual(
        expected
      )
    })
  )

  it.effect.each([
    [true, refresh],
    [true, `__Host-${refresh}`],
    [true, "stack-refresh"],
    [false, "stack-refresh"]
  ] as const)("moves cookies of an earlier form to the current names, secure or not: %s, %s", ([isSecure, former]) =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory({ isSecure })
      yield* plant(jar, { [former]: "r", "stack-access": pair("r", "a") })
      yield* open(jar)
      expect(yield* contents(jar)).toStrictEqual(
        isSecure
          ? {
              ...secure("r", !former.startsWith("__Host-")),
              "__Host-stack-access": pair("r", "a"),
              "stack-is-https": "true"
            }
          : { [refresh]: "r", "stack-access": pair("r", "a") }
      )
    })
  )

  it.effect.each([
    [true, refresh],
    [true, "stack-refresh"],
    [false, "stack-refresh"]
  ] as const)("moves cookies of an earlier form only once, secure or not: %s, %s", ([isSecure, former]) =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory({ isSecure })
      yield* plant(jar, { [former]: "r", "stack-access": pair("r", "a") })
      const store = yield* open(jar)
      yield* store.clear
      yield* plant(jar, { [former]: "planted" })
      expect(yield* store.get).toBeUndefined()
    })
  )

  it.effect("uses the refresh token with which a server has replaced its own", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      yield* plant(jar, { [refresh]: "r1", "stack-access": pair("r1", "a1") })
      const ofServer = RequestCookieTokenStore.make({ ...jar, isShared: false }, { projectId })
      expect(yield* ofServer.compareAndSet(tokens("r1"), tokens("r2", "a2"))).toBe(true)
      expect((yield* contents(jar))[refresh]).toBe("r1")
      expect(yield* held(jar)).toStrictEqual(["r2", "a2"])
      expect(yield* contents(jar)).toStrictEqual({ [refresh]: "r2", "stack-access": pair("r2", "a2") })
    })
  )

  it.effect("uses cookies of an earlier form that cannot be moved, until sign-out", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory({ isSecure: true, keeps: (name) => !name.startsWith("__Host-") })
      yield* plant(jar, { [refresh]: "r" })
      const store = yield* open(jar)
      expect(texts(yield* store.get)).toStrictEqual(["r", undefined])
      expect(texts(yield* store.clear)).toStrictEqual(["r", undefined])
      expect(yield* store.get).toBeUndefined()
    })
  )

  it.effect("marks https for the server again after the browser was closed", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory({ isSecure: true })
      yield* plant(jar, { [`__Host-${refresh}`]: "r" })
      yield* open(jar)
      expect(yield* contents(jar)).toHaveProperty("stack-is-https")
    })
  )

  it.effect("keeps an access token that is too large in memory, and the refresh token where it is", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      const store = yield* open(jar)
      const large = "a".repeat(5000)
      yield* store.set(tokens("r1", "a1"))
      expect(yield* store.compareAndSet(tokens("r1"), tokens("r1", large))).toBe(true)
      expect(texts(yield* store.get)).toStrictEqual(["r1", large])
      expect(yield* contents(jar)).toStrictEqual({ [refresh]: "r1" })
      // After a reload the session is still there.
      expect(yield* held(jar)).toStrictEqual(["r1", undefined])
    })
  )

  it.effect("remembers the access token that another project's has replaced", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      const one = yield* open(jar)
      const two = yield* open(jar, { projectId: "two" })
      yield* one.set(tokens("r1", "a1"))
      yield* two.set(tokens("r2", "a2"))
      expect(texts(yield* one.get)).toStrictEqual(["r1", "a1"])
      expect(texts(yield* two.get)).toStrictEqual(["r2", "a2"])
      yield* two.clear
      expect(texts(yield* one.get)).toStrictEqual(["r1", "a1"])
    })
  )

  it.effect("stores no sign-in for another session where nothing lasts", () =>
    Effect.gen(function* () {
      let keeps = true
      const jar = CookieJar.makeMemory({ keeps: () => keeps })
      const store = yield* open(jar)
      yield* store.set(tokens("r1", "a1"))
      keeps = false
      expect(yield* store.compareAndSet(tokens("r9"), tokens("r2"))).toBe(false)
    })
  )

  it.effect.each([
    ["both tokens", tokens("r2", "a2")],
    ["a refresh token", tokens("r2")],
    ["an access token", tokens(undefined, "a2")]
  ] as const)("fails a sign-in with %s that would not last, and leaves what was there", ([, next]) =>
    Effect.gen(function* () {
      let keeps = true
      const jar = CookieJar.makeMemory({ keeps: () => keeps })
      const store = yield* open(jar)
      yield* store.set(tokens("r1", "a1"))
      keeps = false
      expect((yield* Effect.flip(store.set(next)))._tag).toBe("TokenStoreUnavailable")
      const error = yield* Effect.flip(store.compareAndSet(tokens("r1"), next))
      expect(error._tag).toBe("TokenStoreUnavailable")
      expect(yield* contents(jar)).toStrictEqual({ [refresh]: "r1", "stack-access": pair("r1", "a1") })
    })
  )

  it.effect("stays signed out when a cookie cannot be removed", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      yield* plant(jar, { [refresh]: "r1" })
      const stubborn: Jar = {
        ...jar,
        use: (step) => jar.use((cookies) => step({ ...cookies, remove: () => undefined }))
      }
      const store = yield* open(stubborn)
      expect(texts(yield* store.clear)).toStrictEqual(["r1", undefined])
      expect(yield* store.get).toBeUndefined()
      yield* store.set(tokens("r2"))
      expect(yield* store.compareAndSet(tokens("r2"), undefined)).toBe(true)
      expect(yield* store.get).toBeUndefined()
    })
  )

  it.effect.each(["CANARY\r\nSet-Cookie: x=1", "CANARY; x", "", "undefined", "CANARYä", "\ud800"])(
    "refuses what cannot be a token, without quoting it: %j",
    (text) =>
      Effect.gen(function* () {
        const jar = CookieJar.makeMemory()
        const store = yield* open(jar)
        const hostile = Redacted.make(text)
        const errors = [
          yield* Effect.flip(store.set({ refreshToken: hostile })),
          yield* Effect.flip(store.set({ refreshToken: Redacted.make("r"), accessToken: hostile }))
        ]
        expect(errors.map(({ _tag }) => _tag)).toStrictEqual(["TokenStoreUnavailable", "TokenStoreUnavailable"])
        expect(errors.map(({ message }) => message).join()).not.toContain("CANARY")
        expect(yield* contents(jar)).toStrictEqual({})
      })
  )

  it.effect.each([false, true])(
    "respects sign-ins of other tabs, by a cookie that exists while one is under way: secure $0",
    (isSecure) =>
      Effect.gen(function* () {
        const jar = CookieJar.makeMemory({ isSecure })
        const name = `${isSecure ? "__Host-" : ""}gatefold-intent-${projectId}`
        const here = yield* open(jar)
        const there = yield* open(jar)
        const first = yield* here.begin
        const mine = (yield* contents(jar))[name]
        expect(mine ?? "").toMatch(/^[0-9a-z]{6,}$/)
        const last = yield* there.begin
        expect((yield* contents(jar))[name]).not.toBe(mine)
        expect(yield* first.set(tokens("r1"))).toBe(false)
        yield* first.drop
        expect(yield* last.set(tokens("r2"))).toBe(true)
        expect(yield* contents(jar)).not.toHaveProperty([name])
        // Tabs that are closed leave theirs behind.
        for (let i = 0; i < 20; i++) yield* there.begin
        expect((yield* contents(jar))[name]?.split("~").length ?? 0).toBeLessThanOrEqual(8)
        const ended = yield* here.begin
        yield* there.clear
        expect(yield* contents(jar)).not.toHaveProperty([name])
        expect(yield* ended.set(tokens("r3"))).toBe(false)
      })
  )

  it.effect("names a lock for its tabs, and none where its cookies are not shared", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory({ isSecure: true })
      expect((yield* open({ ...jar, isShared: true })).lockName).toBe(`gatefold/session/${projectId}`)
      expect((yield* open({ ...jar, isShared: false })).lockName).toBeUndefined()
    })
  )

  it.effect.each([
    [true, true, `__Host-${refresh}--default`, true],
    [false, true, `__Host-${refresh}--default`, false],
    [true, false, refresh, false],
    [true, true, "theme", false]
  ] as const)(
    "tells servers of https only from a page, and only where there is a session: $0",
    ([isShared, isSecure, name, tells]) =>
      Effect.gen(function* () {
        const jar = CookieJar.makeMemory({ isSecure })
        const value = name.endsWith("default") ? structured("r") : "r"
        yield* plant(jar, { [name]: value })
        yield* open({ ...jar, isShared })
        expect(yield* contents(jar)).toStrictEqual({ [name]: value, ...(tells && { "stack-is-https": "true" }) })
      })
  )

  it.effect("says why a session cannot be kept", () =>
    Effect.gen(function* () {
      const store = yield* open(CookieJar.makeMemory({ keeps: () => false }))
      const begun = yield* store.begin
      const why = <A>(set: Effect.Effect<A, TokenStoreUnavailable>) =>
        Effect.map(Effect.flip(set), ({ message }) => message)
      const unwritable = "The tokens cannot be stored: the cookies cannot be written"
      expect(yield* why(store.set(tokens("r")))).toBe(unwritable)
      expect(yield* why(begun.set(tokens("r")))).toBe(unwritable)
      expect(yield* why(store.set(tokens("")))).toBe("The tokens cannot be stored: they are not valid tokens")
    })
  )

  it.effect("reports only sign-in and sign-out in another tab", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      const here = yield* open(jar)
      const there = yield* open(jar)
      const seen: Array<unknown> = []
      const runSync = Effect.runSyncWith(yield* Effect.context())
      yield* here.changes(() => seen.push(texts(runSync(here.get))))
      yield* there.set(tokens("r1", "a1"))
      yield* plant(jar, { theme: "dark", "stack-refresh-other": "r" })
      yield* there.compareAndSet(tokens("r1"), tokens("r1", "a2"))
      yield* there.clear
      expect(seen).toStrictEqual([["r1", "a1"], ["r1", "a2"], undefined])
    })
  )
})
