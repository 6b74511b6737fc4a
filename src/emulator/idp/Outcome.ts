/** How a sign-in at the built-in identity provider can end. */

/** The outcomes, with their labels on the page. */
export const outcomes = {
  approve: "Allow",
  "missing-email": "Allow, but share no email address",
  "unverified-email": "Allow, with an unverified email address",
  "missing-scope": "Allow, without the extra scopes",
  "expired-token": "Allow, with an access token that expires in a minute",
  "revoked-token": "Allow, with tokens that expire in a minute and can't be refreshed",
  unavailable: "Fail, as if the provider were down",
  deny: "Deny"
}

/** The end of a sign-in at the provider, such as `approve`. */
export type Outcome = keyof typeof outcomes

export const isOutcome = (text: string): text is Outcome => Object.hasOwn(outcomes, text)
