/** The second factor: known errors of the service. */
import type * as Redacted from "effect/Redacted"
import { KnownError } from "./KnownError.ts"

/**
 * `MULTI_FACTOR_AUTHENTICATION_REQUIRED`: First factor accepted; a TOTP code must be sent with the attempt code. Send
 * `details.attemptCode` with the second factor within five minutes.
 */
export class MultiFactorAuthenticationRequired extends KnownError("MultiFactorAuthenticationRequired", {
  status: 400,
  message: "A second factor is required."
})<{ readonly attemptCode: Redacted.Redacted }> {}

/** `INVALID_TOTP_CODE`: The six-digit code is wrong. */
export class InvalidTotpCode extends KnownError("InvalidTotpCode", {
  status: 400,
  message: "The six-digit code is wrong."
}) {}
