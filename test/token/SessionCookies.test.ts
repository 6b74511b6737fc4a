/** Names, values and lifetimes of the cookies that hold a session. */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import type { Cookies } from "../../src/platform/CookieJar.ts"
import { isTokenText, tokenText } from "../../src/platform/TokenText.ts"
import * as SessionCookies from "../../src/token/SessionCookies.ts"
import type { Tokens } from "../../src/token/TokenStore.ts"
import { texts, tokens } from "./suite.ts"

const refresh = "stack-refresh-p"
const pair = (r: string, a: string) => JSON.stringify([r, a])
const structured = (refresh_token: string, updated_at_millis: unknown) =>
  JSON.stringify({ refresh_token, updated_at_millis })

/** Cookies that note what is set, and for how long. */
const cookiesOf = (
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
  it("exist for https, for http and for earlier versions", () => {
    assert.deepStrictEqual(SessionCookies.namesOf("a b", true), {
      refresh: "__Host-stack-refresh-a%20b--default",
      access: "__Host-stack-access",
      rotated: "__Host-stack-rotated-a%20b-"
    })
    assert.deepStrictEqual(SessionCookies.namesOf("a b", false), {
      refresh: "stack-refresh-a%20b",
      access: "stack-access",
      rotated: "stack-rotated-a%20b-"
    })
    assert.strictEqual(SessionCookies.intentNameOf("a b", true), "__Host-gatefold-intent-a%20b")
    assert.strictEqual(SessionCookies.intentNameOf("a b", false), "gatefold-intent-a%20b")
    const isOf = SessionCookies.isOf("p")
    for (const name of [
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
    ]) {
      assert.isTrue(isOf(name), name)
    }
    for (const name of [
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
    ]) {
      assert.isFalse(isOf(name), name)
    }
  })
})

describe("a session in cookies", () => {
  it("is found under the names of https, http and earlier versions, and on http under none that only https can set", () => {
    const secure = { [`__Host-${refresh}`]: "s" }
    const find = (cookies: Record<string, string>, isSecure?: boolean) => {
      const { names, tokens } = SessionCookies.find(new Map(Object.entries(cookies)), "p", isSecure)
      return [texts(tokens)?.[0], names.refresh]
    }
    assert.deepStrictEqual(find(secure), ["s", `__Host-${refresh}`])
    assert.deepStrictEqual(find({ ...secure, [refresh]: "h" }, true), ["s", `__Host-${refresh}`])
    assert.deepStrictEqual(find({ ...secure, [refresh]: "h" }, false), ["h", refresh])
    assert.deepStrictEqual(find(secure, false), [undefined, refresh])
    assert.deepStrictEqual(find({ "stack-refresh": "f" }), ["f", "stack-refresh"])
    assert.deepStrictEqual(find({ [refresh]: "", "stack-refresh": "f" }), [undefined, refresh])
    assert.deepStrictEqual(find({}), [undefined, refresh])
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
  for (const [title, cookies, https, http] of found) {
    it(`is found in ${title}`, () => {
      for (const entries of [Object.entries(cookies), Object.entries(cookies).reverse()]) {
        const find = (isSecure: boolean) => texts(SessionCookies.find(new Map(entries), "p", isSecure).tokens)?.[0]
        assert.deepStrictEqual([find(true), find(false)], [https, http])
      }
    })
  }

  it("is read by a page only from cookies of its own host, as far as it can tell", () => {
    const read = (cookies: Record<string, string>, isSecure: boolean) =>
      texts(SessionCookies.read(new Map(Object.entries(cookies)), "p", isSecure))?.[0]
    for (const prefix of ["", "__Host-"]) {
      for (const name of ["stack-refresh-p--default", "hexclave-refresh-p--default", refresh]) {
        const cookies = { [prefix + name]: name === refresh ? "r" : structured("r", 1) }
        assert.strictEqual(read(cookies, prefix !== ""), "r", prefix + name)
        assert.isUndefined(read(cookies, prefix === ""), prefix + name)
      }
    }
    for (const isSecure of [true, false]) {
      assert.isUndefined(read({ "stack-refresh": "r" }, isSecure))
      assert.isUndefined(read({ [`${refresh}--custom-${domain}`]: structured("r", 1) }, isSecure))
    }
  })

  it("has an access token under any name, if it is one of the refresh token", () => {
    const host = `__Host-${refresh}--default`
    for (const [cookies, expected] of [
      [{ [host]: structured("r", 1), "stack-access": pair("r", "a") }, "a"],
      [{ [host]: structured("r", 1), "hexclave-access": pair("r", "a") }, "a"],
      [{ [host]: structured("r", 1), "hexclave-access": pair("s", "b"), "stack-access": pair("r", "a") }, "a"],
      [{ [host]: structured("r", 1), "stack-access": pair("r", "b"), "__Host-stack-access": pair("r", "a") }, "a"],
      [{ [host]: structured("r", 1), "hexclave-access": pair("s", "b") }, undefined],
      [{ "hexclave-access": pair("", "a") }, undefined],
      [{ [refresh]: "r", "__Host-stack-access": pair("r", "a") }, undefined]
    ] as const) {
      const { tokens } = SessionCookies.find(new Map(Object.entries(cookies)), "p")
      assert.strictEqual(texts(tokens)?.[1], expected, JSON.stringify(cookies))
    }
  })

  it("that hosts share is removed for all of them, unless its name belongs to one host", () => {
    // Besides: nothing, a header that would be another one, upper case, digits that are none.
    for (const [base32, expected] of [
      [domain, "example.com"],
      [domain.toLowerCase(), "example.com"],
      ["0", undefined],
      ["CNW62VBGDHJJWRVFDMXJ0Y0", undefined],
      ["85GG", undefined],
      ["U_U", undefined]
    ] as const) {
      const removed: Array<readonly [string, string | undefined]> = []
      const name = `hexclave-refresh-p--custom-${base32}`
      const { cookies } = cookiesOf({ [name]: structured("r", 1) })
      SessionCookies.remove({ ...cookies, remove: (...args) => removed.push([args[0], args[1]]) }, "p")
      assert.deepStrictEqual(removed, [[name, expected]])
    }
  })

  it("that hosts share stays when it is moved, and goes with another sign-in", () => {
    const name = `${refresh}--custom-${domain}`
    for (const isSecure of [true, false]) {
      const jar = cookiesOf({ [name]: structured("r", 1) }, { isSecure })
      SessionCookies.write(jar.cookies, "p", tokens("r"), 5)
      assert.strictEqual(jar.contents()[name], structured("r", 1))
      SessionCookies.write(jar.cookies, "p", tokens("s"), 6)
      assert.notProperty(jar.contents(), name)
    }
  })

  it("that has ended is removed, and cookies of others with the same name stay", () => {
    const custom = `${refresh}--custom-${domain}`
    const host = `__Host-${refresh}--default`
    const jar = cookiesOf(
      { [host]: structured("r", 1), [refresh]: "s", [custom]: structured("t", 1) },
      { isSecure: true }
    )
    SessionCookies.removeEnded(jar.cookies, "p", tokens("r"))
    assert.deepStrictEqual(Object.keys(jar.contents()), [refresh, custom])
    const all = cookiesOf(
      { [host]: structured("r", 1), [refresh]: "r", [custom]: structured("r", 1), "stack-access": pair("r", "a") },
      { isSecure: true }
    )
    SessionCookies.removeEnded(all.cookies, "p", tokens("r"))
    assert.deepStrictEqual(all.contents(), {})
    const onHttp = cookiesOf({
      [refresh]: "r",
      [`${refresh}--default`]: structured("s", 1),
      [custom]: structured("t", 1)
    })
    SessionCookies.removeEnded(onHttp.cookies, "p", tokens("r"))
    assert.deepStrictEqual(Object.keys(onHttp.contents()), [custom])
  })

  it("has tokens that print as their name only", () => {
    const found = SessionCookies.read(
      new Map([
        [refresh, "r"],
        ["stack-access", pair("r", "a")]
      ]),
      "p",
      false
    )
    assert.deepStrictEqual(
      [String(found?.refreshToken), String(found?.accessToken)],
      ["<redacted:refreshToken>", "<redacted:accessToken>"]
    )
  })

  it("is written for a year and a day, the refresh token first, and in the place of every other", () => {
    const before = { [refresh]: "old", "stack-refresh": "older", "stack-rotated-p-x-0": "x", theme: "dark" }
    const { changes, contents, cookies } = cookiesOf(before)
    assert.isTrue(SessionCookies.write(cookies, "p", tokens("r", "a"), 5))
    assert.deepStrictEqual(changes.slice(0, 2), [
      [refresh, "r", 31_536_000],
      ["stack-access", pair("r", "a"), 86_400]
    ])
    assert.deepStrictEqual(contents(), { [refresh]: "r", "stack-access": pair("r", "a"), theme: "dark" })
  })

  it("tells servers of https for as long as the browser runs", () => {
    const { changes, contents, cookies } = cookiesOf({ [refresh]: "old" }, { isSecure: true })
    assert.isTrue(SessionCookies.write(cookies, "p", tokens(undefined, "a"), 5))
    assert.deepStrictEqual(contents(), { "__Host-stack-access": pair("", "a"), "stack-is-https": "true" })
    assert.deepStrictEqual(changes.at(-1), ["stack-is-https", "true", undefined])
  })

  it("has on https a time, and beside it the name that the vendor's former clients read", () => {
    const jar = cookiesOf({ "__Host-hexclave-refresh-p--default": "x", "hexclave-access": "x" }, { isSecure: true })
    assert.isTrue(SessionCookies.write(jar.cookies, "p", tokens("r", "a"), 5))
    assert.deepStrictEqual(jar.changes.slice(0, 3), [
      [`__Host-${refresh}--default`, structured("r", 5), 31_536_000],
      ["__Host-stack-access", pair("r", "a"), 86_400],
      [refresh, "r", 31_536_000]
    ])
    assert.deepStrictEqual(Object.keys(jar.contents()), [
      `__Host-${refresh}--default`,
      "__Host-stack-access",
      refresh,
      "stack-is-https"
    ])
    const refuses = cookiesOf({ [refresh]: "old" }, { isSecure: true, keeps: (name) => name !== refresh })
    assert.isTrue(SessionCookies.write(refuses.cookies, "p", tokens("r"), 5))
    assert.notProperty(refuses.contents(), refresh)
  })

  it("keeps the mark of https while it is written again", () => {
    const { changes, cookies } = cookiesOf({ "stack-is-https": "true" }, { isSecure: true })
    assert.isTrue(SessionCookies.write(cookies, "p", tokens("r"), 5))
    assert.notDeepInclude(changes, ["stack-is-https"])
  })

  it("is written completely or not at all", () => {
    const refuses = (name: string) => cookiesOf({ [refresh]: "old" }, { keeps: (other) => other !== name })
    const withoutRefresh = refuses(refresh)
    assert.isFalse(SessionCookies.write(withoutRefresh.cookies, "p", tokens("r", "a"), 5))
    assert.deepStrictEqual(withoutRefresh.changes, [])
    const withoutAccess = refuses("stack-access")
    assert.isTrue(SessionCookies.write(withoutAccess.cookies, "p", tokens("r", "a"), 5))
    assert.deepStrictEqual(withoutAccess.contents(), { [refresh]: "r" })
    const withoutBoth = refuses("stack-access")
    assert.isFalse(SessionCookies.write(withoutBoth.cookies, "p", tokens(undefined, "a"), 5))
    assert.deepStrictEqual(withoutBoth.contents(), { [refresh]: "old" })
  })

  it("is removed except for cookies to keep, with the sign-in under way if there is one", () => {
    const all = { [refresh]: "r", "stack-access": "a", "stack-refresh-q": "q", "gatefold-intent-p": "i" }
    const { changes, contents, cookies } = cookiesOf(all)
    SessionCookies.remove(cookies, "p", [refresh])
    assert.deepStrictEqual(contents(), { [refresh]: "r", "stack-refresh-q": "q", "gatefold-intent-p": "i" })
    SessionCookies.remove(cookies, "p")
    SessionCookies.removeIntent(cookies, "p")
    assert.deepStrictEqual(contents(), { "stack-refresh-q": "q" })
    const { length } = changes
    SessionCookies.removeIntent(cookies, "p")
    assert.lengthOf(changes, length)
  })
})

describe("where a session comes from", () => {
  /** The texts of what is found on https, and whether it was taken over. */
  const found = (contents: Readonly<Record<string, string>>, isSecure = true) => {
    const { tokens } = SessionCookies.find(new Map(Object.entries(contents)), "p", isSecure)
    return tokens && [...texts(tokens)!, "isTakenOver" in tokens && tokens.isTakenOver]
  }

  it("is noted as taken over if any host of the site may have written it", () => {
    const planted = { [refresh]: "r", "stack-access": pair("r", "a") }
    assert.deepStrictEqual(found(planted), ["r", "a", true])
    assert.deepStrictEqual(found(planted, false), ["r", "a", false])
    assert.deepStrictEqual(found({ "stack-access": pair("", "a") }), [undefined, "a", true])
  })

  for (const session of [tokens("r", "a"), tokens("r"), tokens(undefined, "a")]) {
    const [refreshText, accessText] = texts(session)!
    it(`stays noted as it is beside ${[refreshText, accessText].filter(Boolean).join(" and ")}`, () => {
      for (const isTakenOver of [true, undefined] as const) {
        const { contents, cookies } = cookiesOf({}, { isSecure: true })
        assert.isTrue(SessionCookies.write(cookies, "p", { ...session, isTakenOver }, 1))
        assert.deepStrictEqual(found(contents()), [refreshText, accessText, isTakenOver ?? false])
        const page = SessionCookies.read(new Map(Object.entries(contents())), "p", true)
        assert.strictEqual(page?.isTakenOver, isTakenOver)
        assert.strictEqual("isTakenOver" in page!, isTakenOver === true)
      }
    })
  }

  it("is in the value of one cookie alone: that of the refresh token, if there is one", () => {
    assert.strictEqual(SessionCookies.wrap("r", "a", true), pair("r", "a"))
    assert.strictEqual(SessionCookies.wrap("", "a", true), '["","a","taken_over"]')
    assert.strictEqual(SessionCookies.wrap("", "a"), pair("", "a"))
    const own = (mark: unknown) => JSON.stringify({ refresh_token: "r", updated_at_millis: 1, taken_over: mark })
    for (const [mark, isTakenOver] of [
      [true, true],
      ["true", false],
      [1, false]
    ] as const) {
      assert.deepStrictEqual(found({ [`__Host-${refresh}--default`]: own(mark) }), ["r", undefined, isTakenOver])
    }
  })
})

describe("a refresh beside a refresh cookie", () => {
  type Jar = ReturnType<typeof cookiesOf>
  const read = ({ cookies }: Jar) => texts(SessionCookies.read(cookies.all(), "p", cookies.isSecure))
  const writeRefreshed = ({ cookies }: Jar, next: Tokens) =>
    SessionCookies.writeRefreshed(cookies, SessionCookies.find(cookies.all(), "p", cookies.isSecure), next)

  it("goes by turns under two names that belong to the cookie, and says how often it was replaced", () => {
    const jar = cookiesOf({ [refresh]: "r1" })
    writeRefreshed(jar, tokens("r2", "a2"))
    assert.deepStrictEqual(jar.changes, [
      ["stack-rotated-p-2rj-1", '["r1",1,"r2"]', 31_536_000],
      ["stack-access", pair("r2", "a2"), 86_400]
    ])
    assert.deepStrictEqual(read(jar), ["r2", "a2"])
    writeRefreshed(jar, tokens("r3"))
    assert.deepStrictEqual(jar.changes.slice(2), [["stack-rotated-p-2rj-0", '["r1",2,"r3"]', 31_536_000]])
    assert.deepStrictEqual(read(jar), ["r3", undefined])
    writeRefreshed(jar, tokens("r4"))
    assert.strictEqual(jar.contents()["stack-rotated-p-2rj-1"], '["r1",3,"r4"]')
    assert.deepStrictEqual(read(jar), ["r4", undefined])
  })

  it("names the token, whatever else the refresh cookie says, and stands beside its form", () => {
    for (const name of ["__Host-stack-refresh-p--default", "__Host-hexclave-refresh-p--default", refresh]) {
      const isPlain = name === refresh
      const jar = cookiesOf({ [name]: isPlain ? "r1" : structured("r1", 1) }, { isSecure: true })
      writeRefreshed(jar, tokens("r2", "a2"))
      const prefix = isPlain ? "" : "__Host-"
      assert.deepStrictEqual(jar.changes, [
        [`${prefix}stack-rotated-p-2rj-1`, '["r1",1,"r2"]', 31_536_000],
        [`${prefix}stack-access`, pair("r2", "a2"), 86_400]
      ])
      if (!isPlain) jar.cookies.set(name, structured("r1", 2))
      const found = SessionCookies.find(jar.cookies.all(), "p")
      assert.deepStrictEqual([texts(found.tokens), found.refreshText, found.count], [["r2", "a2"], "r1", 1])
      jar.cookies.set(name, isPlain ? "r9" : structured("r9", 2))
      assert.deepStrictEqual(texts(SessionCookies.find(jar.cookies.all(), "p").tokens), ["r9", undefined])
    }
  })

  it("says nothing of a refresh token that is the same, nor of a session that has none", () => {
    const jar = cookiesOf({ [refresh]: "r1" })
    writeRefreshed(jar, tokens("r1", "a2"))
    assert.deepStrictEqual(jar.changes, [["stack-access", pair("r1", "a2"), 86_400]])
    writeRefreshed(jar, tokens(undefined, "a3"))
    assert.lengthOf(jar.changes, 1)
  })

  it("does not count when it is of another cookie, or no count, or no token", () => {
    for (const [value, expected] of [
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
    ] as const) {
      for (const turn of [0, 1]) {
        const jar = cookiesOf({ [refresh]: "r1", [`stack-rotated-p-2rj-${turn}`]: value })
        assert.deepStrictEqual(read(jar), [expected, undefined], `${value} ${turn}`)
      }
    }
  })
})

it("no token has no text", () => {
  assert.isUndefined(tokenText(undefined))
  assert.strictEqual(tokenText(Redacted.make("r")), "r")
})

it("a token is visible ASCII from its first character to its last", () => {
  for (const text of ["a", "!", "~", "a.b-c_d", "undefined1", "null"]) assert.isTrue(isTokenText(text), text)
  for (const text of ["", " ", "a b", " a", "a ", "a\n", "\na", "\x7f", "ä", "undefined", undefined, null, 1, ["a"]]) {
    assert.isFalse(isTokenText(text), String(text))
  }
})
