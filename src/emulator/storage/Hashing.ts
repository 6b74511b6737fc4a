/** Hashes of long random secrets, which need no salt. */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Hex from "effect/encoding/Hex"
import { platform } from "#emulator/platform"

/** SHA-256 in hexadecimal digits, for keys, refresh tokens and codes. */
export const sha256 = (text: string): string => Hex.encode(platform.digest("sha256", text))

/** Compares two texts in constant time. */
export const equal = (left: string, right: string): boolean =>
  platform.timingSafeEqual(platform.digest("sha256", left), platform.digest("sha256", right))

/** HMAC with SHA-256, in base64url. */
export const mac = (key: string, text: string): string =>
  Base64Url.encode(platform.hmac("sha256", new TextEncoder().encode(key), text))
