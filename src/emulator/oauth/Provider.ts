/** What the service needs of any identity provider, whoever runs it. */
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Email } from "../../api/schema/Email.ts"
import { isPicture } from "../../domain/Picture.ts"

/** The person who signed in, as the provider describes them. */
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
  /** Absent when the provider does not say. */
  readonly expiresInMillis: number | undefined
  readonly refreshToken: string | undefined
  readonly scope: string
}

/** What one flow is bound to, from its start to the provider's answer. */
export interface Binding {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The callback of the service, not of the app. */
  readonly redirectUri: string
  readonly scope: string
}

/** Why a provider gave nothing. */
export class ProviderFailure extends Data.TaggedError("ProviderFailure")<{
  /** `Denied` by the user, `InvalidGrant`: what was shown to the provider is no good, now or later; or else. */
  readonly reason: "Denied" | "InvalidGrant" | "Failed"
  readonly text: string
}> {}

/** A provider that could not be used. */
export const failed = (text: string): ProviderFailure => new ProviderFailure({ reason: "Failed", text })

const REASONS: Readonly<Record<string, ProviderFailure["reason"]>> = {
  access_denied: "Denied",
  invalid_grant: "InvalidGrant"
}

/** A provider that answered with an error code of OAuth. */
export const answered = (error: string): ProviderFailure =>
  new ProviderFailure({
    reason: Object.hasOwn(REASONS, error) ? REASONS[error]! : "Failed",
    text: `The provider answered ${error.slice(0, 100)}.`
  })

/** The failure in a provider's answer by way of the browser, if it is one. */
export const failureOf = (answer: URLSearchParams): ProviderFailure | undefined => {
  const error = answer.get("error")
  return error === null ? undefined : answered(error)
}

/** One provider as configured in a project. */
export interface Provider {
  /** Where the browser goes. */
  readonly authorizationUrl: (binding: Binding) => Effect.Effect<string, ProviderFailure>
  /** Turns what the provider sent along with the browser into a person and tokens. */
  readonly exchange: (
    binding: Binding,
    answer: URLSearchParams
  ) => Effect.Effect<{ readonly profile: Profile; readonly grant: Grant }, ProviderFailure>
  /** New tokens; `scope` is what the old ones had. */
  readonly refresh: (refreshToken: string, scope: string) => Effect.Effect<Grant, ProviderFailure>
}

const isEmail = Schema.is(Email)

/** Whether a text is one: providers leave things out, and put null. */
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

/** The claims of OpenID, and what plain OAuth providers call the same. */
export const profileOf = (claims: Readonly<Record<string, unknown>>): Profile | undefined => {
  const { email_verified, id, login, name, picture, avatar_url, sub } = claims
  const accountId = textOf(sub) ?? (typeof id === "number" ? String(id) : textOf(id))
  if (accountId === null) return undefined
  // what is no address here would be one that nothing but a provider can bring in
  const email = isEmail(claims["email"]) ? claims["email"] : null
  return {
    accountId,
    email,
    // some providers send it as text
    emailVerified: email !== null && (email_verified === true || email_verified === "true"),
    displayName: textOf(name) ?? textOf(login),
    profileImageUrl: [picture, avatar_url].map(textOf).find((url) => url !== null && isPicture(url)) ?? null
  }
}
