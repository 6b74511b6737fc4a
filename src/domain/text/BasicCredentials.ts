/** Credentials of the Basic authentication scheme of HTTP (RFC 7617). */
import * as Base64 from "effect/encoding/Base64"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/** A name and its password. */
export interface BasicCredentials {
  readonly username: string
  readonly password: Redacted.Redacted
}

/** The scheme, one or more spaces, and one word. */
const header = /^basic +([^ ]+)$/i

// Neither part may contain control characters (RFC 7617 §2).
const controls = /\p{Cc}/u

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const decode = (encoded: string): string | undefined => {
  const bytes = Result.getOrUndefined(Base64.decode(encoded))
  // Each text has one encoding: without a missing `=`, stray bits or line breaks.
  if (bytes === undefined || Base64.encode(bytes) !== encoded) return undefined
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Reads an `Authorization` header. Returns `None` unless it is `Basic` followed by valid base64 of `username:password`
 * in UTF-8; it never throws. The first colon ends the name.
 *
 * @example
 * ```ts
 * import { BasicCredentials } from "gatefold/backend"
 *
 * BasicCredentials.parse("Basic YW5uOnNlY3JldA==") // Some({ username: "ann", password: <redacted> })
 * BasicCredentials.parse("Bearer eyJhbGciOi…") // None
 * ```
 */
export const parse = (authorization: string | null | undefined): Option.Option<BasicCredentials> => {
  const encoded = header.exec(authorization ?? "")?.[1]
  const text = encoded === undefined ? undefined : decode(encoded)
  const colon = text?.indexOf(":") ?? -1
  if (text === undefined || colon < 0 || controls.test(text)) return Option.none()
  return Option.some({ username: text.slice(0, colon), password: Redacted.make(text.slice(colon + 1)) })
}
