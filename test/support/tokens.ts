/** Access tokens without a signature, for tests in which nobody verifies them. */

/** A text, or any other value as JSON, in base64url. */
export const base64url = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")

/** An access token with these claims. The third part tells tokens with equal claims apart. */
export const unsignedToken = (claims: unknown, signature = "signature"): string =>
  `e30.${base64url(JSON.stringify(claims))}.${signature}`

/** Claims of a token that lasts for years from 1970 on. */
export const lasting = { iat: 1, exp: 4_000_000_000 }
