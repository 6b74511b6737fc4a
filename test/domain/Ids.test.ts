/** An id can never leave its path segment (docs/protocol/threats.md#ids-that-leave-their-path). */
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Schemas from "../../src/api/schema/Ids.ts"
import * as Ids from "../../src/domain/Ids.ts"

const hostile = [
  "",
  ".",
  "..",
  "../..",
  "a/../b",
  "/etc/passwd",
  "//evil.example",
  "%2e%2e",
  "%2E%2E%2F",
  "a%2f..%2fb",
  "%00",
  "%",
  "me?x=1",
  "?",
  "me#",
  "#fragment",
  "\\..\\",
  "a\\b",
  "..;/",
  "a b",
  " ",
  "\u00a0",
  "a\u0000b",
  "a\nb",
  "a\r\nx-stack-access-type: admin",
  "\u007f",
  "\u0085",
  "\u202e",
  "\u200b",
  "\ufeff",
  "\ud800",
  "a\udfff",
  "x".repeat(257),
  "x".repeat(10_240)
]

const accepted = ["0d9c8b7a-6f5e-4d3c-8b2a-190817263544", "internal", "$update_team", "team:admin_1", "x".repeat(256)]

const ids = Object.entries(Schemas).filter(([name]) => /Id(OrMe)?$/.test(name)) as unknown as ReadonlyArray<
  readonly [string, Schema.Codec<string, string>]
>

describe("ids", () => {
  it("are all checked", () => expect(ids.length).toBeGreaterThanOrEqual(12))

  it.each(ids)("%s refuses what could leave its segment", (_, schema) => {
    for (const text of hostile) {
      expect(Schema.decodeResult(schema)(text)._tag, JSON.stringify(text)).toBe("Failure")
      expect(Schema.encodeUnknownResult(schema)(text)._tag, JSON.stringify(text)).toBe("Failure")
    }
  })

  it.each(ids)("%s accepts what the service uses", (_, schema) => {
    for (const text of accepted) {
      expect(Schema.decodeSync(schema)(text)).toBe(text)
      expect(encodeURIComponent(text)).not.toContain("/")
    }
  })

  it("takes the word for the current user", () => {
    expect(Schema.decodeSync(Schemas.UserIdOrMe)("me")).toBe("me")
  })
})

describe.each(Object.entries(Ids))("%s without a schema", (name, id) => {
  it("has a schema elsewhere", () => expect(Object.keys(Schemas)).toContain(name))

  it("refuses the same texts, and does not quote them", () => {
    for (const text of hostile) {
      expect(id.is(text), JSON.stringify(text)).toBe(false)
      expect(() => id.make(text)).toThrow(
        new TypeError(`Not a ${name}: expected an id that is safe as one path segment`)
      )
    }
  })

  it.for([undefined, null, 7, {}, ["a"]])("refuses $0", (value) => {
    expect(id.is(value)).toBe(false)
  })

  it("accepts the same texts", () => {
    for (const text of accepted) {
      expect(id.is(text)).toBe(true)
      expect(id.make(text)).toBe(text)
    }
  })
})
