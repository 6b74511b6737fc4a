/** The app on the user's phone, for examples: it shows the six digits of a secret (RFC 6238). */
import { createHmac } from "node:crypto"
import { Redacted } from "effect"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, "0")).join("")
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

/** An authenticator that has scanned an `otpauth:` URI. */
export const authenticator = (uri: Redacted.Redacted) => {
  const secret = fromBase32(new URL(Redacted.value(uri)).searchParams.get("secret") ?? "")
  return {
    /** The digits that it shows, now or some steps of 30 seconds later. */
    code: (stepsLater = 0): string => {
      const counter = Buffer.alloc(8)
      counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsLater))
      const mac = createHmac("sha1", secret).update(counter).digest()
      const truncated = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fffffff
      return String(truncated % 1_000_000).padStart(6, "0")
    }
  }
}
