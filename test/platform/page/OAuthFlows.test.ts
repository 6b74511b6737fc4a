/** A cookie that holds no flow is no flow, whoever wrote it. */
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as OAuthFlows from "../../../src/platform/page/OAuthFlows.ts"
import * as CookieJar from "../../../src/platform/request/CookieJar.ts"
import { makeBrowser } from "../pages.ts"

const flow: OAuthFlows.OAuthFlow = {
  verifier: Redacted.make("v3r1f1er"),
  provider: "github",
  redirectUri: "https://app.example.org/handler/oauth-callback",
  projectId: "internal",
  apiUrl: "http://127.0.0.1:8102",
  type: "link",
  startedAtMillis: 7
}

const record: ReadonlyArray<unknown> = [
  "v3r1f1er",
  "github",
  "https://app.example.org/handler/oauth-callback",
  "internal",
  "http://127.0.0.1:8102",
  "link",
  7
]

/** What is found where a cookie holds this. */
const taken = Effect.fnUntraced(function* (cookie: string) {
  const jar = CookieJar.makeMemory()
  const flows = OAuthFlows.make(jar)
  yield* flows.add("s", flow)
  const [name] = yield* jar.use((cookies) => [...cookies.all().keys()])
  yield* jar.use((cookies) => cookies.set(name!, cookie, 60))
  return yield* flows.take("s", () => true)
})

const stored = (value: unknown) => Base64Url.encode(JSON.stringify(value))

describe("started flows", () => {
  it.effect("are read back as they were stored", () =>
    Effect.gen(function* () {
      const flows = OAuthFlows.make(CookieJar.makeMemory())
      yield* flows.add("s", flow)
      const found = yield* flows.take("s", () => true)
      expect(found).toStrictEqual(flow)
      expect(Redacted.value(found!.verifier)).toBe("v3r1f1er")
      expect(yield* flows.take("s", () => true)).toBeUndefined()
      expect(yield* taken(stored(record))).toStrictEqual(flow)
    })
  )

  it.effect("exist until they are taken", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      const flows = OAuthFlows.make(jar)
      yield* jar.use((cookies) => cookies.set("other", stored(record), 60))
      expect(yield* flows.has(() => true)).toBe(false)
      yield* flows.add("s", flow)
      expect(yield* flows.has(({ provider }) => provider === "github")).toBe(true)
      expect(yield* flows.has(({ provider }) => provider === "google")).toBe(false)
      yield* flows.take("s", () => true)
      expect(yield* flows.has(() => true)).toBe(false)
    })
  )

  const wrong: ReadonlyArray<readonly [string, unknown]> = [
    ...[undefined, null, true, {}, []].flatMap((value) =>
      record.map((_, index) => [`${JSON.stringify(value)} in place ${index}`, record.with(index, value)] as const)
    ),
    ["another type", record.with(5, "unlink")],
    ["a relative URL", record.with(2, "/handler")],
    ["a fraction as its time", record.with(6, 7.5)],
    ["a time as text", record.with(6, "7")],
    ["more fields", [...record, 8]],
    ["fewer fields", record.slice(0, 6)],
    ["an object", { ...record, length: 7 }]
  ]
  it.effect.each(wrong)("are none with %s", ([, value]) =>
    Effect.map(taken(stored(value)), (found) => expect(found).toBeUndefined())
  )

  it.effect.each(["", "%", "AAAA", Base64Url.encode("{"), stored(record).slice(0, -4)])("are none in %j", (cookie) =>
    Effect.map(taken(cookie), (found) => expect(found).toBeUndefined())
  )
})

describe("started flows in cookies", () => {
  const listNames = (jar: CookieJar.CookieJar["Service"]) => jar.use((cookies) => [...cookies.all().keys()])
  const states = Array.from({ length: OAuthFlows.maxPending + 1 }, (_, i) => `s${i}`)

  describe.each([
    ["https", true, "__Host-stack-oauth-outer-"],
    ["http", false, "stack-oauth-outer-"]
  ] as const)("on %s", (_, isSecure, prefix) => {
    it.effect.each([
      [states.map(() => 7), "s0"],
      [states.map((_, i) => i), "s0"],
      [states.map((_, i) => -i), "s7"],
      [states.map((_, i) => (i === 3 ? 1 : 2)), "s3"]
    ] as const)("make room for another one, oldest first, and leave other cookies: $1", ([times, removed]) =>
      Effect.gen(function* () {
        const jar = CookieJar.makeMemory({ isSecure })
        const flows = OAuthFlows.make(jar)
        yield* jar.use((cookies) => cookies.set("theme", "x".repeat(4000)))
        for (const [i, state] of states.entries()) yield* flows.add(state, { ...flow, startedAtMillis: times[i]! })
        const kept = states.filter((state) => state !== removed).map((state) => prefix + state)
        expect(yield* listNames(jar)).toStrictEqual(["theme", ...kept])
      })
    )
  })

  it.effect("remove unreadable ones first to make room", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      const flows = OAuthFlows.make(jar)
      for (const state of states.slice(0, 7)) yield* flows.add(state, flow)
      yield* jar.use((cookies) => cookies.set("stack-oauth-outer-broken", "x"))
      yield* flows.add("another", flow)
      expect(yield* listNames(jar)).toStrictEqual(
        [...states.slice(0, 7), "another"].map((state) => `stack-oauth-outer-${state}`)
      )
    })
  )

  /** A state with which the cookie of the flow, with its name, is this long. */
  const makeState = Effect.fnUntraced(function* (letter: string, length: number) {
    const jar = CookieJar.makeMemory()
    yield* OAuthFlows.make(jar).add("", flow)
    const [cookie] = yield* jar.use((cookies) => [...cookies.all()])
    return letter.repeat(length - cookie!.join("").length)
  })

  it.effect.each([
    [1800, 2],
    [1801, 1]
  ] as const)("are 3800 characters long at most, together: $0", ([length, kept]) =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      const flows = OAuthFlows.make(jar)
      const former = yield* makeState("a", 2000)
      const latter = yield* makeState("b", length)
      yield* flows.add(former, flow)
      yield* flows.add(latter, flow)
      expect(yield* listNames(jar)).toStrictEqual(
        [former, latter].slice(-kept).map((state) => `stack-oauth-outer-${state}`)
      )
    })
  )

  it.effect("fail to be stored if one is longer than that", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      const flows = OAuthFlows.make(jar)
      const error = yield* Effect.flip(flows.add(yield* makeState("a", 3801), flow))
      expect(error.message).toBe("A sign-in with a provider cannot be started: the redirect URL is too long")
      expect(yield* listNames(jar)).toStrictEqual([])
      yield* flows.add(yield* makeState("a", 3800), flow)
      expect(yield* listNames(jar)).toHaveLength(1)
    })
  )

  it.effect("fail to be stored if the browser refuses the cookie", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(OAuthFlows.make(CookieJar.makeMemory({ keeps: () => false })).add("s", flow))
      expect(error.message).toBe(
        "A sign-in with a provider cannot be started: the browser does not keep cookies for this page"
      )
    })
  )

  it.effect("expire after an hour", () =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory()
      yield* OAuthFlows.make(jar).add("s", flow)
      yield* TestClock.adjust("3599 seconds")
      expect(yield* listNames(jar)).toHaveLength(1)
      yield* TestClock.adjust("1 second")
      expect(yield* listNames(jar)).toStrictEqual([])
    })
  )
})

describe("started flows where an app says nothing", () => {
  it.effect("are in the cookies of a browser", () =>
    Effect.gen(function* () {
      const browser = makeBrowser()
      vi.stubGlobal("document", browser.open().document)
      const flows = OAuthFlows.OAuthFlows.defaultValue()
      yield* flows.add("s", flow).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals())))
      expect(Object.keys(browser.kept())).toStrictEqual(["stack-oauth-outer-s"])
    })
  )

  it.effect("cannot be stored outside a browser", () =>
    Effect.gen(function* () {
      const flows = OAuthFlows.OAuthFlows.defaultValue()
      expect((yield* Effect.flip(flows.add("s", flow))).message).toBe(
        "A sign-in with a provider cannot be started: this is no browser; provide OAuthFlows.layerMemory for a single user"
      )
      expect(yield* flows.take("s", () => true)).toBeUndefined()
    })
  )

  it.effect("can be stored in memory, separately for each layer", () =>
    Effect.gen(function* () {
      const take = Effect.flatMap(OAuthFlows.OAuthFlows, (flows) => flows.take("s", () => true))
      const add = Effect.flatMap(OAuthFlows.OAuthFlows, (flows) => flows.add("s", flow))
      expect(yield* Effect.provide(Effect.andThen(add, take), OAuthFlows.layerMemory)).toStrictEqual(flow)
      yield* Effect.provide(add, OAuthFlows.layerMemory)
      expect(yield* Effect.provide(take, OAuthFlows.layerMemory)).toBeUndefined()
    })
  )
})
