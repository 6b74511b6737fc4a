/** Reads access tokens without verifying anything: only what their verification needs. */
import * as jose from "jose"
import type * as LruMap from "../../cache/LruMap.ts"
import { maxTokenLength } from "../../domain/AccessTokenClaims.ts"
import { attempt } from "../../domain/Attempt.ts"
import { maxKidLength } from "./internal/PublicKeys.ts"
import * as Signature from "./Signature.ts"
import type * as VerifiedClaims from "./VerifiedClaims.ts"

/** A token whose form is acceptable. */
export interface UnverifiedToken {
  readonly text: string
  readonly parts: Signature.Parts
  /** The id of the key that it names. */
  readonly kid: string
  readonly payload: VerifiedClaims.Payload | undefined
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The claims, if the payload is an object. Throws for malformed JSON. */
const parsePayload = (bytes: Uint8Array): VerifiedClaims.Payload => Object(JSON.parse(utf8.decode(bytes)))

/** The key id in a header; undefined if the header is not acceptable. */
export const readKid = (text: string): string | undefined =>
  attempt(() => {
    if (text.length > maxTokenLength) return undefined
    const header = jose.decodeProtectedHeader(text)
    const { alg, kid, typ } = header
    if (alg !== "ES256" || (typ !== undefined && typ !== "JWT")) return undefined
    if ("crit" in header || "b64" in header || "zip" in header || "enc" in header || "cty" in header) return undefined
    return typeof kid === "string" && kid !== "" && kid.length <= maxKidLength ? kid : undefined
  })

/** Reads a token; undefined if its form is not acceptable. `kids` are those of known headers. */
export const parse = (text: string, kids?: LruMap.LruMap<string, string>): UnverifiedToken | undefined => {
  const parts = attempt(() => Signature.parse(text))
  const kid = parts === undefined ? undefined : (kids?.get(parts.header) ?? readKid(text))
  if (parts === undefined || kid === undefined) return undefined
  return { text, parts, kid, payload: attempt(() => parsePayload(Signature.decodePayload(parts))) }
}
