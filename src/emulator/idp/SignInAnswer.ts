/** The answers of the built-in identity provider, on its page or by a script. */

/** A test identity at a provider. Missing values are generated. */
export interface Identity {
  /** The provider's own id of the account. */
  readonly accountId?: string | undefined
  /** Null: an account without an address. */
  readonly email?: string | null | undefined
  /** Default true. */
  readonly emailVerified?: boolean | undefined
  readonly displayName?: string | undefined
  readonly profileImageUrl?: string | undefined
}

/** The outcomes, with their labels on the page. */
export const outcomes = {
  approve: "Approve",
  "missing-email": "Approve, but keep the e-mail address back",
  "unverified-email": "Approve, with an e-mail address that is not verified",
  "missing-scope": "Approve, but without the additional scopes",
  "expired-token": "Approve, with an access token that expires within a minute",
  "revoked-token": "Approve, with tokens that expire within a minute and cannot be refreshed",
  unavailable: "Fail, as if the provider were down",
  deny: "Deny"
}

/** The outcome of a sign-in. */
export type Outcome = keyof typeof outcomes

/** Whether a text is an outcome. */
export const isOutcome = (text: string): text is Outcome => Object.hasOwn(outcomes, text)

/** A scripted answer to one sign-in. */
export interface Answer {
  /** Only for sign-ins at this provider. Default: any. */
  readonly provider?: string | undefined
  /** Default `approve`. */
  readonly outcome?: Outcome | undefined
  /** The identity: found by `accountId`, else by `email`, else created. Default: {@link ada}. */
  readonly identity?: Identity | undefined
}

/** A request for an ID token, as an app on a device gets one from its platform. */
export interface IdTokenRequest {
  /** Default: `apple`. */
  readonly provider?: string | undefined
  /** The app that it is for, such as its bundle id. */
  readonly audience: string
  /** Found by `accountId`, else by `email`, else created. Default: {@link ada}. */
  readonly identity?: Identity | undefined
  /** Default: 10 minutes. */
  readonly lifetimeMillis?: number | undefined
}

/** The default identity. */
export const ada: Identity = { email: "ada@example.com", displayName: "Ada Lovelace" }
