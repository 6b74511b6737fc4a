/** What must be fixed before production (docs/protocol/redirects.md#production-mode). */
import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as ProductionMode from "../../src/admin/ProductionMode.ts"
import { ProjectId } from "../../src/domain/Ids.ts"
import { projectId } from "../support/scriptedNetwork.ts"

const id = ProjectId.make(projectId)

const findings = (domains: ReadonlyArray<string>, allowLocalhost = false) =>
  ProductionMode.findings({
    id,
    config: { allowLocalhost, domains: domains.map((domain) => ({ domain, handlerPath: "/handler" })) }
  })

const problems: Record<ProductionMode.Finding["problem"], ReadonlyArray<string>> = {
  "localhost-allowed": [],
  "invalid-url": ["", "example.com", "https://", "https:// /", "//example.com", "javascript:alert(1)", "https://a b"],
  "localhost-domain": [
    "http://localhost",
    "https://localhost:3000",
    "https://LOCALHOST",
    "https://localhost.",
    "https://a.localhost",
    "https://a.localhost.",
    "https://127.0.0.1",
    "https://127.1.2.3",
    "https://127.1",
    "https://0x7f000001",
    "https://2130706433",
    "https://0177.0.0.1",
    "https://127.0.0.1.",
    "https://[::1]",
    "https://[::ffff:127.0.0.1]",
    "https://[0:0:0:0:0:0:0:1]"
  ],
  "ip-address": [
    "https://10.0.0.1",
    "http://192.168.1.1:8080",
    "https://8.8.8.8",
    "https://8.8.8.8.",
    "https://0x08080808",
    "https://134744072",
    "https://010.010.010.010",
    "https://[2001:db8::1]",
    "https://[::ffff:8.8.8.8]",
    "https://[::]",
    "https://0.0.0.0"
  ],
  "not-https": ["http://example.com", "ftp://example.com", "http://127.0.0.1.example.com"]
}

describe("a project that goes to production", () => {
  it.each(
    Object.entries(problems).flatMap(([problem, domains]) => domains.map((domain) => [domain, problem] as const))
  )("does not trust %j (%s)", (domain, problem) => {
    expect(findings([domain])).toStrictEqual([
      { problem, domain, message: expect.stringContaining(domain), relativeFixUrl: `/projects/${id}/domains` }
    ])
  })

  it("does not allow localhost", () => {
    expect(findings([], true)).toStrictEqual([
      {
        problem: "localhost-allowed",
        domain: undefined,
        message: "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings",
        relativeFixUrl: `/projects/${id}/domains`
      }
    ])
  })

  it("may trust https domains, by name", () => {
    const fine = [
      "https://example.com",
      "https://example.com:8443",
      "https://*.example.com",
      "https://localhost.example.com",
      "https://127.0.0.1.example.com",
      "https://notlocalhost",
      "https://1password.com",
      "https://example.com./"
    ]
    expect(findings(fine)).toStrictEqual([])
  })

  // fast-check's own addresses take a second to make.
  const ipV4 = fc
    .tuple(fc.nat(0xffffffff), fc.constantFrom(10, 16))
    .map(([ip, radix]) => (radix === 16 ? `0x${ip.toString(16)}` : String(ip)))
  const ipV6 = fc
    .array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
    .map((groups) => `[${groups.map((group) => group.toString(16)).join(":")}]`)

  it("gets at most one finding for each domain, whatever its text", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.domain(), ipV4, ipV6), { maxLength: 5 }), (domains) => {
        expect(findings(domains).length).toBeLessThanOrEqual(domains.length)
      })
    )
  })

  it("may not trust an IP address, however it is written", () => {
    fc.assert(
      fc.property(fc.oneof(ipV4, ipV6), (ip) => {
        expect(findings([`https://${ip}`]).length).toBe(1)
      })
    )
  })
})
