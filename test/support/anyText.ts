/** Any character there is, as `unit: "binary"` of fast-check has it, which takes a second to begin. */
import * as fc from "fast-check"

export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
