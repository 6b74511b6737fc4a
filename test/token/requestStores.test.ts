/** Token stores for requests at a server. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { isHttps } from "../../src/platform/request/RequestHeaders.ts"
import { ResponseCookies } from "../../src/platform/request/ServerCookies.ts"
import { hasPair } from "../../src/platform/request/TokenText.ts"
import * as RequestTokenStore from "../../src/token/RequestTokenStore.ts"
import * as ServerCookieTokenStore from "../../src/token/ServerCookieTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { projectId } from "../support/scriptedNetwork.ts"
import { countSeeds } from "../support/seeds.ts"
import { texts, tokens } from "../support/tokens.ts"
import { behavesLikeATokenStore } from "./suite.ts"

const refresh = `stack-refresh-${projectId}`

const request = (headers: Record<string, string>, url = "http://localhost/") => new Request(url, { headers })
const cookieHeader = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ")

behavesLikeATokenStore("Request", () => Layer.orDie(RequestTokenStore.layer(request({ cookie: "x=1" }), { projectId })))
behavesLikeATokenStore("Server cookie", () => ServerCookieTokenStore.layer(request({}), { projectId }))

const hostile = countSeeds(100_000)

describe("Request", () => {
  const parse = (headers: Record<string, string>) =>
    Effect.map(RequestTokenStore.parse(request(headers), { projectId }), texts)
  const wrapped = "[%22r%22%2C%22h.p.s%22]"

  const cookie = cookieHeader({ [refresh]: "r", "stack-access": wrapped })

  it.effect.each([
    [{ accessToken: "A", refreshToken: "R" }, ["R", "A"]],
    [{ accessToken: "A", refreshToken: null }, [undefined, "A"]],
    [{ accessToken: "A" }, [undefined, "A"]],
    [{ refreshToken: "R" }, ["R", undefined]],
    [{ accessToken: null, refreshToken: null }, undefined]
  ])("takes the whole pair from the header if there is one: %j", ([value, pair]) =>
    Effect.gen(function* () {
      expect(yield* parse({ "x-stack-auth": JSON.stringify(value), cookie })).toStrictEqual(pair)
    })
  )

  it.effect.each([
    [{ cookie }, ["r", "h.p.s"]],
    [{ "x-stack-auth": "", cookie }, ["r", "h.p.s"]],
    [{}, undefined]
  ])("takes the pair from the cookies if there is no header: %j", ([headers, pair]) =>
    Effect.gen(function* () {
      expect(yield* parse(headers as Record<string, string>)).toStrictEqual(pair)
    })
  )

  it.effect.each([{ accessToken: "A" }, { refreshToken: "R" }, { accessToken: "A", refreshToken: "R" }])(
    "takes from the header whether the session was taken over, beside $0",
    (pair) =>
      Effect.gen(function* () {
        const isTakenOver = (value: unknown) =>
          Effect.map(
            RequestTokenStore.parse(request({ "x-stack-auth": JSON.stringify(value) }), { projectId }),
            (found) => found && "isTakenOver" in found && found.isTakenOver
          )
        expect(yield* isTakenOver({ ...pair, isTakenOver: true })).toBe(true)
        const others = [false, "true", 1, null]
        expect(yield* Effect.forEach(others, (other) => isTakenOver({ ...pair, isTakenOver: other }))).toStrictEqual([
          false,
          false,
          false,
          false
        ])
        expect(yield* isTakenOver(pair)).toBe(false)
        expect(yield* isTakenOver({ isTakenOver: true })).toBeUndefined()
      })
  )

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64")
  const pair = { accessToken: "A", refreshToken: "R" }

  /** Reads the header of a request that has tokens in other places, too. */
  const parseHeader = (authorization: string) =>
    parse({
      authorization,
      "x-stack-auth": JSON.stringify({ refreshToken: "other" }),
      cookie: `${refresh}=r`
    })

  const odd = { ...pair, name: "???>>>~~~" }

  it.effect.each([
    encoded(odd),
    encoded(odd).replaceAll("=", ""),
    Buffer.from(JSON.stringify(odd)).toString("base64url")
  ])("reads the pair of the vendor's Authorization header from $0", (text) =>
    Effect.gen(function* () {
      expect(yield* parseHeader(`Bearer hexclave_${text}`)).toStrictEqual(["R", "A"])
    })
  )

  it.effect.each(["hexclave", "stackauth"])(
    "takes the whole pair from the vendor's Authorization header with $0",
    (brand) =>
      Effect.gen(function* () {
        expect({
          usual: yield* parseHeader(`Bearer ${brand}_${encoded(pair)}`),
          small: yield* parseHeader(`bearer ${brand}_${encoded(pair)}`),
          capital: yield* parseHeader(`BEARER ${brand}_${encoded(pair)}`),
          accessOnly: yield* parseHeader(`Bearer ${brand}_${encoded({ accessToken: "A", refreshToken: null })}`),
          // A request that says to have no tokens has none, whatever else it has.
          neither: yield* parseHeader(`Bearer ${brand}_${encoded({ accessToken: null, refreshToken: null })}`)
        }).toStrictEqual({
          usual: ["R", "A"],
          small: ["R", "A"],
          capital: ["R", "A"],
          accessOnly: [undefined, "A"],
          neither: undefined
        })
      })
  )

  it.effect("takes even a broken pair of the vendor's Authorization header for one", () =>
    Effect.gen(function* () {
      expect(hasPair(request({ authorization: "Bearer hexclave_!" }))).toBe(true)
    })
  )

  it.effect.each([
    "Bearer h.p.s",
    `Bearer ${encoded(pair)}`,
    `Bearer Hexclave_${encoded(pair)}`,
    `Bearer other_${encoded(pair)}`,
    `Basic hexclave_${encoded(pair)}`,
    `hexclave_${encoded(pair)}`,
    "Bearer",
    ""
  ])("leaves the Authorization header $0 alone", (authorization) =>
    Effect.gen(function* () {
      expect(yield* parse({ authorization, cookie: `${refresh}=r` })).toStrictEqual(["r", undefined])
      expect(hasPair(request({ authorization }))).toBe(false)
    })
  )

  it.effect("unwraps the access cookie, and compares it", () =>
    Effect.gen(function* () {
      const of = (cookies: Record<string, string>) => parse({ cookie: cookieHeader(cookies) })
      expect({
        ofAnotherSession: yield* of({ [refresh]: "s", "stack-access": wrapped }),
        ofThisSession: yield* of({ "stack-refresh": "r", "stack-access": wrapped }),
        notWrapped: yield* of({ [refresh]: "r", "stack-access": "h.p.s" }),
        ofThePlainName: yield* of({ [refresh]: "bad", "stack-access": wrapped, [`__Host-${refresh}`]: "good" })
      }).toStrictEqual({
        ofAnotherSession: ["s", undefined],
        ofThisSession: ["r", "h.p.s"],
        notWrapped: ["r", undefined],
        ofThePlainName: ["good", undefined]
      })
    })
  )

  it.effect("takes the first of several cookies of one name", () =>
    Effect.gen(function* () {
      expect(yield* parse({ cookie: `${refresh}=r; ${refresh}=s` })).toStrictEqual(["r", undefined])
      // An unreadable first one does not let the second one in.
      expect(yield* parse({ cookie: `${refresh}=%E0%A4%A; ${refresh}=s` })).toBeUndefined()
    })
  )

  const unreadable = [
    '{"accessToken":"CANARY',
    "CANARY",
    '"CANARY"',
    "null",
    "1",
    '["CANARY","CANARY"]',
    '{"accessToken":1}',
    '{"accessToken":""}',
    '{"accessToken":"undefined"}',
    '{"refreshToken":"undefined","accessToken":"CANARY"}',
    '{"accessToken":{"x":"CANARY"}}',
    '{"accessToken":"CANARY\\r\\nx: y"}',
    '{"accessToken":"CANARY\\u0100"}'
  ]
  it.effect.each(
    unreadable.flatMap((text) => [
      { name: "x-stack-auth", text, value: text },
      { name: "authorization", text, value: `Bearer hexclave_${Buffer.from(text, "latin1").toString("base64")}` }
    ])
  )("says what is wrong with the header, and never what it holds: $name, $text", ({ name, value }) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(parse({ [name]: value, cookie: `${refresh}=r` }))
      expect({ _tag: error._tag, header: error.header }).toStrictEqual({ _tag: "InvalidAuthHeader", header: name })
      expect(error.message).toContain(`The ${name} header `)
      expect(JSON.stringify(error) + error.message + String(error.stack)).not.toContain("CANARY")
    })
  )

  it.effect.each(["", "CANARY", "!", "CANARY!", "e30=CANARY", "=", "====", "e30=="])(
    "never quotes the vendor's header $0",
    (text) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(parse({ authorization: `Bearer stackauth_${text}` }))
        expect(error._tag).toBe("InvalidAuthHeader")
        expect(JSON.stringify(error) + error.message + String(error.stack)).not.toContain("CANARY")
      })
  )

  it.effect("is not impressed by names of prototypes", () =>
    Effect.gen(function* () {
      expect(yield* parse({ cookie: "__proto__=1; constructor=2; toString=3" })).toBeUndefined()
      expect(yield* parse({ "x-stack-auth": '{"__proto__":{"accessToken":"a"}}' })).toBeUndefined()
      expect(({} as { accessToken?: string }).accessToken).toBeUndefined()
    })
  )

  it.effect("keeps changes to itself", () =>
    Effect.gen(function* () {
      const store = yield* TokenStore
      yield* store.set(tokens("r2"))
      expect(texts(yield* store.get)).toStrictEqual(["r2", undefined])
    }).pipe(Effect.provide(RequestTokenStore.layer(request({ cookie: `${refresh}=r` }), { projectId })))
  )

  it.effect(
    `survives ${hostile} random headers`,
    () =>
      Effect.gen(function* () {
        let state = 1
        const random = (below: number) => {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
          return Math.floor((state / 2 ** 32) * below)
        }
        const pieces = [
          refresh,
          `__Host-${refresh}`,
          "stack-access",
          "__Host-stack-access",
          "stack-refresh",
          "=",
          ";",
          " ",
          ",",
          '"',
          "%",
          "%22",
          "%E0%A4%A",
          "[",
          "]",
          '["',
          '","',
          "{",
          "}",
          ":",
          "accessToken",
          "refreshToken",
          "null",
          "undefined",
          "__proto__",
          "\u0000",
          "\r\n",
          "\ud800",
          "ü",
          "a.b.c",
          "r",
          "1e999",
          "[".repeat(50),
          "x".repeat(300)
        ]
        let count = 0
        for (let i = 0; i < hostile; i++) {
          const text = Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join("")
          const name = i % 2 === 0 ? "cookie" : "x-stack-auth"
          const exit = yield* Effect.exit(
            RequestTokenStore.parse({ headers: { get: (asked) => (asked === name ? text : null) } }, { projectId })
          )
          const found = exit._tag === "Failure" ? [] : (texts(exit.value) ?? []).filter((token) => token !== undefined)
          count += found.length
          expect({
            text,
            outcome: exit._tag === "Failure" ? exit.cause.reasons[0]?._tag : "Success",
            unprintable: found.filter((token) => !/^[\x21-\x7e]+$/.test(token))
          }).toStrictEqual({ text, outcome: expect.stringMatching(/^(Fail|Success)$/), unprintable: [] })
        }
        expect(count).toBeGreaterThan(0)
      }),
    300_000
  )

  it.effect("reads a megabyte", () =>
    Effect.gen(function* () {
      const cookie = `${"a=1; ".repeat(100_000)}${"b".repeat(500_000)}; ${refresh}=r`
      const found = yield* RequestTokenStore.parse(
        { headers: { get: (name) => (name === "cookie" ? cookie : null) } },
        { projectId }
      )
      expect(texts(found)).toStrictEqual(["r", undefined])
    })
  )
})

describe("Server cookie", () => {
  const project = { projectId }

  const respond = (
    given: Request,
    body: (store: TokenStore["Service"]) => Effect.Effect<unknown, unknown>,
    options: Partial<ServerCookieTokenStore.ServerCookieOptions> = {}
  ) =>
    Effect.gen(function* () {
      yield* body(yield* TokenStore)
      const headers = new Headers({ "set-cookie": "theirs=1", "cache-control": "public" })
      yield* ServerCookieTokenStore.appendTo(headers)
      return headers
    }).pipe(Effect.provide(ServerCookieTokenStore.layer(given, { ...project, ...options })))

  const setCookies = (headers: Headers) => headers.getSetCookie().slice(1)

  it.effect("sets no cookie when nothing changed", () =>
    Effect.gen(function* () {
      const headers = yield* respond(request({ cookie: `${refresh}=r` }), (store) => store.get)
      expect(setCookies(headers)).toStrictEqual([])
      expect(headers.get("cache-control")).toBe("public")
    })
  )

  it.effect("sets both cookies, and keeps the response out of caches", () =>
    Effect.gen(function* () {
      const headers = yield* respond(request({}), (store) =>
        Effect.andThen(store.set(tokens("r0", "a0")), store.set(tokens("r1", "a1")))
      )
      expect(headers.getSetCookie()).toStrictEqual([
        "theirs=1",
        `${refresh}=r1; Max-Age=31536000; Path=/; SameSite=Lax`,
        "stack-access=[%22r1%22%2C%22a1%22]; Max-Age=86400; Path=/; SameSite=Lax"
      ])
      expect(headers.get("cache-control")).toBe("private, no-store")
    })
  )

  const protectedCookies = [
    `__Host-${refresh}--default=%7B%22refresh_token%22%3A%22r1%22%2C%22updated_at_millis%22%3A0%7D; Max-Age=31536000; Path=/; SameSite=Lax; Secure`,
    "__Host-stack-access=[%22r1%22%2C%22a1%22]; Max-Age=86400; Path=/; SameSite=Lax; Secure",
    `${refresh}=r1; Max-Age=31536000; Path=/; SameSite=Lax; Secure`,
    "stack-is-https=true; Path=/; SameSite=Lax; Secure"
  ]

  const set = (store: TokenStore["Service"]) => store.set(tokens("r1", "a1"))

  it.effect("protects them if its caller says https, whatever the headers", () =>
    Effect.gen(function* () {
      expect(setCookies(yield* respond(request({}), set, { https: true }))).toStrictEqual(protectedCookies)
      expect(
        setCookies(yield* respond(request({ "x-forwarded-proto": "https" }), set, { https: false })).join()
      ).not.toContain("Secure")
    })
  )

  it.effect.each([
    request({}, "https://app.example.com/"),
    request({ "x-forwarded-proto": "https" }),
    request({ cookie: `__Host-${refresh}--default=old` })
  ])("protects them on https: $0", (given) =>
    Effect.gen(function* () {
      expect(setCookies(yield* respond(given, set))).toStrictEqual(protectedCookies)
    })
  )

  it.effect("removes every cookie of the session, as it was set", () =>
    Effect.gen(function* () {
      const cookie = cookieHeader({
        [refresh]: "old",
        "stack-refresh": "older",
        "stack-access": "x",
        [`__Host-${refresh}`]: "r",
        "__Host-stack-access": "[%22r%22%2C%22a%22]",
        "stack-is-https": "true",
        theme: "dark"
      })
      const headers = yield* respond(request({ cookie }, "https://app.example.com/"), (store) => store.clear)
      expect(setCookies(headers).toSorted()).toStrictEqual(
        [`__Host-${refresh}`, "__Host-stack-access", refresh, "stack-access", "stack-refresh", "stack-is-https"]
          .map((name) => `${name}=; Max-Age=0; Path=/; SameSite=Lax; Secure`)
          .toSorted()
      )
    })
  )

  it.effect("reads cookies of http on https, and leaves their move to the page", () =>
    Effect.gen(function* () {
      const given = request({ cookie: cookieHeader({ [refresh]: "r" }) }, "https://app.example.com/")
      const headers = yield* respond(given, (store) =>
        Effect.gen(function* () {
          expect(texts(yield* store.get)).toStrictEqual(["r", undefined])
          expect(yield* store.compareAndSet(tokens("r"), tokens("r", "a"))).toBe(true)
          expect(texts(yield* store.get)).toStrictEqual(["r", "a"])
        })
      )
      expect(setCookies(headers)).toStrictEqual([
        "stack-access=[%22r%22%2C%22a%22]; Max-Age=86400; Path=/; SameSite=Lax; Secure"
      ])
    })
  )

  it.effect("sets only the cookies that a refresh has changed", () =>
    Effect.gen(function* () {
      const given = request({ cookie: cookieHeader({ [refresh]: "r", "stack-access": "[%22r%22%2C%22a%22]" }) })
      const headers = yield* respond(given, (store) => store.compareAndSet(tokens("r"), tokens("r", "a2")))
      expect(setCookies(headers)).toStrictEqual([
        "stack-access=[%22r%22%2C%22a2%22]; Max-Age=86400; Path=/; SameSite=Lax"
      ])
      const undone = yield* respond(given, (store) =>
        Effect.andThen(
          store.compareAndSet(tokens("r"), tokens("r", "a2")),
          store.compareAndSet(tokens("r"), tokens("r", "a"))
        )
      )
      expect(setCookies(undone)).toStrictEqual([])
    })
  )

  describe("that has rotated a refresh token", () => {
    const cookie = cookieHeader({ [refresh]: "r1" })
    /** The cookies of a browser that had these, after a response. */
    const after = (before: string, headers: Headers) =>
      setCookies(headers).reduce((all, line) => `${line.split(";")[0]}; ${all}`, before)
    const rotate = (cookies: string, from: string, to: string) =>
      respond(request({ cookie: cookies }), (store) =>
        Effect.gen(function* () {
          expect(yield* store.compareAndSet(tokens(from), tokens(to, `a-${to}`))).toBe(true)
          expect(texts(yield* store.get)).toStrictEqual([to, `a-${to}`])
        })
      )
    const rotateTwice = Effect.gen(function* () {
      const first = yield* rotate(cookie, "r1", "r2")
      const once = after(cookie, first)
      return { first, once, twice: after(once, yield* rotate(once, "r2", "r3")) }
    })
    const parsed = (cookies: string) =>
      Effect.map(RequestTokenStore.parse(request({ cookie: cookies }), project), texts)

    it.effect("binds it to the one that it replaces", () =>
      Effect.gen(function* () {
        const { first, once, twice } = yield* rotateTwice
        expect(setCookies(first).filter((line) => line.startsWith(`${refresh}=`))).toStrictEqual([])
        const cases = {
          once,
          twice,
          "the first response ends last": after(twice, first),
          "nobody is signed in by then": after("", first),
          "someone else is signed in by then": after(cookieHeader({ [refresh]: "r9" }), first)
        }
        expect(yield* Effect.all(Record.map(cases, parsed))).toStrictEqual({
          once: ["r2", "a-r2"],
          twice: ["r3", "a-r3"],
          "the first response ends last": ["r3", undefined],
          "nobody is signed in by then": undefined,
          "someone else is signed in by then": ["r9", undefined]
        })
      })
    )

    it.effect("leaves nothing behind when the user signs out", () =>
      Effect.gen(function* () {
        const { twice } = yield* rotateTwice
        const headers = yield* respond(request({ cookie: twice }), (store) => store.clear)
        expect(setCookies(headers)).toStrictEqual(Array(4).fill(expect.stringContaining("Max-Age=0")))
      })
    )
  })

  it.effect("keeps the cookies of a session that the service refuses, unless the user has ended it", () =>
    Effect.gen(function* () {
      const given = request({ cookie: cookieHeader({ [refresh]: "r" }) })
      const refused = yield* respond(given, (store) =>
        Effect.gen(function* () {
          expect(yield* store.compareAndSet(tokens("r"), undefined)).toBe(true)
          expect(yield* store.get).toBeUndefined()
        })
      )
      expect(setCookies(refused)).toStrictEqual([])
      const ended = yield* respond(given, (store) => store.compareAndSet(tokens("r"), undefined, { byUser: true }))
      expect(setCookies(ended)).toStrictEqual([`${refresh}=; Max-Age=0; Path=/; SameSite=Lax`])
    })
  )

  it.effect("keeps its cookies from scripts where that is wanted", () =>
    Effect.gen(function* () {
      const headers = yield* respond(request({}), (store) => store.set(tokens("r1", "a1")), { httpOnly: true })
      const httpOnly = expect.stringMatching(/; HttpOnly$/)
      expect(setCookies(headers)).toStrictEqual([httpOnly, httpOnly])
    })
  )

  it.effect("never writes during a read-only render", () =>
    Effect.gen(function* () {
      const given = request({ cookie: `${refresh}=r` }, "https://app.example.com/")
      const headers = yield* respond(
        given,
        (store) =>
          Effect.gen(function* () {
            expect(texts(yield* store.get)).toStrictEqual(["r", undefined])
            expect((yield* Effect.flip(store.set(tokens("r2"))))._tag).toBe("TokenStoreUnavailable")
            yield* store.clear
            expect(yield* store.get).toBeUndefined()
          }),
        { readOnly: true }
      )
      expect(setCookies(headers)).toStrictEqual([])
      expect(headers.get("cache-control")).toBe("public")
    })
  )

  it.effect("leaves out an access token that no browser would keep, and has it for this request", () =>
    Effect.gen(function* () {
      const given = request({ cookie: cookieHeader({ [refresh]: "r", "stack-access": "[%22r%22%2C%22a%22]" }) })
      const large = "a".repeat(5000)
      const headers = yield* respond(given, (store) =>
        Effect.gen(function* () {
          expect(yield* store.compareAndSet(tokens("r"), tokens("r", large))).toBe(true)
          expect(texts(yield* store.get)).toStrictEqual(["r", large])
        })
      )
      expect(setCookies(headers)).toStrictEqual([])
    })
  )

  it.effect("has no lock", () =>
    Effect.gen(function* () {
      expect((yield* TokenStore).lockName).toBeUndefined()
      expect(yield* (yield* ResponseCookies).headers).toStrictEqual([])
    }).pipe(Effect.provide(ServerCookieTokenStore.layer(request({}), project)))
  )
})

describe("isHttps", () => {
  it.each<readonly [header: unknown, url: string | undefined, trusted: number | undefined, https: boolean]>([
    ["https", undefined, undefined, true],
    ["HTTPS", undefined, undefined, true],
    [" https ", undefined, undefined, true],
    ["http", "https://a.example/", undefined, false],
    ["http, https", undefined, undefined, true],
    ["https, http", undefined, undefined, false],
    ["https, http", undefined, 2, true],
    ["https", undefined, 2, true],
    ["https", "http://a.example/", 0, false],
    [["http", "https"], undefined, undefined, true],
    ["", "https://a.example/", undefined, true],
    ["ftp", undefined, undefined, false],
    [",", undefined, undefined, false],
    [null, "https://a.example/", undefined, true],
    [null, "http://a.example/", undefined, false],
    [null, "/path", undefined, false],
    [null, undefined, undefined, false]
  ])(
    "believes the outermost trusted proxy, else the URL: header %j, URL %s, proxies %s",
    (header, url, trustedProxies, https) => {
      const headers = { get: () => header as string | null }
      expect(isHttps({ headers, url }, { trustedProxies })).toBe(https)
    }
  )
})
