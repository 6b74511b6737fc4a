/**
 * How an app sends the tokens of its user to its own server.
 */

/** Holds JSON: `{"accessToken":"…" or null,"refreshToken":"…" or null}` (wire/headers §2). */
export const authHeader = "x-stack-auth"
