/** Headers of proxies are read as far as the proxies are trusted. */
import { describe, expect, it } from "@effect/vitest"
import { isHttps, findForwarded } from "../../../src/platform/request/RequestHeaders.ts"

const request = (forwarded: string | null, url?: string) => ({
  headers: { get: (name: string) => (name === "x-forwarded-proto" ? forwarded : "https") },
  url
})

describe("forwarded headers", () => {
  it.each([
    [0, ""],
    [1, "c"],
    [2, "b"],
    [3, "a"],
    [4, "a"]
  ])("are read up to the number of trusted proxies: %i", (trustedProxies, expected) => {
    expect(findForwarded("a, b ,c", trustedProxies)).toBe(expected)
  })

  it.each([
    ["HTTPS", undefined, true],
    [" ", "https://a.test", true],
    ["http", "https://a.test", false],
    [null, undefined, false],
    [null, "http://a.test", false],
    [null, "//", false]
  ])("decide about https before the URL does: %j at %s", (forwarded, url, expected) => {
    expect(isHttps(request(forwarded, url))).toBe(expected)
  })

  it("do not decide about https without a trusted proxy", () => {
    expect(isHttps(request("http", "https://a.test"), { trustedProxies: 0 })).toBe(true)
  })
})
