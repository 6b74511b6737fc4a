/** Turns each error into a message for the user. The messages are in the catalog, `text/en.ts`. */
import { TransportError } from "gatefold"
import type { AuthText } from "../text/enAuth.ts"
import type { AppFailure } from "./AppFailure.ts"
import type { ErrorText } from "./ErrorTexts.ts"

export type { AppFailure } from "./AppFailure.ts"

/** The text of the catalog for an error; where it has none, the error's own message, which is for developers. */
export const describeError = (t: AuthText, error: AppFailure): string => {
  if (error._tag === "TransportError") return describeTransportError(t, error)
  if (error._tag === "PasskeyWebAuthnError") return describePasskeyError(t, error.details.code)
  if (error._tag === "RequestRefused" && error.reason._tag !== "SchemaError") return error.message
  const text: ErrorText<never> | undefined = t.errors[error._tag]
  // The catalog has a function of this error at its tag: its type says so.
  return typeof text === "function" ? text(error as never) : (text ?? error.message)
}

const describeTransportError = ({ transport }: AuthText, { outcomeUnknown, reason }: TransportError): string => {
  const perhaps = outcomeUnknown ? ` ${transport.mayHaveWorked}` : ""
  switch (reason._tag) {
    case "Offline":
      return transport.offline
    case "Network":
      // Only developers have the service on the machine with the page.
      return `${reason.isLocal ? reason.message : transport.unreachable}${perhaps}`
    case "Timeout":
      return transport.timedOut + perhaps
    case "RateLimited":
      return reason.retryAfterMillis === undefined
        ? transport.tooManyAttempts
        : transport.tooManyAttemptsFor({ seconds: Math.ceil(reason.retryAfterMillis / 1000) })
    case "InvalidRequest":
      return transport.invalidRequest({ detail: reason.detail })
    case "UnexpectedStatus":
      // A 4xx says what is wrong with the request; a 5xx speaks to operators.
      return reason.status >= 500 || reason.text === "" ? transport.failed : reason.text
    default:
      return transport.failed
  }
}

const describePasskeyError = ({ passkey }: AuthText, code: string): string => {
  switch (code) {
    case "ERROR_NOT_ALLOWED":
    case "ERROR_CEREMONY_ABORTED":
      return passkey.cancelled
    case "ERROR_TIMEOUT":
      return passkey.timedOut
    case "ERROR_UNSUPPORTED":
      return passkey.unsupported
    case "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED":
      return passkey.alreadyRegistered
    default:
      return passkey.failed
  }
}

const oldLinkErrors: ReadonlyArray<AppFailure["_tag"]> = [
  "VerificationCodeAlreadyUsed",
  "VerificationCodeExpired",
  "VerificationCodeMaxAttemptsReached",
  "VerificationCodeNotFound"
]

/** Whether the link or code of an email is spent or wrong, which a new one solves. */
export const isOldLink = (error: AppFailure | undefined): boolean =>
  error !== undefined && oldLinkErrors.includes(error._tag)

/** Returns the message for a field if the error is about its content. */
export const describeFieldError = (
  t: AuthText,
  error: AppFailure | undefined,
  ...tags: ReadonlyArray<AppFailure["_tag"]>
): string | undefined => (error !== undefined && tags.includes(error._tag) ? describeError(t, error) : undefined)

/** The same for a value that an error boundary caught, which can be anything. */
export const describeUnknownError = (t: AuthText, error: unknown): string => {
  if (error instanceof TransportError) return describeError(t, error)
  return error instanceof Error ? error.message : t.common.somethingWentWrong
}

/** The ID by which support finds the failed request. Browsers know it only of some requests: the guide says which. */
export const findRequestId = (error: unknown): string | undefined => {
  const id: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "requestId") : undefined
  return typeof id === "string" ? id : undefined
}

const isFault = (error: AppFailure): boolean => {
  if (error._tag !== "TransportError") return false
  const { reason } = error
  return reason._tag === "UnexpectedStatus"
    ? reason.status >= 500
    : reason._tag === "InvalidServerResponse" || reason._tag === "ServerInvalid"
}

/** The same, but only for failures that only support can explain: a 5xx, or an answer that cannot be read. */
export const findFaultId = (error: AppFailure): string | undefined =>
  isFault(error) ? findRequestId(error) : undefined
