/** An id can never leave its path segment (docs/protocol/threats.md#ids-that-leave-their-path). */
import * as Result from "effect/Result"
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
    expect(hostile.filter((text) => Result.isSuccess(Schema.decodeResult(schema)(text)))).toStrictEqual([])
    expect(hostile.filter((text) => Result.isSuccess(Schema.encodeUnknownResult(schema)(text)))).toStrictEqual([])
  })

  it.each(ids)("%s accepts what the service uses", (_, schema) => {
    expect(accepted.map((text) => Schema.decodeSync(schema)(text))).toStrictEqual(accepted)
  })

  it.each(accepted)("the accepted text %s stays in its segment", (text) => {
    expect(encodeURIComponent(text)).not.toContain("/")
  })

  it("takes the word for the current user", () => {
    expect(Schema.decodeSync(Schemas.UserIdOrMe)("me")).toBe("me")
  })
})

describe.each(Object.entries(Ids))("%s without a schema", (name, id) => {
  it("has a schema elsewhere", () => expect(Object.keys(Schemas)).toContain(name))

  it.each(hostile)("refuses %j, and does not quote it", (text) => {
    expect(id.is(text)).toBe(false)
    expect(() => id.make(text)).toThrow(new TypeError(`Not a ${name}: expected an id that is safe as one path segment`))
  })

  it.for([undefined, null, 7, {}, ["a"]])("refuses $0", (value) => {
    expect(id.is(value)).toBe(false)
  })

  it.each(accepted)("accepts %s", (text) => {
    expect(id.is(text)).toBe(true)
    expect(id.make(text)).toBe(text)
  })
})
