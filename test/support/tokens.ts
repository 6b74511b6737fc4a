/** Tokens of sessions, and access tokens without a signature, for tests in which nobody verifies them. */
import * as Redacted from "effect/Redacted"
import type { IssuedTokens, Tokens } from "../../src/token/TokenStore.ts"

/** A text, or any other value as JSON, in base64url. */
export const base64url = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")

/** An access token with these claims. The third part tells tokens with equal claims apart. */
export const unsignedToken = (claims: unknown, signature = "signature"): string =>
  `e30.${base64url(JSON.stringify(claims))}.${signature}`

/** Claims of a token that lasts for years from 1970 on. */
export const lasting = { iat: 1, exp: 4_000_000_000 }

/** A pair of tokens whose texts are the arguments; either may be left out, but not both. */
export const tokens = (refreshToken: string | undefined, accessToken?: string): IssuedTokens =>
  refreshToken === undefined
    ? { accessToken: Redacted.make(accessToken ?? "") }
    : {
        refreshToken: Redacted.make(refreshToken),
        ...(accessToken === undefined ? undefined : { accessToken: Redacted.make(accessToken) })
      }

/** The texts of what a store holds: `[refresh token, access token]`, or undefined when signed out. */
export const texts = (held: Tokens | undefined) =>
  held === undefined
    ? undefined
    : [held.refreshToken, held.accessToken].map((token) => (token === undefined ? undefined : Redacted.value(token)))
