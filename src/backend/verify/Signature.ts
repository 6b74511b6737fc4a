/**
 * The signature of an access token: ES256 and nothing else (RFC 7515 §5.2, RFC
 * 7518 §3.4). Which algorithm and which key count is decided before, never by
 * what a token says; its header is the verifier's business.
 */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"

/** A token, taken apart and nothing more. */
export interface Parts {
  readonly header: string
  readonly payload: string
  readonly signature: string
  /** What the signature is about: the text before it. */
  readonly signed: string
}

/** 64 bytes in the one way to write them: a token that counts has one text, and no decoder is lenient with it. */
const canonical = /^[\w-]{85}[AQgw]$/

/** The signature alone. */
export const of = (token: string): string => token.slice(token.lastIndexOf(".") + 1)

/** The three parts of a token; undefined when there are more or fewer, or no signature of ES256. */
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

/** The bytes of the payload, whoever has signed them; throws when it is no base64url. */
export const payloadOf = ({ payload }: Parts): Uint8Array<ArrayBuffer> => decode(payload)

/** Whether the key has signed the token. */
export const verify = ({ signature, signed }: Parts, key: CryptoKey): Promise<boolean> =>
  globalThis.crypto.subtle.verify(algorithm, key, decode(signature), encoder.encode(signed))

/** From base64url; throws when it is none. */
const decode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Result.getOrThrow(Base64Url.decode(text)))
