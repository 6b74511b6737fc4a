/**
 * The signature of an access token: ES256 and nothing else (RFC 7515 §5.2, RFC 7518 §3.4). Algorithm and key are chosen
 * by the verifier, never by the token.
 */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"

export interface Parts {
  readonly header: string
  readonly payload: string
  readonly signature: string
  /** The signed text: what is before the signature. */
  readonly signed: string
}

/** 64 bytes in canonical base64url, so that a valid token has only one text. */
const canonical = /^[\w-]{85}[AQgw]$/

export const extract = (token: string): string => token.slice(token.lastIndexOf(".") + 1)

/** The three parts of a token; undefined if there are more or fewer, or the signature has another form. */
export const parse = (token: string): Parts | undefined => {
  const first = token.indexOf(".")
  const last = token.lastIndexOf(".")
  if (first <= 0 || token.indexOf(".", first + 1) !== last) return undefined
  const signature = token.slice(last + 1)
  if (!canonical.test(signature)) return undefined
  return {
    header: token.slice(0, first),
    payload: token.slice(first + 1, last),
    signature,
    signed: token.slice(0, last)
  }
}

const algorithm = { name: "ECDSA", hash: "SHA-256" }
const encoder = new TextEncoder()

/** The bytes of the payload, not verified; throws for malformed base64url. */
export const decodePayload = ({ payload }: Parts): Uint8Array<ArrayBuffer> => decode(payload)

export const verify = ({ signature, signed }: Parts, key: CryptoKey): Promise<boolean> =>
  globalThis.crypto.subtle.verify(algorithm, key, decode(signature), encoder.encode(signed))

/** Decodes base64url; throws if it is malformed. */
const decode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Result.getOrThrow(Base64Url.decode(text)))
