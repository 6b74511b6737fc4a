/** A token, taken apart. */
import { describe, expect, it } from "@effect/vitest"
import * as Signature from "../../../src/backend/verify/Signature.ts"

const signature = `${"-_aZ09".repeat(14)}Aw`

describe("a token", () => {
  it("has three parts, of which the first two are signed", () => {
    expect(Signature.parse(`header.payload.${signature}`)).toStrictEqual({
      header: "header",
      payload: "payload",
      signature,
      signed: "header.payload"
    })
    expect(Signature.extract(`header.payload.${signature}`)).toBe(signature)
    expect(Signature.extract("nothing")).toBe("nothing")
  })

  it.each([
    "",
    ".",
    "..",
    "signature",
    ".signature",
    "..signature",
    "header.signature",
    ".payload.signature",
    "a.b.c.signature",
    "header.payload.signature.",
    "header.payload."
  ])("is not %j", (text) => {
    expect(Signature.parse(text.replace("signature", signature))).toBeUndefined()
  })

  it.each(["A", "Q", "g", "w"])("may end with %s, and with none of the digits that have spare bits", (last) => {
    expect(Signature.parse(`h.p.${signature.slice(0, -1)}${last}`)).toBeDefined()
    const next = String.fromCharCode(last.charCodeAt(0) + 1)
    expect(Signature.parse(`h.p.${signature.slice(0, -1)}${next}`)).toBeUndefined()
  })

  it.each([
    ["that is too short", signature.slice(1)],
    ["with a digit before it", `A${signature}`],
    ["with a digit after it", `${signature}A`],
    ["with padding", `${signature}==`],
    ["with a space before it", ` ${signature}`],
    ["with a line break after it", `${signature}\n`],
    ["with the + of base64", `+${signature.slice(1)}`],
    ["with the / of base64", `/${signature.slice(1)}`],
    ["with a letter outside of ASCII", `é${signature.slice(1)}`]
  ])("has no signature %s", (_, other) => {
    expect(Signature.parse(`header.payload.${other}`)).toBeUndefined()
  })
})
