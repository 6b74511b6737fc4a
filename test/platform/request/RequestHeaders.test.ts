/** Headers of proxies are read as far as the proxies are trusted. */
import { describe, expect, it } from "@effect/vitest"
import { isHttps, findForwarded } from "../../../src/platform/request/RequestHeaders.ts"

describe("forwarded headers", () => {
  it("are read up to the number of trusted proxies", () => {
    expect(findForwarded("a, b ,c", 1)).toBe("c")
    expect(findForwarded("a, b ,c", 2)).toBe("b")
    expect(findForwarded("a, b ,c", 3)).toBe("a")
    expect(findForwarded("a, b ,c", 4)).toBe("a")
    expect(findForwarded("a, b ,c", 0)).toBe("")
  })

  it("decide about https before the URL does", () => {
    const request = (forwarded: string | null, url?: string) => ({
      headers: { get: (name: string) => (name === "x-forwarded-proto" ? forwarded : "https") },
      url
    })
    expect(isHttps(request("HTTPS"))).toBe(true)
    expect(isHttps(request(" ", "https://a.test"))).toBe(true)
    expect(isHttps(request("http", "https://a.test"))).toBe(false)
    expect(isHttps(request("http", "https://a.test"), { trustedProxies: 0 })).toBe(true)
    expect(isHttps(request(null))).toBe(false)
    expect(isHttps(request(null, "http://a.test"))).toBe(false)
    expect(isHttps(request(null, "//"))).toBe(false)
  })
})
