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
  approve: "Allow",
  "missing-email": "Allow, but share no email address",
  "unverified-email": "Allow, with an unverified email address",
  "missing-scope": "Allow, without the extra scopes",
  "expired-token": "Allow, with an access token that expires in a minute",
  "revoked-token": "Allow, with tokens that expire in a minute and can't be refreshed",
  unavailable: "Fail, as if the provider were down",
  deny: "Deny"
}

/** The outcome of a sign-in. */
export type Outcome = keyof typeof outcomes

/** Whether a text is an outcome. */
export const isOutcome = (text: string): text is Outcome => Object.hasOwn(outcomes, text)

/** A scripted answer to one sign-in. */
export interface SignInAnswer {
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

/** People to sign in as without typing, by the name that forms use for them. */
export const samples: Readonly<Record<string, Identity>> = {
  "sample:ada": ada,
  "sample:grace": { email: "grace@example.com", displayName: "Grace Hopper" },
  "sample:alan": { email: "alan@example.com", displayName: "Alan Turing", emailVerified: false }
}
