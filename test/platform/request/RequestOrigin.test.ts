/** Which requests a page of a foreign origin may have made a browser send. */
import { describe, expect, it } from "@effect/vitest"
import * as RequestOrigin from "../../../src/platform/request/RequestOrigin.ts"

const own = { host: "app.example.com" }
const https = { ...own, "x-forwarded-proto": "https" }
const other = { origin: "https://shop.example.com" }

const isForeign = (
  headers: HeadersInit,
  {
    method = "POST",
    url,
    ...options
  }: RequestOrigin.OriginOptions & { readonly method?: string; readonly url?: string } = {}
) => RequestOrigin.make(options)!({ headers: new Headers(headers), method, url })

describe("a request that changes something", () => {
  it.each([
    [{ "sec-fetch-site": "cross-site" }, true],
    [{ "sec-fetch-site": "same-site" }, true],
    [{ "sec-fetch-site": "same-origin, cross-site" }, true],
    [{ "sec-fetch-site": "anything new" }, true],
    [{ "sec-fetch-site": "same-origin" }, false],
    [{ "sec-fetch-site": "none" }, false],
    // What the browser says of the site counts before what it says of the origin.
    [{ ...own, ...other, "sec-fetch-site": "same-origin" }, false],
    [{ ...own, origin: "https://app.example.com", "sec-fetch-site": "cross-site" }, true]
  ] as const)("is foreign when the browser says so: $0", (headers, expected) => {
    expect(isForeign(headers), JSON.stringify(headers)).toBe(expected)
  })

  it.for([
    [{ ...own, ...other }, true],
    [{ ...own, origin: "null" }, true],
    [{ ...own, origin: "https://app.example.com.evil.com" }, true],
    [{ ...own, origin: "https://app.example.com@evil.com" }, true],
    [{ ...own, origin: "https://app.example.com:8443" }, true],
    [{ ...own, origin: "nonsense" }, true],
    [{ ...own, origin: "xhttps://app.example.com" }, true],
    [{ ...own, origin: "https://user@app.example.com" }, true],
    [{ ...own, origin: "https://:password@app.example.com" }, true],
    [{ ...own, origin: "https://app.example.com" }, false],
    [{ ...own, origin: "https://APP.example.com:443" }, false],
    [{ ...own, origin: "http://app.example.com" }, false],
    [{ ...https, origin: "http://app.example.com" }, true],
    [{ host: "localhost:3000", origin: "http://localhost:3000" }, false],
    [{ host: "localhost:3000", origin: "http://localhost:4000" }, true],
    [{ host: "backend:3000", "x-forwarded-host": "app.example.com", origin: "https://app.example.com" }, false],
    [{ host: "backend:3000", "x-forwarded-host": "evil.com, app.example.com", origin: "https://evil.com" }, true],
    [
      { host: "backend:3000", "x-forwarded-host": "app.example.com", origin: "https://app.example.com" },
      true,
      { trustedProxies: 0 }
    ],
    [{ ...https, origin: "http://app.example.com" }, false, { trustedProxies: 0 }],
    [{ origin: "https://app.example.com" }, true],
    [{ origin: "https://app.example.com" }, false, { url: "https://app.example.com/x" }]
  ] as const)("is foreign when its origin is another than that of the server: $0", ([headers, expected, options]) => {
    expect(isForeign(headers, options), JSON.stringify([headers, options])).toBe(expected)
  })

  it("may have blanks and capitals around what the browser says", () => {
    const headers = {
      get: (name: string) => (name === "sec-fetch-site" ? " Same-Origin " : "https://shop.example.com")
    }
    expect(RequestOrigin.make({})!({ headers, method: "POST" })).toBe(false)
  })

  it("is not foreign when no browser says where it comes from", () => {
    expect(isForeign({})).toBe(false)
    expect(isForeign(own)).toBe(false)
  })

  it.each([
    [{ ...own, ...other, "sec-fetch-site": "same-site" }, false],
    [{ ...own, origin: "http://localhost:5173" }, false],
    [{ ...own, origin: "http://localhost:5174" }, true],
    [{ ...own, origin: "https://evil.com", "sec-fetch-site": "cross-site" }, true],
    [{ "sec-fetch-site": "cross-site" }, true]
  ])("is not foreign when its origin is trusted: %j", (headers, expected) => {
    const options = { trustedOrigins: ["https://shop.example.com/", "http://localhost:5173"] }
    expect(isForeign(headers, options)).toBe(expected)
  })

  it("may have an unknown method", () => {
    const headers = { "sec-fetch-site": "cross-site" }
    expect(RequestOrigin.make({})!({ headers: new Headers(headers) })).toBe(true)
  })

  it.each(["POST", "PUT", "PATCH", "DELETE", "CONNECT", "QUERY", "post"])("may have the method $0", (method) => {
    const headers = { "sec-fetch-site": "cross-site" }
    expect(isForeign(headers, { method }), method).toBe(true)
  })

  it.each(["GET", "HEAD", "OPTIONS", "TRACE", "get"])("never has the method $0", (method) => {
    const headers = { "sec-fetch-site": "cross-site" }
    expect(isForeign(headers, { method }), method).toBe(false)
  })

  it("may be a WebSocket", () => {
    const upgrade = { ...own, upgrade: "websocket" }
    expect(isForeign({ ...upgrade, ...other }, { method: "GET" })).toBe(true)
    expect(isForeign({ ...upgrade, origin: "https://app.example.com" }, { method: "GET" })).toBe(false)
    expect(isForeign({ ...upgrade, ...other }, { method: "GET", trustedOrigins: [other.origin] })).toBe(false)
  })
})

it.each(["*", "null", "", "shop.example.com", "https://", "https://a.com/path", "https://u:p@a.com", "ftp://a.com"])(
  "a list of trusted origins refuses an invalid one: $0",
  (text) => {
    expect(RequestOrigin.make({ trustedOrigins: [text] }), text).toBeUndefined()
    expect(RequestOrigin.invalidTrustedOrigins).toMatch(/^must be origins such as /)
  }
)
