/**
 * The control token of one start (docs/decisions/0040-console.md). It grants full access, because `gatefold start`
 * shows it only to the developer.
 */
import * as Context from "effect/Context"
import * as Hex from "effect/encoding/Hex"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Hashing from "../crypto/Hashing.ts"

export const tokenHeader = "x-gatefold-emulator-token"

export const proofHeader = "x-gatefold-emulator-proof"

/** Proves knowledge of the token without showing it. */
export const makeProof = (token: string, challenge: string): string => Hashing.mac(token, `challenge ${challenge}`)

export class ControlToken extends Context.Service<
  ControlToken,
  {
    readonly value: Redacted.Redacted<string>
    readonly is: (header: string | null | undefined) => boolean
    /** A key for one resource, for use in URLs. It does not reveal the token. */
    readonly makeKeyTo: (resource: string) => string
    readonly prove: (challenge: string) => string
  }
>()("gatefold/emulator/access/ControlToken") {}

/** Random for every emulator, also with a seed. */
export const layer: Layer.Layer<ControlToken> = Layer.sync(ControlToken, () => {
  // A command line reads a value that begins with "-" as a flag, which base64url could do.
  const token = Hex.encode(globalThis.crypto.getRandomValues(new Uint8Array(24)))
  return {
    value: Redacted.make(token, { label: "emulator control token" }),
    is: (header) => typeof header === "string" && Hashing.isEqual(header, token),
    makeKeyTo: (resource) => Hashing.mac(token, resource),
    prove: (challenge) => makeProof(token, challenge)
  }
})
