/** Digests of secrets. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hashSecret } from "../../src/backend/SecretDigest.ts"

it.effect("a digest is the SHA-256 of a text, as FIPS 180-4 has it for abc", () =>
  Effect.gen(function* () {
    expect(yield* hashSecret("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  })
)
