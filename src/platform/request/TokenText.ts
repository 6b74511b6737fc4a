/** The form of tokens, and of the headers in which an app sends tokens to its own server. */
import * as Redacted from "effect/Redacted"
import type { RequestLike } from "./RequestHeaders.ts"

/** Whether a value can be a token: visible ASCII, and not the text "undefined" of a failed interpolation. */
export const isTokenText = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value) && value !== "undefined"

/** The text of a token, to compare it or to write it. */
export const toTokenText = (token: Redacted.Redacted | undefined): string | undefined => token && Redacted.value(token)

/**
 * The header that holds JSON: `{"accessToken":"…" or null,"refreshToken":"…" or null}`, and `"isTakenOver":true` if
 * another host of the page's site may have planted the session.
 */
export const authHeader = "x-stack-auth"

/** The token of `Authorization: Bearer`; undefined when the header is missing or of another scheme. */
export const readBearer = ({ headers }: RequestLike): string | undefined => {
  const match = /^\s*bearer(?:\s+(.*))?$/is.exec(headers.get("authorization") ?? "")
  return match === null ? undefined : (match[1] ?? "").trim()
}

const pairPrefix = /^(?:hexclave|stackauth)_/

/** Whether a Bearer token is a pair of tokens, as the vendor's SDK sends them, and no ordinary access token. */
export const isPair = (token: string): boolean => pairPrefix.test(token)

/** The text of such a token after its prefix: base64 of the JSON of {@link authHeader}. */
export const removePairPrefix = (token: string): string => token.replace(pairPrefix, "")

/**
 * Whether a header of the request brings a pair of tokens: `x-stack-auth`, or `Authorization: Bearer hexclave_…` (also
 * `stackauth_…`) of the vendor's SDK. Unlike cookies, it is never sent automatically.
 */
export const hasPair = (request: RequestLike): boolean =>
  isPair(readBearer(request) ?? "") || (request.headers.get(authHeader) ?? "") !== ""
