/** The parser of Basic credentials reads every valid header, never throws, and hides the password. */
import { describe, expect, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { BasicCredentials } from "../../../src/backend/index.ts"

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64")

const read = (authorization: string | null | undefined) =>
  Option.getOrUndefined(
    Option.map(BasicCredentials.parse(authorization), ({ password, username }) => [username, Redacted.value(password)])
  )

const isPlain = (text: string) => !/[\p{Cc}\p{Surrogate}]/u.test(text)

const password = fc.string({ unit: "grapheme" }).filter(isPlain)
const username = password.filter((text) => !text.includes(":"))

describe("BasicCredentials.parse", () => {
  it("reads any credentials", () => {
    fc.assert(
      fc.property(username, password, (name, secret) => {
        expect(read(`Basic ${base64(`${name}:${secret}`)}`)).toStrictEqual([name, secret])
      })
    )
  })

  it("never throws, and reads nothing of another text", () => {
    fc.assert(
      fc.property(
        fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("latin1")),
        (text) => {
          expect(read(text)).toBeUndefined()
          expect(read(`Basic ${text} `)).toBeUndefined()
        }
      )
    )
  })

  it("reads bytes as UTF-8 or not at all", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString()
        const colon = text.indexOf(":")
        const isValid = Buffer.from(text).equals(Buffer.from(bytes)) && colon >= 0 && isPlain(text)
        const expected = isValid ? [text.slice(0, colon), text.slice(colon + 1)] : undefined
        expect(read(`Basic ${base64(bytes)}`)).toStrictEqual(expected)
      })
    )
  })

  it.each([
    ["a password with a colon", "ann:a:b", ["ann", "a:b"]],
    ["an empty name and password", ":", ["", ""]]
  ])("takes %s", (_, text, expected) => {
    expect(read(`Basic ${base64(text)}`)).toStrictEqual(expected)
  })

  it.each(["Basic ", "basic ", "BASIC   "])("takes the scheme in any case, and more than one space: %j", (scheme) => {
    expect(read(`${scheme}YW5uOnNlY3JldA==`)).toStrictEqual(["ann", "secret"])
  })

  it.each([
    undefined,
    null,
    "",
    "Basic",
    "Basic ",
    "BasicYW5uOnNlY3JldA==",
    "Basic\tYW5uOnNlY3JldA==",
    " Basic YW5uOnNlY3JldA==",
    "Basic YW5uOnNlY3JldA== ",
    "Basic YW5uOnNlY3JldA==, Bearer x",
    "Bearer YW5uOnNlY3JldA==",
    // Without padding, with too much, with a line break, with stray bits, and in the alphabet of URLs.
    "Basic YW5uOnNlY3JldA",
    "Basic YW5uOnNlY3JldA=",
    "Basic YW5uOnNlY3JldA===",
    "Basic YW5uOnNlY3JldA==\n",
    "Basic YW5u\nOnNlY3JldA==",
    "Basic YW5uOnNlY3JldB==",
    `Basic ${base64("ann:~~~???").replaceAll("+", "-").replaceAll("/", "_")}`,
    `Basic ${base64("nocolon")}`,
    `Basic ${base64("ann:line\nbreak")}`,
    `Basic ${base64("an\u0000n:secret")}`,
    `Basic ${base64(new Uint8Array([0x61, 0x3a, 0xff]))}`
  ])("reads nothing of %j", (authorization) => {
    expect(read(authorization)).toBeUndefined()
  })

  it("does not show the password", () => {
    expect(JSON.stringify(Option.getOrThrow(BasicCredentials.parse("Basic YW5uOnNlY3JldA==")))).not.toContain("secret")
  })
})
