/** Cookies are parsed and written without loss, and a page hears of changes by other pages. */
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as CookieJar from "../../../src/platform/request/CookieJar.ts"
import * as BrowserCookieTokenStore from "../../../src/token/BrowserCookieTokenStore.ts"
import * as CookieTokenStore from "../../../src/token/internal/CookieTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { anyCharacter } from "../../support/anyText.ts"
import { isLinear } from "../../support/growth.ts"
import { countSeeds } from "../../support/seeds.ts"
import { texts, tokens } from "../../support/tokens.ts"
import { turns } from "../../support/turns.ts"
import { behavesLikeATokenStore } from "../../token/suite.ts"
import { type Means, makeBrowser } from "../pages.ts"

describe("CookieJar", () => {
  describe("parse", () => {
    it.each<readonly [header: string, cookies: ReadonlyArray<readonly [name: string, value: string]>]>([
      ["", []],
      ["a=1", [["a", "1"]]],
      [
        "a=1; b=2;c = 3 ",
        [
          ["a", "1"],
          ["b", "2"],
          ["c", "3"]
        ]
      ],
      ["\t a\t=1;  =2", [["a", "1"]]],
      ["\u00a0a=1", [["\u00a0a", "1"]]],
      ["a=1; a=2", [["a", "1"]]],
      ["a=%ff; a=2", [["a", ""]]],
      ["a==b=", [["a", "=b="]]],
      ["a; =b; ;;", []],
      ["a=%22b%22", [["a", '"b"']]],
      [
        "constructor=1; __proto__=2",
        [
          ["constructor", "1"],
          ["__proto__", "2"]
        ]
      ]
    ])("separates names and values: %j", (header, cookies) => {
      expect([...CookieJar.parse(header)]).toStrictEqual(cookies)
    })

    it("never throws", () => {
      fc.assert(
        fc.property(fc.string({ unit: anyCharacter }), (header) => CookieJar.parse(header).size >= 0),
        { numRuns: countSeeds(5000) }
      )
    })

    it("takes time that grows with the length", () => {
      const headers: ReadonlyArray<(size: number) => string> = [
        (size) => Array.from({ length: size }, (_, i) => `c${i}=${i}`).join("; "),
        (size) => "a".repeat(size),
        (size) => " ;=".repeat(size)
      ]
      for (const header of headers) expect(isLinear(CookieJar.parse, header, 2_000), header(3)).toBe(true)
    })
  })

  it("reads what it serializes, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const line = CookieJar.serialize("a", value, { isSecure: true, maxAgeSeconds: 1 })
        expect(line).toMatch(/^a=[^;,\s"\\]*; Max-Age=1; Path=\/; SameSite=Lax; Secure$/)
        expect(CookieJar.parse(line).get("a")).toBe(value.toString())
      }),
      { numRuns: countSeeds(2000) }
    )
    expect(CookieJar.serialize("a", "\ud800", { isSecure: false })).toBe("a=%EF%BF%BD; Path=/; SameSite=Lax")
  })

  describe("of a page", () => {
    // An event is heard at once.
    const everyMeans: ReadonlyArray<readonly [name: string, means: Means, heardAfterMillis: number]> = [
      ["cookie store events", { cookieStore: true, broadcast: true }, 0],
      ["broadcast messages", { broadcast: true }, 0],
      ["polling", {}, CookieJar.pollMillis]
    ]
    it.effect.each(everyMeans)("hears of other pages by %s, until the scope closes", ([, means, heardAfterMillis]) =>
      Effect.gen(function* () {
        const browser = makeBrowser(means)
        const here = CookieJar.makeBrowser(browser.open())
        const there = CookieJar.makeBrowser(browser.open())
        const scope = yield* Scope.make()
        const heard: Array<string | undefined> = []
        yield* Scope.provide(
          here.changes((cookies) => heard.push(cookies.all().get("a"))),
          scope
        )
        const settle = Effect.andThen(TestClock.adjust(heardAfterMillis), turns())
        yield* settle
        expect(heard).toStrictEqual([])
        yield* there.use((cookies) => cookies.set("a", "1"))
        yield* settle
        yield* there.use((cookies) => cookies.all())
        yield* settle
        expect(heard).toStrictEqual(["1"])
        yield* there.use((cookies) => cookies.remove("a"))
        yield* settle
        expect(heard).toStrictEqual(["1", undefined])
        yield* Scope.close(scope, Exit.void)
        yield* there.use((cookies) => cookies.set("a", "2"))
        yield* settle
        expect(heard).toHaveLength(2)
        expect(browser.handles()).toBe(0)
      })
    )

    it.effect("reads the cookies every 100 ms where no event reports changes", () =>
      Effect.gen(function* () {
        const browser = makeBrowser()
        const here = CookieJar.makeBrowser(browser.open())
        const there = CookieJar.makeBrowser(browser.open())
        const heard: Array<string | undefined> = []
        yield* here.changes((cookies) => heard.push(cookies.all().get("a")))
        yield* TestClock.adjust("1 second")
        for (const value of ["1", "2"]) {
          yield* there.use((cookies) => cookies.set("a", value))
          yield* TestClock.adjust("99 millis")
          expect(heard, value).not.toContain(value)
          yield* TestClock.adjust("1 millis")
          expect(heard.at(-1), value).toBe(value)
        }
      })
    )

    it.effect.each([false, true])(
      "notifies other pages of its writes, unless the browser does: cookieStore $0",
      (cookieStore) =>
        Effect.gen(function* () {
          const browser = makeBrowser({ broadcast: true, cookieStore })
          const jar = CookieJar.makeBrowser(browser.open())
          yield* jar.use((cookies) => cookies.all())
          yield* jar.use((cookies) => cookies.set("a", "1"))
          yield* jar.use((cookies) => cookies.all())
          expect(browser.announced).toStrictEqual(cookieStore ? [] : ["gatefold/cookies"])
        })
    )

    it.effect("removes cookies that the hosts of a domain share", () =>
      Effect.gen(function* () {
        const browser = makeBrowser()
        const jar = CookieJar.makeBrowser(browser.open())
        yield* jar.use((cookies) => cookies.remove("a"))
        yield* jar.use((cookies) => cookies.remove("a", "example.com"))
        const line = "a=; Max-Age=0; Path=/; SameSite=Lax"
        expect(browser.written).toStrictEqual([line, `${line}; Domain=example.com`])
      })
    )

    it.effect("checks the cookies when the page is shown again, since a response may have changed them", () =>
      Effect.gen(function* () {
        const browser = makeBrowser({ broadcast: true })
        const page = browser.open()
        let heard = 0
        yield* CookieJar.makeBrowser(page).changes(() => heard++)
        browser.write("a=1; Path=/")
        page.document.dispatchEvent(new Event("visibilitychange"))
        expect(heard).toBe(1)
      })
    )

    it.effect.each([
      ["do not exist", () => ({})],
      ["are blocked silently", () => makeBrowser().open("http:", { refuse: "silently" })],
      ["are blocked with an error", () => makeBrowser().open("http:", { refuse: "loudly" })]
    ] as const)("is empty and stores nothing where cookies %s", ([, open]) =>
      Effect.gen(function* () {
        const jar = CookieJar.makeBrowser(open())
        yield* jar.changes(() => undefined)
        expect(yield* jar.use((cookies) => cookies.set("a", "1"))).toBe(false)
        yield* jar.use((cookies) => cookies.remove("a"))
        expect(yield* jar.use((cookies) => cookies.all().size)).toBe(0)
        const store = yield* CookieTokenStore.make(jar, { projectId: "p" })
        expect((yield* Effect.flip(store.set(tokens("r"))))._tag).toBe("TokenStoreUnavailable")
        expect(yield* store.get).toBeUndefined()
      })
    )
  })

  describe("in memory", () => {
    it.effect("stores the cookies that a browser would store", () =>
      Effect.gen(function* () {
        const keeps = (options: CookieJar.MemoryOptions, name: string, value: string) =>
          CookieJar.makeMemory(options).use((cookies) => {
            const kept = cookies.set(name, value)
            expect(cookies.all().get(name)).toBe(kept ? value : undefined)
            return kept
          })
        expect({
          long: yield* keeps({}, "a", "x".repeat(CookieJar.maxCookieOctets - 1)),
          tooLong: yield* keeps({}, "a", "x".repeat(CookieJar.maxCookieOctets)),
          prefixOnHttps: yield* keeps({ isSecure: true }, "__Host-a", "1"),
          prefixOnHttp: yield* keeps({}, "__Host-a", "1"),
          suffixOnHttp: yield* keeps({}, "a__Host-", "1")
        }).toStrictEqual({ long: true, tooLong: false, prefixOnHttps: true, prefixOnHttp: false, suffixOnHttp: true })
      })
    )

    it.effect("reports changes only, until the scope closes", () =>
      Effect.gen(function* () {
        const jar = CookieJar.makeMemory()
        let heard = 0
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* jar.changes(() => heard++)
            yield* jar.use((cookies) => cookies.all())
            yield* jar.use((cookies) => cookies.remove("a"))
            expect(heard).toBe(0)
            yield* jar.use((cookies) => cookies.set("a", "1"))
            expect(heard).toBe(1)
          })
        )
        yield* jar.use((cookies) => cookies.remove("a"))
        expect(heard).toBe(1)
      })
    )
  })

  describe("token stores of pages", () => {
    it.effect("share a lock with the other tabs", () =>
      Effect.gen(function* () {
        const jars = [CookieJar.makeBrowser(makeBrowser().open()), CookieJar.makeMemory()]
        const stores = yield* Effect.forEach(jars, (jar) => CookieTokenStore.make(jar, { projectId: "p" }))
        expect(stores.map(({ lockName }) => lockName)).toStrictEqual(["gatefold/session/p", "gatefold/session/p"])
      })
    )

    it.effect("use the page that the script runs in", () =>
      Effect.gen(function* () {
        const browser = makeBrowser()
        vi.stubGlobal("document", browser.open().document)
        yield* Effect.flatMap(TokenStore, (store) => store.set(tokens("r"))).pipe(
          Effect.provide(BrowserCookieTokenStore.layer({ projectId: "p" })),
          Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))
        )
        expect(browser.kept()["stack-refresh-p"]).toStrictEqual("r")
      })
    )

    for (const protocol of ["http:", "https:"] as const) {
      behavesLikeATokenStore(`Browser cookie on ${protocol}`, () =>
        Layer.provide(
          CookieTokenStore.layer({ projectId: "p" }),
          Layer.sync(CookieJar.CookieJar, () => CookieJar.makeBrowser(makeBrowser().open(protocol)))
        )
      )
    }

    it.effect.each(["http:", "https:"] as const)(
      "write cookies as specified, and remove them with the same attributes: $0",
      (protocol) =>
        Effect.gen(function* () {
          const browser = makeBrowser()
          const store = yield* CookieTokenStore.make(CookieJar.makeBrowser(browser.open(protocol)), { projectId: "p" })
          yield* store.set(tokens("r", "h.p.s"))
          const isSecure = protocol === "https:"
          const access = `${isSecure ? "__Host-" : ""}stack-access`
          const structured = "%7B%22refresh_token%22%3A%22r%22%2C%22updated_at_millis%22%3A0%7D"
          expect(browser.kept()).toStrictEqual({
            "stack-refresh-p": "r",
            [access]: "[%22r%22%2C%22h.p.s%22]",
            ...(isSecure && { "__Host-stack-refresh-p--default": structured, "stack-is-https": "true" })
          })
          const common = `Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`
          expect(browser.readAttributes("stack-refresh-p")).toBe(`Max-Age=31536000; ${common}`)
          if (isSecure) {
            expect(browser.readAttributes("__Host-stack-refresh-p--default")).toBe(`Max-Age=31536000; ${common}`)
          }
          expect(browser.readAttributes(access)).toBe(`Max-Age=86400; ${common}`)
          browser.written.length = 0
          yield* store.clear
          expect(browser.kept()).toStrictEqual({})
          const kept = browser.written.filter((line) => !line.endsWith(`=; Max-Age=0; ${common}`))
          expect(kept).toStrictEqual([])
        })
    )

    it.effect("see sign-in and sign-out of other tabs", () =>
      Effect.gen(function* () {
        const browser = makeBrowser({ cookieStore: true })
        const open = () => CookieTokenStore.make(CookieJar.makeBrowser(browser.open("https:")), { projectId: "p" })
        const here = yield* open()
        const there = yield* open()
        const seen: Array<unknown> = []
        yield* here.changes(() => seen.push(texts(Effect.runSync(here.get))))
        yield* there.set(tokens("r", "a"))
        yield* turns()
        yield* there.clear
        yield* turns()
        expect(seen).toStrictEqual([["r", "a"], undefined])
      })
    )

    it.effect("are not confused by a cookie of another host below the domain", () =>
      Effect.gen(function* () {
        const browser = makeBrowser()
        const store = yield* CookieTokenStore.make(CookieJar.makeBrowser(browser.open("https:")), { projectId: "p" })
        yield* store.set(tokens("victim"))
        browser.write("stack-refresh-p=attacker; Domain=.example.com; Path=/")
        const reloaded = yield* CookieTokenStore.make(CookieJar.makeBrowser(browser.open("https:")), { projectId: "p" })
        expect(texts(yield* reloaded.get)).toStrictEqual(["victim", undefined])
      })
    )
  })
})
