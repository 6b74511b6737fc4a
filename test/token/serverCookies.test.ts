/** What a server reads of a request's headers, and what its store of cookies says of who signs in and out. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as CookieJar from "../../src/platform/request/CookieJar.ts"
import { readBearer, hasPair, isPair } from "../../src/platform/request/TokenText.ts"
import * as IntentCookie from "../../src/token/internal/IntentCookie.ts"
import * as NoTokenStore from "../../src/token/NoTokenStore.ts"
import * as RequestCookieTokenStore from "../../src/token/RequestCookieTokenStore.ts"
import * as RequestTokenStore from "../../src/token/RequestTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { projectId } from "../support/scriptedNetwork.ts"
import { texts, tokens } from "../support/tokens.ts"

/** Headers of a framework that leaves them as they came, where the Fetch API trims them. */
const request = (headers: Readonly<Record<string, string>>) => ({
  headers: { get: (name: string) => headers[name] ?? null }
})

describe("a Bearer token", () => {
  it.each([
    ["Bearer abc", "abc"],
    [" \tbEARER \t abc ", "abc"],
    ["Bearer a b", "a b"],
    ["Bearer", ""],
    ["Bearer  ", ""],
    ["", undefined],
    ["Basic Bearer abc", undefined],
    ["xBearer abc", undefined],
    ["Bearerabc", undefined],
    ["Bearer:abc", undefined]
  ] as const)(
    "is what stands behind the scheme, whatever its case and the space around it: %j",
    (authorization, token) => {
      expect(readBearer(request({ authorization }))).toBe(token)
    }
  )

  it("is missing in a request without headers", () => {
    expect(readBearer(request({}))).toBeUndefined()
  })

  it.each(["hexclave_e30", "stackauth_e30"])("is a pair of tokens if it has the prefix: %s", (token) => {
    expect(isPair(token)).toBe(true)
  })

  it.each(["", "hexclave", "xhexclave_e30", "a.stackauth_e30.c", "Hexclave_e30"])(
    "is no pair of tokens without the prefix: '%s'",
    (token) => {
      expect(isPair(token)).toBe(false)
    }
  )

  it.each([
    [{ authorization: "Bearer hexclave_e30" }, true],
    [{ "x-stack-auth": "{}" }, true],
    [{ authorization: "Bearer abc", "x-stack-auth": "{}" }, true],
    [{ authorization: "Bearer abc", "x-stack-auth": "" }, false],
    [{ authorization: "Basic hexclave_e30" }, false],
    [{ cookie: "a=b" }, false]
  ])("brings a pair, like the header of its own: %j", (headers, expected) => {
    expect(hasPair(request(headers))).toBe(expected)
  })
})

describe("a header that cannot be read", () => {
  const makeBearer = (text: string) => ({ authorization: `Bearer hexclave_${btoa(text)}` })

  it.effect.each([
    [{ "x-stack-auth": "{CANARY" }, "The x-stack-auth header is not JSON"],
    [makeBearer("{CANARY"), "The authorization header is not JSON"],
    [{ authorization: "Bearer hexclave_!" }, "The authorization header is not JSON"],
    ...['"CANARY"', "null", "[]", "1"].map(
      (text) => [{ "x-stack-auth": text }, "The x-stack-auth header is not a JSON object"] as const
    ),
    [{ "x-stack-auth": `{"accessToken":1}` }, "The x-stack-auth header has something else than a token as accessToken"],
    [
      makeBearer(`{"accessToken":"a","refreshToken":"CANARY "}`),
      "The authorization header has something else than a token as refreshToken"
    ]
  ] as const)("is reported with its name and its problem, and not quoted: $1", ([headers, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(RequestTokenStore.parse(request(headers), { projectId }))
      expect(error.message).toBe(message)
    })
  )

  it.effect("is none where there is none; tokens go by their names where they are printed", () =>
    Effect.gen(function* () {
      expect(yield* RequestTokenStore.parse(request({}), { projectId })).toBeUndefined()
      const found = yield* RequestTokenStore.parse(
        request({ "x-stack-auth": `{"accessToken":"a","refreshToken":"r"}` }),
        {
          projectId
        }
      )
      expect(texts(found)).toStrictEqual(["r", "a"])
      expect(`${found?.accessToken} ${found?.refreshToken}`).toBe("<redacted:accessToken> <redacted:refreshToken>")
    })
  )
})

describe("the store of a request's cookies", () => {
  const open = (cookies: Readonly<Record<string, string>> = {}) =>
    Effect.gen(function* () {
      const jar = CookieJar.makeMemory({ isSecure: false })
      yield* jar.use((kept) => {
        for (const [name, value] of Object.entries(cookies)) kept.set(name, value)
      })
      const names = jar.use((kept) => [...kept.all().keys()])
      return { names, store: RequestCookieTokenStore.make(jar, { projectId }) }
    })

  it.effect("signs in where nobody is signed in, and never over another user", () =>
    Effect.gen(function* () {
      const { names, store } = yield* open()
      expect(yield* store.compareAndSet(undefined, tokens("r1", "a1"))).toBe(true)
      expect(texts(yield* store.get)).toStrictEqual(["r1", "a1"])
      expect(yield* names).not.toHaveLength(0)
      expect(yield* store.compareAndSet(undefined, tokens("r2", "a2"))).toBe(false)
      expect(texts(yield* store.get)).toStrictEqual(["r1", "a1"])
    })
  )

  it.effect.each([
    ["end", true, false],
    ["go on", false, true],
    ["go on", undefined, true]
  ] as const)("lets a sign-in under way %s when byUser is %s", ([, byUser, counts]) =>
    Effect.gen(function* () {
      const { store } = yield* open()
      const intent = yield* store.begin
      yield* store.compareAndSet(undefined, tokens("r1", "a1"), { byUser })
      expect(yield* intent.set(tokens("r2", "a2"))).toBe(counts)
      expect(texts(yield* store.get)).toStrictEqual(counts ? ["r2", "a2"] : ["r1", "a1"])
    })
  )

  it.effect.each([true, false])(
    "removes the cookies when the user leaves, and keeps them when the session has ended by itself: by the user $0",
    (byUser) =>
      Effect.gen(function* () {
        const { names, store } = yield* open()
        yield* store.set(tokens("r1", "a1"))
        expect(yield* store.compareAndSet(tokens("r1"), undefined, { byUser })).toBe(true)
        expect(yield* store.get).toBeUndefined()
        expect((yield* names).length === 0).toBe(byUser)
      })
  )

  it.effect("stays signed in with what the user's own session has got", () =>
    Effect.gen(function* () {
      const { store } = yield* open()
      yield* store.set(tokens("r1", "a1"))
      expect(yield* store.compareAndSet(tokens("r1"), tokens("r1", "a2"), { byUser: true })).toBe(true)
      expect(texts(yield* store.get)).toStrictEqual(["r1", "a2"])
    })
  )

  it.effect.each([
    ["in", (store: TokenStore["Service"]) => store.set(tokens("r1", "a1"))],
    ["out", (store: TokenStore["Service"]) => Effect.asVoid(store.clear)]
  ] as const)("ends the sign-ins under way in the browser when a user signs %s here", ([, act]) =>
    Effect.gen(function* () {
      const intent = IntentCookie.makeCookieName(projectId, false)
      const { names, store } = yield* open({ [intent]: "one" })
      expect(yield* names).toContain(intent)
      yield* act(store)
      expect(yield* names).not.toContain(intent)
    })
  )
})

it.effect("no store refuses every sign-in, and sign-out does nothing", () =>
  Effect.gen(function* () {
    const store = yield* TokenStore
    const unavailable = { _tag: "TokenStoreUnavailable" }
    expect(yield* Effect.flip(store.set(tokens("r")))).toMatchObject(unavailable)
    expect(yield* Effect.flip((yield* store.begin).set(tokens("r")))).toMatchObject(unavailable)
    expect(yield* Effect.flip(store.compareAndSet(undefined, tokens("r")))).toMatchObject(unavailable)
    expect(yield* store.compareAndSet(tokens("r"), undefined)).toBe(false)
    expect(yield* store.clear).toBeUndefined()
    expect(yield* store.get).toBeUndefined()
  }).pipe(Effect.provide(NoTokenStore.layer))
)
