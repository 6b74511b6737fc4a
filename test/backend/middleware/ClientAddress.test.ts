/** The address of a request's client: whose word counts for it. */
import { describe, expect, it } from "@effect/vitest"
import * as ClientAddress from "../../../src/backend/middleware/internal/ClientAddress.ts"

describe("the address of a client", () => {
  const of = (forwarded: string | undefined, trustedProxies?: number) =>
    ClientAddress.find({ headers: { get: () => forwarded } }, "connection", { trustedProxies })

  const forwarded = " forged , client,, proxy "

  it.each([undefined, 0, -1])("is that of the connection if no proxy is trusted: %s", (trustedProxies) => {
    expect(of(forwarded, trustedProxies)).toBe("connection")
  })

  it.each([
    [1, "proxy"],
    [2, "client"],
    [3, "forged"],
    [4, "forged"]
  ])("is what the trusted proxies have seen, counted from the last: %s", (trustedProxies, address) => {
    expect(of(forwarded, trustedProxies)).toBe(address)
  })

  it.each([undefined, "", " , "])("is that of the connection if a proxy says nothing: %j", (header) => {
    expect(of(header, 1)).toBe("connection")
  })
})
