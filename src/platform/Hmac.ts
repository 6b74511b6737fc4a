/** Keyed hashes of texts: HMAC with SHA-256, by the WebCrypto that every server has. */
import * as Effect from "effect/Effect"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { reveal, type SecretInput } from "../domain/SecretInput.ts"

const encode = (content: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  typeof content === "string" ? new TextEncoder().encode(content) : content

/** Returns the code of a content, 32 bytes. */
export type Sign = (content: string | Uint8Array<ArrayBuffer>) => Effect.Effect<Uint8Array>

/** Signs with a secret, whose length is not checked. Its key is imported with the first use. */
export const make = (secret: string | Uint8Array<ArrayBuffer>): Sign => {
  const { subtle } = globalThis.crypto
  const importKey = () => subtle.importKey("raw", encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  let key: Promise<CryptoKey> | undefined
  return (content) =>
    Effect.promise(async () => new Uint8Array(await subtle.sign("HMAC", await (key ??= importKey()), encode(content))))
}

const minSecretLength = 32

/** Signs with a secret that is an option. Fails with {@link InvalidOption} if it has less than 32 characters. */
export const fromOption = (option: string, secret: SecretInput): Effect.Effect<Sign, InvalidOption> => {
  const text = reveal(secret)
  return text.length < minSecretLength
    ? Effect.fail(new InvalidOption({ option, problem: `it must have at least ${minSecretLength} characters` }))
    : Effect.succeed(make(text))
}

/**
 * Whether two codes are the same text, in constant time for texts of one length. Texts, because several of them may
 * decode to the same bytes.
 */
export const timingSafeEqual = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
