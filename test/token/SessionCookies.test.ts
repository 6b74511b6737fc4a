/** Names, values and lifetimes of the cookies that hold a session. */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import type { Cookies } from "../../src/platform/CookieJar.ts"
import * as SessionCookies from "../../src/token/SessionCookies.ts"
import { isTokenText } from "../../src/token/TokenText.ts"
import { texts, tokens } from "./suite.ts"

const refresh = "stack-refresh-p"
const pair = (r: string, a: string) => JSON.stringify([r, a])

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
  it("are those of https, of http and of former versions", () => {
    assert.deepStrictEqual(SessionCookies.namesOf("a b", true), {
      refresh: "__Host-stack-refresh-a%20b",
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
      "stack-access",
      "__Host-stack-access",
      "stack-rotated-p-1-0",
      "__Host-stack-rotated-p-1-0",
      "stack-is-https"
    ]) {
      assert.isTrue(isOf(name), name)
    }
    for (const name of [
      "stack-refresh-q",
      "stack-rotated-q-1-0",
      "theme",
      "gatefold-intent-p",
      "stack-refresh-p2",
      ""
    ]) {
      assert.isFalse(isOf(name), name)
    }
  })
})

describe("a session in cookies", () => {
  it("is found where https, http or a former version has put it, and nowhere on http that only https can set", () => {
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

  it("has tokens that show no more than which one they are", () => {
    const found = SessionCookies.read(
      new Map([
        [refresh, "r"],
        ["stack-access", pair("r", "a")]
      ]),
      SessionCookies.namesOf("p", false)
    )
    assert.deepStrictEqual(
      [String(found?.refreshToken), String(found?.accessToken)],
      ["<redacted:refreshToken>", "<redacted:accessToken>"]
    )
  })

  it("is written for a year and a day, the refresh token first, and in the place of every other", () => {
    const before = { [refresh]: "old", "stack-refresh": "older", "stack-rotated-p-x-0": "x", theme: "dark" }
    const { changes, contents, cookies } = cookiesOf(before)
    assert.isTrue(SessionCookies.write(cookies, "p", tokens("r", "a")))
    assert.deepStrictEqual(changes.slice(0, 2), [
      [refresh, "r", 31_536_000],
      ["stack-access", pair("r", "a"), 86_400]
    ])
    assert.deepStrictEqual(contents(), { [refresh]: "r", "stack-access": pair("r", "a"), theme: "dark" })
  })

  it("tells servers of https for as long as the browser runs", () => {
    const { changes, contents, cookies } = cookiesOf({ [refresh]: "old" }, { isSecure: true })
    assert.isTrue(SessionCookies.write(cookies, "p", tokens(undefined, "a")))
    assert.deepStrictEqual(contents(), { "__Host-stack-access": pair("", "a"), "stack-is-https": "true" })
    assert.deepStrictEqual(changes.at(-1), ["stack-is-https", "true", undefined])
  })

  it("leaves https marked while it is written anew", () => {
    const { changes, cookies } = cookiesOf({ "stack-is-https": "true" }, { isSecure: true })
    assert.isTrue(SessionCookies.write(cookies, "p", tokens("r")))
    assert.notDeepInclude(changes, ["stack-is-https"])
  })

  it("is not written by halves", () => {
    const refuses = (name: string) => cookiesOf({ [refresh]: "old" }, { keeps: (other) => other !== name })
    const withoutRefresh = refuses(refresh)
    assert.isFalse(SessionCookies.write(withoutRefresh.cookies, "p", tokens("r", "a")))
    assert.deepStrictEqual(withoutRefresh.changes, [])
    const withoutAccess = refuses("stack-access")
    assert.isTrue(SessionCookies.write(withoutAccess.cookies, "p", tokens("r", "a")))
    assert.deepStrictEqual(withoutAccess.contents(), { [refresh]: "r" })
    const withoutBoth = refuses("stack-access")
    assert.isFalse(SessionCookies.write(withoutBoth.cookies, "p", tokens(undefined, "a")))
    assert.deepStrictEqual(withoutBoth.contents(), { [refresh]: "old" })
  })

  it("is removed but for what is kept, and the sign-in under way only where there is one", () => {
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

describe("a refresh beside a refresh cookie", () => {
  const names = SessionCookies.namesOf("p", false)
  const read = ({ cookies }: ReturnType<typeof cookiesOf>) => texts(SessionCookies.read(cookies.all(), names))

  it("goes by turns under two names that belong to the cookie, and says how often it was replaced", () => {
    const jar = cookiesOf({ [refresh]: "r1" })
    SessionCookies.writeRefreshed(jar.cookies, names, tokens("r2", "a2"))
    assert.deepStrictEqual(jar.changes, [
      ["stack-rotated-p-2rj-1", '["r1",1,"r2"]', 31_536_000],
      ["stack-access", pair("r2", "a2"), 86_400]
    ])
    assert.deepStrictEqual(read(jar), ["r2", "a2"])
    SessionCookies.writeRefreshed(jar.cookies, names, tokens("r3"))
    assert.deepStrictEqual(jar.changes.slice(2), [["stack-rotated-p-2rj-0", '["r1",2,"r3"]', 31_536_000]])
    assert.deepStrictEqual(read(jar), ["r3", undefined])
    SessionCookies.writeRefreshed(jar.cookies, names, tokens("r4"))
    assert.strictEqual(jar.contents()["stack-rotated-p-2rj-1"], '["r1",3,"r4"]')
    assert.deepStrictEqual(read(jar), ["r4", undefined])
  })

  it("says nothing of a refresh token that is the same, nor of a session that has none", () => {
    const jar = cookiesOf({ [refresh]: "r1" })
    SessionCookies.writeRefreshed(jar.cookies, names, tokens("r1", "a2"))
    assert.deepStrictEqual(jar.changes, [["stack-access", pair("r1", "a2"), 86_400]])
    SessionCookies.writeRefreshed(jar.cookies, names, tokens(undefined, "a3"))
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

it("the text of no token is none", () => {
  assert.isUndefined(SessionCookies.textOf(undefined))
  assert.strictEqual(SessionCookies.textOf(Redacted.make("r")), "r")
})

it("a token is visible ASCII from its first character to its last", () => {
  for (const text of ["a", "!", "~", "a.b-c_d", "undefined1", "null"]) assert.isTrue(isTokenText(text), text)
  for (const text of ["", " ", "a b", " a", "a ", "a\n", "\na", "\x7f", "ä", "undefined", undefined, null, 1, ["a"]]) {
    assert.isFalse(isTokenText(text), String(text))
  }
})
