/** Names, values and lifetimes of the cookies that hold a session. */
import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Redacted from "effect/Redacted"
import type { Cookies } from "../../src/platform/request/CookieJar.ts"
import { isTokenText, toTokenText } from "../../src/platform/request/TokenText.ts"
import * as IntentCookie from "../../src/token/internal/IntentCookie.ts"
import * as SessionCookies from "../../src/token/SessionCookies.ts"
import type { Tokens } from "../../src/token/TokenStore.ts"
import { texts, tokens } from "../support/tokens.ts"

const refresh = "stack-refresh-p"
const pair = (r: string, a: string) => JSON.stringify([r, a])
const structured = (refresh_token: string, updated_at_millis: unknown) =>
  JSON.stringify({ refresh_token, updated_at_millis })

/** Cookies that note what is set, and for how long. */
const makeCookies = (
  initial: Readonly<Record<string, string>>,
  { isSecure = false, keeps = () => true }: { isSecure?: boolean; keeps?: (name: string) => boolean } = {}
) => {
  const present = new Map(Object.entries(initial))
  const changes: Array<readonly [name: string, value?: string, maxAgeSeconds?: number | undefined]> = []
  const cookies: Cookies = {
    isSecure,
    all: () => present,
    set: (name, value, maxAgeSeconds) => {
      if (!keeps(name)) return false
      changes.push([name, value, maxAgeSeconds])
      present.set(name, value)
      return true
    },
    remove: (name) => {
      changes.push([name])
      present.delete(name)
    }
  }
  return { cookies, changes, contents: () => Object.fromEntries(present) }
}

describe("names of cookies", () => {
  it("depend on the project and on https for tokens", () => {
    expect(SessionCookies.makeCookieNames("a b", true)).toStrictEqual({
      refresh: "__Host-stack-refresh-a%20b--default",
      access: "__Host-stack-access",
      rotated: "__Host-stack-rotated-a%20b-"
    })
    expect(SessionCookies.makeCookieNames("a b", false)).toStrictEqual({
      refresh: "stack-refresh-a%20b",
      access: "stack-access",
      rotated: "stack-rotated-a%20b-"
    })
  })

  it("depend on the project and on https for sign-ins under way", () => {
    expect(IntentCookie.makeCookieName("a b", true)).toBe("__Host-gatefold-intent-a%20b")
    expect(IntentCookie.makeCookieName("a b", false)).toBe("gatefold-intent-a%20b")
  })

  it.each([
    refresh,
    `__Host-${refresh}`,
    "stack-refresh",
    "stack-refresh-p--default",
    "__Host-stack-refresh-p--default",
    "stack-refresh-p--custom-CNW62VBGDHJJWRVFDM",
    "hexclave-refresh-p--default",
    "__Host-hexclave-refresh-p--default",
    "hexclave-refresh-p--custom-CNW62VBGDHJJWRVFDM",
    "stack-access",
    "__Host-stack-access",
    "hexclave-access",
    "stack-rotated-p-1-0",
    "__Host-stack-rotated-p-1-0",
    "stack-is-https",
    "hexclave-is-https"
  ])("include %s for the project p", (name) => {
    expect(SessionCookies.isSessionCookie("p")(name)).toBe(true)
  })

  it.each([
    "stack-refresh-q",
    "stack-rotated-q-1-0",
    "theme",
    "gatefold-intent-p",
    "stack-refresh-p2",
    "stack-refresh-p2--default",
    "stack-refresh-p-default",
    "stack-refresh-p--defaults",
    "stack-refresh-p--custom-",
    "stack-refresh--default",
    "__host-stack-refresh-p--default",
    "stack-refresh-P",
    "a-stack-refresh-p",
    "__Host-hexclave-access",
    "stack-access-p",
    ""
  ])("do not include '%s' for the project p", (name) => {
    expect(SessionCookies.isSessionCookie("p")(name)).toBe(false)
  })
})

describe("a session in cookies", () => {
  const secure = { [`__Host-${refresh}`]: "s" }

  it.each([
    ["of https, on any page", secure, undefined, "s", `__Host-${refresh}`],
    ["of https rather than of http, on https", { ...secure, [refresh]: "h" }, true, "s", `__Host-${refresh}`],
    ["of http rather than of https, on http", { ...secure, [refresh]: "h" }, false, "h", refresh],
    ["of none that only https can set, on http", secure, false, undefined, refresh],
    ["of an earlier version", { "stack-refresh": "f" }, undefined, "f", "stack-refresh"],
    ["of http without a value", { [refresh]: "", "stack-refresh": "f" }, undefined, undefined, refresh],
    ["of http if there is none", {}, undefined, undefined, refresh]
  ])("is found under the name %s", (_, cookies, isSecure, refreshToken, name) => {
    const { names, tokens } = SessionCookies.findAny(new Map(Object.entries(cookies)), "p", isSecure)
    expect({ refreshToken: texts(tokens)?.[0], name: names.refresh }).toStrictEqual({ refreshToken, name })
  })

  const domain = "CNW62VBGDHJJWRVFDM" // example.com
  const found: ReadonlyArray<
    readonly [title: string, cookies: Record<string, string>, https: string | undefined, http: string | undefined]
  > = [
    ["the form of 2025-11", { [`${refresh}--default`]: structured("r", 1) }, "r", "r"],
    ["the form of 2026-05", { "hexclave-refresh-p--default": structured("r", 1) }, "r", "r"],
    ["what hosts share", { [`${refresh}--custom-${domain}`]: structured("r", 1) }, "r", "r"],
    [
      "the newest of the newest brand, of whichever form; on http its own before what hosts share",
      {
        [`${refresh}--default`]: structured("old", 9),
        [`hexclave-refresh-p--custom-${domain}`]: structured("r", 3),
        "hexclave-refresh-p--default": structured("own", 1)
      },
      "r",
      "own"
    ],
    [
      "one of the newest brand before a bare token, which the vendor's client has left",
      { "hexclave-refresh-p--default": structured("r", 1), "stack-refresh": "older", [refresh]: "old" },
      "r",
      "r"
    ],
    [
      "only what hosts share, of the newest brand",
      { [`hexclave-refresh-p--custom-${domain}`]: structured("r", 1) },
      "r",
      "r"
    ],
    ["a bare token alone", { [refresh]: "r" }, "r", "r"],
    ["a bare token of any project alone", { "stack-refresh": "r" }, "r", "r"],
    [
      "a bare token before those of the older brand with a time",
      { [`${refresh}--default`]: structured("old", 9), "stack-refresh": "older", [refresh]: "r" },
      "r",
      "r"
    ],
    [
      "a bare token of any project before those of the older brand with a time",
      { [`${refresh}--default`]: structured("old", 9), "stack-refresh": "r" },
      "r",
      "r"
    ],
    [
      "on https the newest that only its host can set, before all others",
      {
        [`__Host-${refresh}`]: "former",
        [`__Host-${refresh}--default`]: structured("old", 1),
        "__Host-hexclave-refresh-p--default": structured("r", 2),
        [`hexclave-refresh-p--custom-${domain}`]: structured("planted", 9),
        [refresh]: "h"
      },
      "r",
      "h"
    ],
    [
      "one that has a time before those without",
      { [`${refresh}--default`]: structured("r", 1), [`${refresh}--custom-${domain}`]: structured("x", "9") },
      "r",
      "r"
    ],
    ["a token without a time", { [`${refresh}--default`]: '{"refresh_token":"r"}' }, "r", "r"],
    [
      "a readable one before others",
      { [`${refresh}--default`]: '{"refresh_token":', "hexclave-refresh-p--default": structured("r", 0) },
      "r",
      "r"
    ],
    ["no other project", { "stack-refresh-q--default": structured("r", 1) }, undefined, undefined],
    ["no list", { [`${refresh}--default`]: '["r",1]' }, undefined, undefined],
    ["no null", { [`${refresh}--default`]: "null" }, undefined, undefined],
    ["no token undefined", { [`${refresh}--default`]: structured("undefined", 1) }, undefined, undefined],
    ["no token with a line break", { [`${refresh}--default`]: structured("r\r\nx", 1) }, undefined, undefined],
    [
      "nothing else on https beside one that is unreadable",
      { [`__Host-${refresh}--default`]: "{}", [refresh]: "r" },
      undefined,
      "r"
    ]
  ]
  it.each(found)("is found in %s", (_, cookies, https, http) => {
    const find = (entries: ReadonlyArray<readonly [string, string]>, isSecure: boolean) =>
      texts(SessionCookies.findAny(new Map(entries), "p", isSecure).tokens)?.[0]
    const entries = Object.entries(cookies)
    const reversed = entries.toReversed()
    expect({ https: find(entries, true), http: find(entries, false) }).toStrictEqual({ https, http })
    expect({ https: find(reversed, true), http: find(reversed, false) }).toStrictEqual({ https, http })
  })

  it.each(
    ["", "__Host-"].flatMap((prefix) =>
      ["stack-refresh-p--default", "hexclave-refresh-p--default", refresh].map((name) => [prefix, name] as const)
    )
  )("is read by a page from the cookie $0$1 of its own host only", (prefix, name) => {
    const read = (cookies: Record<string, string>, isSecure: boolean) =>
      texts(SessionCookies.readOwn(new Map(Object.entries(cookies)), "p", isSecure))?.[0]
    const cookies = { [prefix + name]: name === refresh ? "r" : structured("r", 1) }
    expect(read(cookies, prefix !== ""), prefix + name).toBe("r")
    expect(read(cookies, prefix === ""), prefix + name).toBeUndefined()
  })

  it.each([true, false])(
    "is not read from cookies that name a custom domain or no project, secure or not: $0",
    (isSecure) => {
      const read = (cookies: Record<string, string>, isSecure: boolean) =>
        texts(SessionCookies.readOwn(new Map(Object.entries(cookies)), "p", isSecure))?.[0]
      expect(read({ "stack-refresh": "r" }, isSecure)).toBeUndefined()
      expect(read({ [`${refresh}--custom-${domain}`]: structured("r", 1) }, isSecure)).toBeUndefined()
    }
  )

  const ownRefresh = { [`__Host-${refresh}--default`]: structured("r", 1) }
  it.each<readonly [cookies: Record<string, string>, accessToken: string | undefined]>([
    [{ ...ownRefresh, "stack-access": pair("r", "a") }, "a"],
    [{ ...ownRefresh, "hexclave-access": pair("r", "a") }, "a"],
    [{ ...ownRefresh, "hexclave-access": pair("s", "b"), "stack-access": pair("r", "a") }, "a"],
    [{ ...ownRefresh, "stack-access": pair("r", "b"), "__Host-stack-access": pair("r", "a") }, "a"],
    [{ ...ownRefresh, "hexclave-access": pair("s", "b") }, undefined],
    [{ "hexclave-access": pair("", "a") }, undefined],
    [{ [refresh]: "r", "__Host-stack-access": pair("r", "a") }, undefined]
  ])("has an access token under any name, if it is one of the refresh token: %j", (cookies, accessToken) => {
    const { tokens } = SessionCookies.findAny(new Map(Object.entries(cookies)), "p")
    expect(texts(tokens)?.[1]).toBe(accessToken)
  })

  it.each(
    // Besides: nothing, a header that would be another one, upper case, digits that are none.
    [
      [domain, "example.com"],
      [domain.toLowerCase(), "example.com"],
      ["0", undefined],
      ["CNW62VBGDHJJWRVFDMXJ0Y0", undefined],
      ["85GG", undefined],
      ["U_U", undefined]
    ] as const
  )("is removed for all hosts that share it, unless its name belongs to one host: $1", (base32, expected) => {
    const removed: Array<readonly [string, string | undefined]> = []
    const name = `hexclave-refresh-p--custom-${base32}`
    const { cookies } = makeCookies({ [name]: structured("r", 1) })
    SessionCookies.remove({ ...cookies, remove: (...args) => removed.push([args[0], args[1]]) }, "p")
    expect(removed).toStrictEqual([[name, expected]])
  })

  it.each([true, false])(
    "stays when it is moved from hosts that share it, and goes with another sign-in: secure $0",
    (isSecure) => {
      const name = `${refresh}--custom-${domain}`

      const jar = makeCookies({ [name]: structured("r", 1) }, { isSecure })
      SessionCookies.write(jar.cookies, "p", tokens("r"), 5)
      expect(jar.contents()[name]).toBe(structured("r", 1))
      SessionCookies.write(jar.cookies, "p", tokens("s"), 6)
      expect(jar.contents()).not.toHaveProperty([name])
    }
  )

  it("is removed when it has ended, and cookies of others with the same name stay", () => {
    const custom = `${refresh}--custom-${domain}`
    const host = `__Host-${refresh}--default`
    const jar = makeCookies(
      { [host]: structured("r", 1), [refresh]: "s", [custom]: structured("t", 1) },
      { isSecure: true }
    )
    SessionCookies.removeEnded(jar.cookies, "p", tokens("r"))
    expect(Object.keys(jar.contents())).toStrictEqual([refresh, custom])
    const all = makeCookies(
      { [host]: structured("r", 1), [refresh]: "r", [custom]: structured("r", 1), "stack-access": pair("r", "a") },
      { isSecure: true }
    )
    SessionCookies.removeEnded(all.cookies, "p", tokens("r"))
    expect(all.contents()).toStrictEqual({})
    const onHttp = makeCookies({
      [refresh]: "r",
      [`${refresh}--default`]: structured("s", 1),
      [custom]: structured("t", 1)
    })
    SessionCookies.removeEnded(onHttp.cookies, "p", tokens("r"))
    expect(Object.keys(onHttp.contents())).toStrictEqual([custom])
  })

  it("has tokens that print as their name only", () => {
    const found = SessionCookies.readOwn(
      new Map([
        [refresh, "r"],
        ["stack-access", pair("r", "a")]
      ]),
      "p",
      false
    )
    expect({ refreshToken: String(found?.refreshToken), accessToken: String(found?.accessToken) }).toStrictEqual({
      refreshToken: "<redacted:refreshToken>",
      accessToken: "<redacted:accessToken>"
    })
  })

  it("is written for a year and a day, the refresh token first, and in the place of every other", () => {
    const before = { [refresh]: "old", "stack-refresh": "older", "stack-rotated-p-x-0": "x", theme: "dark" }
    const { changes, contents, cookies } = makeCookies(before)
    expect(SessionCookies.write(cookies, "p", tokens("r", "a"), 5)).toBe(true)
    expect(changes.slice(0, 2)).toStrictEqual([
      [refresh, "r", 31_536_000],
      ["stack-access", pair("r", "a"), 86_400]
    ])
    expect(contents()).toStrictEqual({ [refresh]: "r", "stack-access": pair("r", "a"), theme: "dark" })
  })

  it("tells servers of https for as long as the browser runs", () => {
    const { changes, contents, cookies } = makeCookies({ [refresh]: "old" }, { isSecure: true })
    expect(SessionCookies.write(cookies, "p", tokens(undefined, "a"), 5)).toBe(true)
    expect(contents()).toStrictEqual({ "__Host-stack-access": pair("", "a"), "stack-is-https": "true" })
    expect(changes.at(-1)).toStrictEqual(["stack-is-https", "true", undefined])
  })

  it("has on https a time, and beside it the name that the vendor's former clients read", () => {
    const jar = makeCookies({ "__Host-hexclave-refresh-p--default": "x", "hexclave-access": "x" }, { isSecure: true })
    expect(SessionCookies.write(jar.cookies, "p", tokens("r", "a"), 5)).toBe(true)
    expect(jar.changes.slice(0, 3)).toStrictEqual([
      [`__Host-${refresh}--default`, structured("r", 5), 31_536_000],
      ["__Host-stack-access", pair("r", "a"), 86_400],
      [refresh, "r", 31_536_000]
    ])
    expect(Object.keys(jar.contents())).toStrictEqual([
      `__Host-${refresh}--default`,
      "__Host-stack-access",
      refresh,
      "stack-is-https"
    ])
    const refuses = makeCookies({ [refresh]: "old" }, { isSecure: true, keeps: (name) => name !== refresh })
    expect(SessionCookies.write(refuses.cookies, "p", tokens("r"), 5)).toBe(true)
    expect(refuses.contents()).not.toHaveProperty([refresh])
  })

  it("keeps the mark of https while it is written again", () => {
    const { changes, cookies } = makeCookies({ "stack-is-https": "true" }, { isSecure: true })
    expect(SessionCookies.write(cookies, "p", tokens("r"), 5)).toBe(true)
    expect(changes).not.toContainEqual(["stack-is-https"])
  })

  it("is written completely or not at all", () => {
    const refuses = (name: string) => makeCookies({ [refresh]: "old" }, { keeps: (other) => other !== name })
    const withoutRefresh = refuses(refresh)
    expect(SessionCookies.write(withoutRefresh.cookies, "p", tokens("r", "a"), 5)).toBe(false)
    expect(withoutRefresh.changes).toStrictEqual([])
    const withoutAccess = refuses("stack-access")
    expect(SessionCookies.write(withoutAccess.cookies, "p", tokens("r", "a"), 5)).toBe(true)
    expect(withoutAccess.contents()).toStrictEqual({ [refresh]: "r" })
    const withoutBoth = refuses("stack-access")
    expect(SessionCookies.write(withoutBoth.cookies, "p", tokens(undefined, "a"), 5)).toBe(false)
    expect(withoutBoth.contents()).toStrictEqual({ [refresh]: "old" })
  })

  it("is removed except for cookies to keep, with the sign-in under way if there is one", () => {
    const all = { [refresh]: "r", "stack-access": "a", "stack-refresh-q": "q", "gatefold-intent-p": "i" }
    const { changes, contents, cookies } = makeCookies(all)
    SessionCookies.remove(cookies, "p", [refresh])
    expect(contents()).toStrictEqual({ [refresh]: "r", "stack-refresh-q": "q", "gatefold-intent-p": "i" })
    SessionCookies.remove(cookies, "p")
    IntentCookie.remove(cookies, "p")
    expect(contents()).toStrictEqual({ "stack-refresh-q": "q" })
    const { length } = changes
    IntentCookie.remove(cookies, "p")
    expect(changes).toHaveLength(length)
  })
})

describe("where a session comes from", () => {
  /** The texts of what is found on https, and whether it was taken over. */
  const found = (contents: Readonly<Record<string, string>>, isSecure = true) => {
    const { tokens } = SessionCookies.findAny(new Map(Object.entries(contents)), "p", isSecure)
    return tokens && [...texts(tokens)!, "isTakenOver" in tokens && tokens.isTakenOver]
  }

  it("is noted as taken over if any host of the site may have written it", () => {
    const planted = { [refresh]: "r", "stack-access": pair("r", "a") }
    expect(found(planted)).toStrictEqual(["r", "a", true])
    expect(found(planted, false)).toStrictEqual(["r", "a", false])
    expect(found({ "stack-access": pair("", "a") })).toStrictEqual([undefined, "a", true])
  })

  it.each(
    Arr.cartesian(
      [true, undefined] as const,
      [
        ["r", "a"],
        ["r", undefined],
        [undefined, "a"]
      ] as const
    )
  )("stays noted as it is: %s beside %s", (isTakenOver, [refreshText, accessText]) => {
    const session = tokens(refreshText, accessText)
    const { contents, cookies } = makeCookies({}, { isSecure: true })
    expect(SessionCookies.write(cookies, "p", { ...session, isTakenOver }, 1)).toBe(true)
    expect(found(contents())).toStrictEqual([refreshText, accessText, isTakenOver ?? false])
    const page = SessionCookies.readOwn(new Map(Object.entries(contents())), "p", true)
    expect(page?.isTakenOver).toBe(isTakenOver)
    expect("isTakenOver" in page!).toBe(isTakenOver === true)
  })

  it("is in the access cookie only if there is no refresh token", () => {
    expect(SessionCookies.encodeAccess("r", "a", true)).toBe(pair("r", "a"))
    expect(SessionCookies.encodeAccess("", "a", true)).toBe('["","a","taken_over"]')
    expect(SessionCookies.encodeAccess("", "a")).toBe(pair("", "a"))
  })

  it.each([
    [true, true],
    ["true", false],
    [1, false]
  ] as const)("is taken over with the mark $0: $1", (mark, isTakenOver) => {
    const own = (mark: unknown) => JSON.stringify({ refresh_token: "r", updated_at_millis: 1, taken_over: mark })
    expect(found({ [`__Host-${refresh}--default`]: own(mark) })).toStrictEqual(["r", undefined, isTakenOver])
  })
})

describe("a refresh beside a refresh cookie", () => {
  type Jar = ReturnType<typeof makeCookies>
  const read = ({ cookies }: Jar) => texts(SessionCookies.readOwn(cookies.all(), "p", cookies.isSecure))
  const writeRefreshed = ({ cookies }: Jar, next: Tokens) =>
    SessionCookies.writeRefreshed(cookies, SessionCookies.findAny(cookies.all(), "p", cookies.isSecure), next)

  it("goes by turns under two names that belong to the cookie, and says how often it was replaced", () => {
    const jar = makeCookies({ [refresh]: "r1" })
    writeRefreshed(jar, tokens("r2", "a2"))
    expect(jar.changes).toStrictEqual([
      ["stack-rotated-p-2rj-1", '["r1",1,"r2"]', 31_536_000],
      ["stack-access", pair("r2", "a2"), 86_400]
    ])
    expect(read(jar)).toStrictEqual(["r2", "a2"])
    writeRefreshed(jar, tokens("r3"))
    expect(jar.changes.slice(2)).toStrictEqual([["stack-rotated-p-2rj-0", '["r1",2,"r3"]', 31_536_000]])
    expect(read(jar)).toStrictEqual(["r3", undefined])
    writeRefreshed(jar, tokens("r4"))
    expect(jar.contents()["stack-rotated-p-2rj-1"]).toBe('["r1",3,"r4"]')
    expect(read(jar)).toStrictEqual(["r4", undefined])
  })

  it.each(["__Host-stack-refresh-p--default", "__Host-hexclave-refresh-p--default", refresh])(
    "names the token, and stands beside its form, in $0",
    (name) => {
      const isPlain = name === refresh
      const jar = makeCookies({ [name]: isPlain ? "r1" : structured("r1", 1) }, { isSecure: true })
      writeRefreshed(jar, tokens("r2", "a2"))
      const prefix = isPlain ? "" : "__Host-"
      expect(jar.changes).toStrictEqual([
        [`${prefix}stack-rotated-p-2rj-1`, '["r1",1,"r2"]', 31_536_000],
        [`${prefix}stack-access`, pair("r2", "a2"), 86_400]
      ])
      if (!isPlain) jar.cookies.set(name, structured("r1", 2))
      const found = SessionCookies.findAny(jar.cookies.all(), "p")
      expect({ tokens: texts(found.tokens), refreshText: found.refreshText, count: found.count }).toStrictEqual({
        tokens: ["r2", "a2"],
        refreshText: "r1",
        count: 1
      })
      jar.cookies.set(name, isPlain ? "r9" : structured("r9", 2))
      expect(texts(SessionCookies.findAny(jar.cookies.all(), "p").tokens)).toStrictEqual(["r9", undefined])
    }
  )

  it("says nothing of a refresh token that is the same, nor of a session that has none", () => {
    const jar = makeCookies({ [refresh]: "r1" })
    writeRefreshed(jar, tokens("r1", "a2"))
    expect(jar.changes).toStrictEqual([["stack-access", pair("r1", "a2"), 86_400]])
    writeRefreshed(jar, tokens(undefined, "a3"))
    expect(jar.changes).toHaveLength(1)
  })

  it.each([
    ['["r1",1,"r2"]', "r2"],
    ['["r9",1,"r2"]', "r1"],
    ['["r1",0,"r2"]', "r1"],
    ['["r1",-1,"r2"]', "r1"],
    ['["r1",1.5,"r2"]', "r1"],
    ['["r1","1","r2"]', "r1"],
    ['["r1",1,"undefined"]', "r1"],
    ['["r1",1,2]', "r1"],
    ['["r1",1', "r1"],
    ["null", "r1"],
    ["{}", "r1"]
  ] as const)("does not count when it is of another cookie, or no count, or no token: $0", (value, expected) => {
    const readWith = (name: string) => read(makeCookies({ [refresh]: "r1", [name]: value }))
    expect(readWith("stack-rotated-p-2rj-0")).toStrictEqual([expected, undefined])
    expect(readWith("stack-rotated-p-2rj-1")).toStrictEqual([expected, undefined])
  })
})

it("no token has no text", () => {
  expect(toTokenText(undefined)).toBeUndefined()
  expect(toTokenText(Redacted.make("r"))).toBe("r")
})

it.each(["a", "!", "~", "a.b-c_d", "undefined1", "null"])('a token may be "$0"', (text) => {
  expect(isTokenText(text), text).toBe(true)
})

it.for(["", " ", "a b", " a", "a ", "a\n", "\na", "\x7f", "ä", "undefined", undefined, null, 1, ["a"]])(
  'a token is never "$0"',
  (text) => {
    expect(isTokenText(text), String(text)).toBe(false)
  }
)
