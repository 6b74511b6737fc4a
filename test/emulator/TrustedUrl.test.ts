import { describe, expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as TrustedUrl from "../../src/emulator/TrustedUrl.ts"
import { growth } from "../support/growth.ts"

interface Row {
  readonly id: string
  readonly mode: "server" | "client"
  readonly trusted: ReadonlyArray<{ readonly domain: string }>
  readonly allowLocalhost: boolean
  readonly url: string
  readonly trusted_verdict: boolean
  readonly why: string
}

const corpus: ReadonlyArray<Row> = JSON.parse(
  readFileSync(new URL("../fixtures/redirect-corpus.json", import.meta.url), "utf8")
)
const rows = corpus.filter((row) => row.mode === "server")

const trusts = (domain: string, url: string) => TrustedUrl.isTrusted({ allowLocalhost: false, domains: [domain] }, url)

describe("TrustedUrl", () => {
  it("has rows to check", () => expect(rows.length).toBeGreaterThan(100))

  it.each(rows.map((row) => [row.id, row.why, row] as const))("%s: %s", (_id, _why, row) => {
    const trust = { allowLocalhost: row.allowLocalhost, domains: row.trusted.map((entry) => entry.domain) }
    expect(TrustedUrl.isTrusted(trust, row.url)).toBe(row.trusted_verdict)
  })

  it("lets ** cross labels but never match the apex", () => {
    expect(trusts("https://**.example.com", "https://a.b.example.com/")).toBe(true)
    expect(trusts("https://**.example.com", "https://example.com/")).toBe(false)
    expect(trusts("https://**.example.com", "https://aexample.com/")).toBe(false)
  })

  it("limits an entry with a path to that path", () => {
    expect(trusts("https://example.com/app/", "https://example.com/app")).toBe(true)
    expect(trusts("https://example.com/app", "https://example.com/app/x")).toBe(true)
    expect(trusts("https://example.com/app", "https://example.com/application")).toBe(false)
  })

  it("places the stars of a pattern in one pass each, instead of trying every way", () => {
    const place = (stars: number) =>
      trusts(`https://${"*a".repeat(stars)}.example.com`, `https://${"a".repeat(2 * stars)}b.example.com/`)
    // twice the stars in twice the text are at most 4 times the work, where every way would be 2,900 times
    expect(growth(place, 6, 12, 4)).toBeLessThan(40)
  })

  it("refuses list entries that are no origin", () => {
    for (const domain of ["javascript://x", "*", "example.com", "https://", "https://a@b.c", "https://a.b?x=1"]) {
      expect(TrustedUrl.isDomain(domain)).toBe(false)
    }
    expect(TrustedUrl.isDomain("https://*.example.com:*")).toBe(true)
  })
})
