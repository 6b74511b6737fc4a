/** What went wrong, in words for the person in front of the page. */
import { TransportError } from "gatefold"
import type { AppFailure } from "./AppFailure.ts"

export type { AppFailure } from "./AppFailure.ts"

/** Each error by its case; where the error's own message is as good as any, that one. */
export const describeError = (error: AppFailure): string => {
  switch (error._tag) {
    case "TransportError":
      return describeTransportError(error)

    case "Interrupted":
      return "Somebody has signed in or out meanwhile, perhaps in another tab."
    case "EmailPasswordMismatch":
      return "That e-mail address and password do not belong together. Check both and try again."
    case "UserWithEmailAlreadyExists":
      return `There already is an account for ${error.details.email}. Sign in instead, or use another address.`
    case "ContactChannelAlreadyUsedForAuthBySomeoneElse":
      return "Somebody else signs in with this address."
    case "PasswordTooShort":
      return `The password is too short: use at least ${error.details.minLength} characters.`
    case "PasswordTooLong":
      return `The password is too long: use at most ${error.details.maxLength} characters.`
    case "PasswordConfirmationMismatch":
      return "The current password is wrong."
    case "UserDoesNotHavePassword":
      return "This account has no password yet."
    case "SignUpNotEnabled":
      return "This app takes no new accounts at the moment."
    case "AnonymousAccountsNotEnabled":
      return "This app has no guests. Please create an account."

    case "VerificationCodeNotFound":
      return "This code is not one of ours. Check that it is complete."
    case "VerificationCodeExpired":
      return "This code has expired. Ask for a new one."
    case "VerificationCodeAlreadyUsed":
      return "This code was used already; each works once. Ask for a new one."
    case "VerificationCodeMaxAttemptsReached":
      return "This code was tried too often. Ask for a new one."
    case "EmailAlreadyVerified":
      return "This address is verified already."

    case "InvalidTotpCode":
      return "That six-digit code is wrong. Wait for the next one in your authenticator app and try again."
    case "MultiFactorAuthenticationRequired":
      return "The sign-in needs the six-digit code of your authenticator app."

    case "PasskeyWebAuthnError":
      return describePasskeyError(error.details.code, error.message)
    case "PasskeyAuthenticationFailed":
      return "This passkey is not known here any more. Sign in another way."
    case "PasskeyRegistrationFailed":
      return "The passkey could not be saved. Please try again."

    case "OAuthProviderAccessDenied":
      return "The sign-in was cancelled at the provider. Nothing has changed."
    case "OuterOAuthTimeout":
      return "The sign-in with the provider took too long. Please start again."
    case "OAuthConnectionAlreadyConnectedToAnotherUser":
      return "That account at the provider belongs to another user here."
    case "UserAlreadyConnectedToAnotherOAuthConnection":
      return "You have already connected another account of this provider."
    case "UserSignsInWithAnotherAccount":
      return "You sign in with another account of this provider. Turn that off first."
    case "OAuthProviderAccountIdAlreadyUsedForSignIn":
      return "Someone else may sign in with that account. Contact support to turn this on."
    case "OAuthFlowsUnavailable":
      return "Your browser refuses cookies, which the way to the provider and back needs. Allow them for this site."

    case "CliLoginNotFound":
      return "This login has expired, or was confirmed already. Start it again in your terminal."
    case "CliLoginGuestNotFound":
      return "What was done in your terminal belongs to somebody already."

    case "UserAuthenticationRequired":
      return "You are signed out. Please sign in again."
    case "CannotDeleteCurrentSession":
      return "This is the session in use. Sign out to end it."
    case "TeamPermissionRequired":
      return `You lack the permission ${error.details.permissionId} in this team.`

    case "RequestRefused":
      return error.reason._tag === "SchemaError"
        ? "Something that was entered does not have the right form. Check it and try again."
        : error.message
    default:
      return error.message
  }
}

const describeTransportError = ({ outcomeUnknown, reason }: TransportError): string => {
  const perhaps = outcomeUnknown ? " It may have been carried out all the same: look before you repeat it." : ""
  switch (reason._tag) {
    case "Offline":
      return "You appear to be offline. Check your internet connection."
    case "Network":
      // Only developers have the service on the machine with the page.
      if (reason.isLocal) return reason.message + perhaps
      return `The service cannot be reached. Check your connection and try again.${perhaps}`
    case "Timeout":
      return `The service did not answer in time.${perhaps}`
    case "RateLimited":
      return `Too many attempts. Try again ${reason.retryAfterMillis === undefined ? "later" : inTime(reason.retryAfterMillis)}.`
    case "InvalidRequest":
      return `This does not have the right form: ${reason.detail}`
    case "UnexpectedStatus":
      return reason.text === "" ? `The service failed (status ${reason.status}).${perhaps}` : reason.text
    default:
      return `The service failed: ${reason.message}.${perhaps}`
  }
}

const inTime = (millis: number): string => {
  const seconds = Math.ceil(millis / 1000)
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`
}

const describePasskeyError = (code: string, message: string): string => {
  switch (code) {
    case "ERROR_NOT_ALLOWED":
    case "ERROR_CEREMONY_ABORTED":
      return "No passkey was used: the request was cancelled, or this device has none for this site."
    case "ERROR_TIMEOUT":
      return "The passkey request took too long. Please try again."
    case "ERROR_UNSUPPORTED":
      return "This browser has no passkeys. Sign in another way."
    case "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED":
      return "This device has a passkey for your account already."
    default:
      return message
  }
}

/** The words for a field, when the error is about what stands in it. */
export const errorFor = (
  error: AppFailure | undefined,
  ...tags: ReadonlyArray<AppFailure["_tag"]>
): string | undefined => (error !== undefined && tags.includes(error._tag) ? describeError(error) : undefined)

/** The same for what an error boundary catches, which can be anything. */
export const messageOf = (error: unknown): string => {
  if (error instanceof TransportError) return describeError(error)
  return error instanceof Error ? error.message : "Something went wrong. Please try again."
}
