/** The error texts of a catalog: a text for each tag, or a function of the error. */
import type { AppFailure, OwnFailures } from "./AppFailure.ts"

export type ErrorText<Tag extends AppFailure["_tag"]> =
  | string
  | ((error: Extract<AppFailure, { readonly _tag: Tag }>) => string)

/** Errors that only developers can fix. They have their own messages, in English. */
type ForDevelopers =
  | "AgentAuthInvalidPollToken"
  | "AgentAuthNotEnabled"
  | "AgentLoginEnded"
  | "AppleBundleIdNotConfigured"
  | "CannotGetOwnUserWithoutUser"
  | "CliAuthError"
  | "CliAuthExpiredError"
  | "CliAuthUsedError"
  | "InvalidAppleCredentials"
  | "InvalidAuthHeader"
  | "InvalidAuthorizationCode"
  | "InvalidOption"
  | "InvalidPollingCodeError"
  | "InvalidScope"
  | "InvalidToken"
  | "LifetimeUnavailable"
  | "NotSupportedByService"
  | "OAuthAccessTokenNotAvailableWithSharedOAuthKeys"
  | "OAuthExtraScopeNotAvailableWithSharedOAuthKeys"
  | "RedirectLoop"
  | "RedirectUrlNotWhitelisted"
  | "UntrustedRedirect"
  | "UserIdDoesNotExist"

/** Errors that have their own section in the catalog: `transport`, `passkey`. */
type WithSection = "PasskeyWebAuthnError" | "TransportError"

type Own = OwnFailures[keyof OwnFailures]
type OwnTag = Own extends { readonly _tag: infer Tag } ? Tag : never

type Tags = Exclude<AppFailure["_tag"], WithSection>

/** The compiler reports missing texts. You can also add texts for your own errors. */
export type ErrorTexts = {
  readonly [Tag in Exclude<Tags, ForDevelopers | OwnTag>]: ErrorText<Tag>
} & { readonly [Tag in Extract<Tags, ForDevelopers | OwnTag>]?: ErrorText<Tag> }
