/** Command-line login: errors of the service. */
import { KnownError } from "./KnownError.ts"
import { TextError } from "./TextError.ts"

/**
 * `CLI_AUTH_ERROR`: CLI login failed (reason is the message); produced by the client only. Never sent by the service.
 */
export class CliAuthError extends KnownError("CliAuthError", {
  status: 400,
  message: "The command-line login failed."
}) {}

/** `CLI_AUTH_EXPIRED_ERROR`: The CLI login request expired; produced by the client only. Never sent by the service. */
export class CliAuthExpiredError extends KnownError("CliAuthExpiredError", {
  status: 400,
  message: "CLI authentication request expired. Please try again."
}) {}

/**
 * `CLI_AUTH_USED_ERROR`: The CLI login was already redeemed; produced by the client only. Never sent by the service.
 */
export class CliAuthUsedError extends KnownError("CliAuthUsedError", {
  status: 400,
  message: "This authentication token has already been used."
}) {}

/** `INVALID_POLLING_CODE`: The CLI polling code is unknown to this project. */
export class InvalidPollingCodeError extends KnownError("InvalidPollingCodeError", {
  code: "INVALID_POLLING_CODE",
  status: 400,
  message: "This polling code does not exist."
}) {}

/** The login code is unknown, expired or answered already; the terminal has to start its login again. */
export class CliLoginNotFound extends TextError("CliLoginNotFound") {}

/**
 * The login has no guest whose data could be kept: it began without one, another user has taken the guest over already,
 * or the guest has signed up meanwhile.
 */
export class CliLoginAnonymousUserNotFound extends TextError("CliLoginAnonymousUserNotFound") {}
