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
    expect(Signature.of(`header.payload.${signature}`)).toBe(signature)
    expect(Signature.of("nothing")).toBe("nothing")
  })

  for (const text of [
    "",
    ".",
    "..",
    signature,
    `.${signature}`,
    `..${signature}`,
    `header.${signature}`,
    `.payload.${signature}`,
    `a.b.c.${signature}`,
    `header.payload.${signature}.`,
    "header.payload."
  ]) {
    it(`is not ${JSON.stringify(text.replace(signature, "signature"))}`, () => {
      expect(Signature.parse(text)).toBeUndefined()
    })
  }

  for (const last of ["A", "Q", "g", "w"]) {
    it(`may end with ${last}, and with none of the digits that have spare bits`, () => {
      expect(Signature.parse(`h.p.${signature.slice(0, -1)}${last}`)).toBeDefined()
      const next = String.fromCharCode(last.charCodeAt(0) + 1)
      expect(Signature.parse(`h.p.${signature.slice(0, -1)}${next}`)).toBeUndefined()
    })
  }

  for (const other of [
    signature.slice(1),
    `A${signature}`,
    `${signature}A`,
    `${signature}==`,
    ` ${signature}`,
    `${signature}\n`,
    `+${signature.slice(1)}`,
    `/${signature.slice(1)}`,
    `é${signature.slice(1)}`
  ]) {
    it(`has no signature ${JSON.stringify(`${other.slice(0, 3)}…${other.slice(-3)}`)}`, () => {
      expect(Signature.parse(`header.payload.${other}`)).toBeUndefined()
    })
  }
})
