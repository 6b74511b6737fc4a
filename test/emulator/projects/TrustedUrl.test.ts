/** Which URLs a project trusts: wildcards, ports, and every way to write the local machine. */
import { describe, expect, it } from "@effect/vitest"
import * as TrustedUrl from "../../../src/emulator/projects/TrustedUrl.ts"
import { growth } from "../../support/growth.ts"
import { serverRows } from "../../support/redirectCorpus.ts"

const trusts = (domain: string, url: string) => TrustedUrl.isTrusted({ allowLocalhost: false, domains: [domain] }, url)

describe("TrustedUrl", () => {
  it("has rows to check", () => expect(serverRows.length).toBeGreaterThan(100))

  it.each(serverRows.map((row) => [row.id, row.why, row] as const))("%s: %s", (_id, _why, row) => {
    const trust = { allowLocalhost: row.allowLocalhost, domains: row.trusted.map((entry) => entry.domain) }
    expect(TrustedUrl.isTrusted(trust, row.url)).toBe(row.trusted_verdict)
  })

  it("lets ** cross labels but never match the apex", () => {
    expect(trusts("https://**.example.com", "https://a.b.example.com/")).toBe(true)
    expect(trusts("https://**.example.com", "https://example.com/")).toBe(false)
    expect(trusts("https://**.example.com", "https://aexample.com/")).toBe(false)
  })

  it.each(["", "/", "/app", "/app/", "/app//"])(
    "ignores the path of an older entry, and takes no new one with a path: $0",
    (path) => {
      expect(trusts(`https://example.com${path}`, "https://example.com/other")).toBe(true)
      expect(TrustedUrl.isDomain(`https://example.com${path}`)).toBe(path.length < 2)
    }
  )

  it.each(["", ":8443", ":*"])("takes a port as it is, or any port: %j", (port) => {
    expect(TrustedUrl.isDomain(`https://**.example.com${port}`)).toBe(true)
  })

  it.each([":**", ":4*", ":65536"])("takes no pattern for a part of a port: %j", (port) => {
    expect(TrustedUrl.isDomain(`https://example.com${port}`)).toBe(false)
  })

  it.each(["built-with-hexclave.com", "built-with-stack-auth.com"])(
    "always trusts the project's own pages at the service, over https: $0",
    (domain) => {
      const judge = (url: string, hostedProjectId?: string) =>
        TrustedUrl.judge({ allowLocalhost: false, domains: [], hostedProjectId }, url)

      const page = `https://p-1.${domain}/handler/oauth-callback?x#y`
      expect(judge(page, "P-1")).toMatchObject({ isTrusted: true, rule: 6 })
      expect(judge(page).isTrusted).toBe(false)
      const others = [
        `http://p-1.${domain}/`,
        `https://p-2.${domain}/`,
        `https://${domain}/`,
        `https://p-1.${domain}:8443/`,
        `https://p-1.${domain}.evil.example/`,
        `https://x.p-1.${domain}/`
      ]
      expect(others.filter((url) => judge(url, "P-1").isTrusted)).toStrictEqual([])
    }
  )

  it.each([
    ["https://example.com:443", "https://example.com/", true],
    ["http://example.com", "http://example.com:80/", true],
    ["https://example.com", "https://example.com:80/", false],
    ["https://example.com:8443", "https://example.com/", false]
  ])("compares ports, of which each protocol has one by default: %s with %s", (domain, url, expected) => {
    expect(trusts(domain, url)).toBe(expected)
  })

  it.each(["https://a.example.com/", "https://a.example.com:8443/x"])(
    "compares no port if any is trusted: $0",
    (url) => {
      expect(trusts("https://*.example.com:*", url)).toBe(true)
      expect(trusts("https://*.example.com:*/x", url)).toBe(true)
    }
  )

  it.each([
    "http://localhost",
    "http://app.localhost:3000/x",
    "http://127.0.0.1",
    "http://127.0.0.1?x",
    "http://127.0.0.1:3000/",
    "http://127.255.255.255/",
    "http://[::1]/",
    "http://[::1]:3000/x"
  ])("trusts this machine, where it is allowed, as %s", (url) => {
    expect(TrustedUrl.isTrusted({ allowLocalhost: true, domains: [] }, url)).toBe(true)
  })

  it.each([
    "http://127.1:3000/",
    "http://2130706433/",
    "http://128.0.0.1/",
    "http://localhost.example.com/",
    "http://127.0.0.1.example.com/",
    "http://1271.0.0.1.example.com/"
  ])("does not take %s for this machine", (url) => {
    expect(TrustedUrl.isTrusted({ allowLocalhost: true, domains: [] }, url)).toBe(false)
  })

  it.each([
    ["https://*", "https://example/", true],
    ["https://*", "https://[::1]/", false],
    ["https://[::1]", "https://[::1]/", true],
    ["https://a*b.example.com", "https://ab.example.com/", true],
    ["https://a*b.example.com", "https://axyb.example.com/", true],
    ["https://a*b.example.com", "https://ab.example.com.evil.com/", false],
    ["https://**.com", "https://a..com/", false]
  ])("takes stars for labels of names, and not for addresses: %s with %s", (domain, url, expected) => {
    expect(trusts(domain, url)).toBe(expected)
  })

  it("takes texts up to 4,096 characters", () => {
    const url = `https://example.com/${"a".repeat(4076)}`
    expect(trusts("https://example.com", url)).toBe(true)
    expect(trusts("https://example.com", `${url}a`)).toBe(false)
    expect(trusts("https://example.com", "")).toBe(false)
  })

  it("takes hosts of other alphabets only as they are read", () => {
    const domains = ["https://example.com", "https://münchen.example.com", "https://straße.example.com"]
    const trust = { allowLocalhost: true, domains }
    const same = [
      "https://EXAMPLE.com/",
      "https://münchen.example.com/",
      "https://xn--mnchen-3ya.example.com/",
      "https://XN--MNCHEN-3YA.example.com/",
      "https://straße.example.com/",
      "http://LocalHost:3000/"
    ]
    expect(same.filter((url) => !TrustedUrl.isTrusted(trust, url))).toStrictEqual([])
    const mapped = [
      "https://ｅxample.com/",
      "https://example。com/",
      "https://example．com/",
      "https://exaⓜple.com/",
      "https://ⓔxample.com/",
      "https://𝐞xample.com/",
      "https://ℯxample.com/",
      "https://exampl\u0065\u034f.com/",
      "https://ex\ufe0fample.com/",
      "https://mu\u0308nchen.example.com/",
      "https://ⅿünchen.example.com/",
      "https://ſtraße.example.com/",
      "http://①②⑦.0.0.1/",
      "http://１２７.0.0.1/",
      "http://ｌocalhost/",
      "http://localhos\u1d57/",
      "http://loca\u2113host/"
    ]
    expect(mapped.filter((url) => TrustedUrl.isTrusted(trust, url))).toStrictEqual([])
    for (const url of mapped) expect(TrustedUrl.isDomain(url.slice(0, -1)), url).toBe(false)
  })

  it("places the stars of a pattern in one pass each, instead of trying every way", () => {
    const place = (stars: number) =>
      trusts(`https://${"*a".repeat(stars)}.example.com`, `https://${"a".repeat(2 * stars)}b.example.com/`)
    // Twice the stars in twice the text are at most 4 times the work, where every way would be 2,900 times.
    expect(growth(place, 6, 12, 4)).toBeLessThan(40)
  })

  it.each([
    "javascript://x",
    "xhttps://x",
    "*",
    "example.com",
    "https://",
    "https:///example.com",
    "https://a@b.c",
    "https://a%62.c",
    "https://a.b?x=1",
    "https://a.b#x",
    "https://a.b/?x=:*",
    "https://a.b:*x",
    "https://a.b:x",
    "https://a..b",
    "https://a.b.",
    "https://127.1",
    ""
  ])("refuses a list entry that is no origin: %j", (domain) => {
    expect(TrustedUrl.isDomain(domain)).toBe(false)
  })

  it.each(["https://*.example.com:*", "http://example.com:*/", "HTTPS://example.com", "http://127.0.0.1:80"])(
    "takes a list entry that is an origin: %s",
    (domain) => {
      expect(TrustedUrl.isDomain(domain)).toBe(true)
    }
  )
})
