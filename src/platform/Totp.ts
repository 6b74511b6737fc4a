/**
 * Time-based one-time passwords: SHA-1, 30 seconds, six digits (RFC 6238), the only kind that the service and every
 * authenticator app agree on.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Crypto from "./Crypto.ts"

const stepMillis = 30_000
const digits = 6
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** A new secret of 160 bits, as RFC 4226 §4 recommends. */
export const randomSecret: Effect.Effect<Uint8Array> = Effect.map(Crypto.RandomBytes, (bytes) => bytes(20))

/** Base32 without padding (RFC 4648 §6), as authenticator apps take it. */
export const toBase32 = (bytes: Uint8Array): string => {
  let text = ""
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(buffer >>> (bits - 5)) & 31]
    buffer &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet[(buffer << (5 - bits)) & 31]
}

/** The `otpauth:` URI that authenticator apps read from a QR code. */
export const makeUri = (input: {
  readonly issuer: string
  readonly account: string
  readonly manualKey: string
}): string => {
  const label = `${encodeURIComponent(input.issuer)}:${encodeURIComponent(input.account)}`
  return `otpauth://totp/${label}?secret=${input.manualKey}&issuer=${encodeURIComponent(input.issuer)}`
}

const blockSize = 64

/** HMAC with SHA-1 (RFC 2104). */
const computeHmac = Effect.fnUntraced(function* (secret: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>) {
  const key = new Uint8Array(blockSize)
  key.set(secret.length > blockSize ? yield* Crypto.digest("SHA-1", secret) : secret)
  const padKey = (pad: number, bytes: Uint8Array) => Uint8Array.of(...key.map((byte) => byte ^ pad), ...bytes)
  return yield* Crypto.digest("SHA-1", padKey(0x5c, yield* Crypto.digest("SHA-1", padKey(0x36, message))))
})

/** The code of a time step (RFC 4226 §5.3). */
const computeCode = Effect.fnUntraced(function* (secret: Uint8Array<ArrayBuffer>, step: number) {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = new DataView((yield* computeHmac(secret, new Uint8Array(counter.buffer))).buffer)
  const truncated = mac.getUint32(mac.getUint8(19) & 15) & 0x7fffffff
  return String(truncated % 10 ** digits).padStart(digits, "0")
})

/** The code that an authenticator shows now. */
export const generate = Effect.fnUntraced(function* (secret: Uint8Array) {
  return yield* computeCode(new Uint8Array(secret), Math.floor((yield* Clock.currentTimeMillis) / stepMillis))
}, Effect.orDie)

/** Whether a code is that of the current time step or a neighbor. */
export const verify = Effect.fnUntraced(function* (secret: Uint8Array, code: string) {
  const step = Math.floor((yield* Clock.currentTimeMillis) / stepMillis)
  const codes = yield* Effect.forEach([step - 1, step, step + 1], (near) => computeCode(new Uint8Array(secret), near))
  return codes.includes(code.trim())
})
