/** Hashes of secrets that are random and long enough not to need salt. */
import { createHash, timingSafeEqual } from "node:crypto"

/** SHA-256 as hexadecimal text: how keys, refresh tokens and codes are stored. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Compares two texts in a time that does not depend on where they differ. */
export const equal = (left: string, right: string): boolean =>
  timingSafeEqual(createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest())
