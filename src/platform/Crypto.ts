/** The platform's cryptography: random bytes and hashes. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { TaggedError } from "../domain/errors/TaggedError.ts"

/** The platform cannot hash: it has no WebCrypto, as on a page that is neither on https nor on localhost. */
export class CryptoUnavailable extends TaggedError("CryptoUnavailable")<{}> {
  override get message() {
    return "The browser offers cryptography only to pages that are served over https or from localhost"
  }
}

/** The source of random secrets. Default: the platform's secure generator. Tests provide a deterministic one. */
export const RandomBytes = Context.Reference<(size: number) => Uint8Array>("gatefold/platform/Crypto/RandomBytes", {
  defaultValue: () => (size) => globalThis.crypto.getRandomValues(new Uint8Array(size))
})

export type Hash = (algorithm: "SHA-1" | "SHA-256", bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>

/** How to hash. Default: WebCrypto. Apps on a platform without it provide another one. */
export const Hash = Context.Reference<Hash>("gatefold/platform/Crypto/Hash", {
  // Browsers have it only in secure contexts (https and localhost).
  defaultValue: () => (algorithm, bytes) => globalThis.crypto.subtle.digest(algorithm, bytes)
})

/** The digest of bytes. Fails with {@link CryptoUnavailable} where the platform cannot hash. */
export const digest = (
  algorithm: "SHA-1" | "SHA-256",
  bytes: Uint8Array<ArrayBuffer>
): Effect.Effect<Uint8Array<ArrayBuffer>, CryptoUnavailable> =>
  Effect.flatMap(Hash, (hash) =>
    Effect.tryPromise({
      try: async () => new Uint8Array(await hash(algorithm, bytes)),
      catch: () => new CryptoUnavailable()
    })
  )
