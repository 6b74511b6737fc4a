/** The interface of identity providers. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Email } from "../../api/schema/Email.ts"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import { isPicture } from "../../domain/Picture.ts"
import * as CodeChallenge from "../crypto/CodeChallenge.ts"

export interface Profile {
  readonly accountId: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

/** Tokens for the provider's own API. */
export interface Grant {
  readonly accessToken: string
  /** Absent if unknown. */
  readonly expiresInMillis: number | undefined
  readonly refreshToken: string | undefined
  readonly scope: string
}

/** The parameters of one flow with the provider. */
export interface Binding {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The callback URL of the service, not of the app. */
  readonly redirectUri: string
  readonly scope: string
}

export class ProviderFailure extends TaggedError("ProviderFailure")<{
  /**
   * `Denied`: the user declined. `InvalidGrant`: the code or token is not valid. `Unavailable`: the provider does not
   * respond at the moment. `Failed`: any other failure.
   */
  readonly reason: "Denied" | "InvalidGrant" | "Unavailable" | "Failed"
  readonly problem: string
}> {}

export const makeUnavailableFailure = (problem: string): ProviderFailure =>
  new ProviderFailure({ reason: "Unavailable", problem })

export const makeFailure = (problem: string): ProviderFailure => new ProviderFailure({ reason: "Failed", problem })

const reasons: Readonly<Record<string, ProviderFailure["reason"]>> = {
  access_denied: "Denied",
  invalid_grant: "InvalidGrant",
  temporarily_unavailable: "Unavailable"
}

/** The failure for an error code of OAuth in a provider's answer. */
export const makeAnsweredFailure = (error: string): ProviderFailure =>
  new ProviderFailure({
    reason: Object.hasOwn(reasons, error) ? reasons[error]! : "Failed",
    problem: `The provider answered ${error.slice(0, 100)}.`
  })

export const parseFailure = (answer: URLSearchParams): ProviderFailure | undefined => {
  const error = answer.get("error")
  return error === null ? undefined : makeAnsweredFailure(error)
}

export interface Provider {
  readonly authorizationUrl: (binding: Binding) => Effect.Effect<string, ProviderFailure>
  /** Exchanges the parameters of the callback for a person and tokens. */
  readonly exchange: (
    binding: Binding,
    answer: URLSearchParams
  ) => Effect.Effect<{ readonly profile: Profile; readonly grant: Grant }, ProviderFailure>
  /** The person of an ID token that is for one of these audiences. */
  readonly verify: (idToken: string, audiences: ReadonlyArray<string>) => Effect.Effect<Profile, ProviderFailure>
  /** Refreshes tokens; `scope` is that of the old ones. */
  readonly refresh: (refreshToken: string, scope: string) => Effect.Effect<Grant, ProviderFailure>
}

const isEmail = Schema.is(Email)

/** Whether a value is a non-empty text: providers omit values, or send null. */
export const readNonEmpty = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null

/** Claims of OpenID, and their names at plain OAuth providers. */
export const parseProfile = (claims: Readonly<Record<string, unknown>>): Profile | undefined => {
  const { email_verified, id, login, name, picture, avatar_url, sub } = claims
  const accountId = readNonEmpty(sub) ?? (typeof id === "number" ? String(id) : readNonEmpty(id))
  if (accountId === null) return undefined
  // An invalid address is dropped.
  const email = isEmail(claims["email"]) ? claims["email"] : null
  return {
    accountId,
    email,
    // Some providers send a string.
    emailVerified: email !== null && (email_verified === true || email_verified === "true"),
    displayName: readNonEmpty(name) ?? readNonEmpty(login),
    profileImageUrl: [picture, avatar_url].map(readNonEmpty).find((url) => url !== null && isPicture(url)) ?? null
  }
}

/** The parameters of every authorization request (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
export const makeAuthorizationParameters = (
  clientId: string,
  { codeVerifier, redirectUri, scope, state }: Binding
) => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: "code",
  scope,
  state,
  code_challenge: CodeChallenge.toChallenge(codeVerifier),
  code_challenge_method: CodeChallenge.supportedMethod,
  access_type: "offline"
})
