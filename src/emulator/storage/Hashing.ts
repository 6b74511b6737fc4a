/** Hashes of long random secrets, which need no salt. */
import { createHash, timingSafeEqual } from "node:crypto"

/** SHA-256 in hexadecimal digits, for keys, refresh tokens and codes. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Compares two texts in constant time. */
export const equal = (left: string, right: string): boolean =>
  timingSafeEqual(createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest())
