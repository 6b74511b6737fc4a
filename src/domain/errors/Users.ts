/** Users, sign-up, passwords and email addresses: errors of the service. */
import type { OpenEnum } from "../OpenEnum.ts"
import * as KnownErrorFamily from "./internal/KnownErrorFamily.ts"
import { KnownError } from "./KnownError.ts"
import { TextError } from "./TextError.ts"

/**
 * `USER_EMAIL_ALREADY_EXISTS`: Another user already uses that email address to sign in. The class is named after the
 * source, not after the code.
 */
export class UserWithEmailAlreadyExists extends KnownError("UserWithEmailAlreadyExists", {
  code: "USER_EMAIL_ALREADY_EXISTS",
  status: 409,
  message: "This email address belongs to another account already."
})<{ readonly email: string; readonly wouldWorkIfEmailWasVerified?: boolean }> {}

/** `EMAIL_NOT_VERIFIED`: The address has not been verified. Never sent by the service. */
export class EmailNotVerified extends KnownError("EmailNotVerified", {
  status: 400,
  message: "The email address is not verified."
}) {}

/** `USER_ID_DOES_NOT_EXIST`: No user has that id (used where the id is a body value or parameter of an action). */
export class UserIdDoesNotExist extends KnownError("UserIdDoesNotExist", {
  status: 400,
  message: "No user has this id."
})<{ readonly userId: string }> {}

/** `USER_NOT_FOUND`: No such user. */
export class UserNotFound extends KnownError("UserNotFound", {
  status: 404,
  message: "The user was not found."
}) {}

/** `SIGN_UP_NOT_ENABLED`: The project does not accept new accounts. */
export class SignUpNotEnabled extends KnownError("SignUpNotEnabled", {
  status: 400,
  message: "This project does not accept new accounts."
}) {}

/**
 * `SIGN_UP_REJECTED`: A sign-up rule of the project turned the new user away; the text names no rule. Current service
 * only.
 */
export class SignUpRejected extends KnownError("SignUpRejected", {
  status: 403,
  message: "This project did not accept the sign-up."
})<{ readonly message: string }> {}

/**
 * `BOT_CHALLENGE_REQUIRED`: The sign-up looks like a bot's: it goes on once a visible challenge is solved. Current
 * service only.
 */
export class BotChallengeRequired extends KnownError("BotChallengeRequired", {
  status: 409,
  message: "A challenge has to be solved before this can go on."
}) {}

/** `BOT_CHALLENGE_FAILED`: The challenge was not solved. Current service only. */
export class BotChallengeFailed extends KnownError("BotChallengeFailed", {
  status: 400,
  message: "The challenge was not solved."
})<{ readonly message: string }> {}

/** `PASSWORD_AUTHENTICATION_NOT_ENABLED`: Password authentication is off for the project. */
export class PasswordAuthenticationNotEnabled extends KnownError("PasswordAuthenticationNotEnabled", {
  status: 400,
  message: "This project does not allow passwords."
}) {}

/** `PASSKEY_AUTHENTICATION_NOT_ENABLED`: Passkey authentication is off for the project. */
export class PasskeyAuthenticationNotEnabled extends KnownError("PasskeyAuthenticationNotEnabled", {
  status: 400,
  message: "This project does not allow passkeys."
}) {}

/** `ANONYMOUS_ACCOUNTS_NOT_ENABLED`: Anonymous accounts are off for the project. */
export class AnonymousAccountsNotEnabled extends KnownError("AnonymousAccountsNotEnabled", {
  status: 400,
  message: "This project does not allow anonymous accounts."
}) {}

/** `EMAIL_PASSWORD_MISMATCH`: Email and password do not match (an unknown email gives the same answer). */
export class EmailPasswordMismatch extends KnownError("EmailPasswordMismatch", {
  status: 400,
  message: "Wrong e-mail or password."
}) {}

/** `REDIRECT_URL_NOT_WHITELISTED`: The redirect or callback URL is not on one of the project's trusted domains. */
export class RedirectUrlNotWhitelisted extends KnownError("RedirectUrlNotWhitelisted", {
  status: 400,
  message: "The URL is not on one of the project's trusted domains."
}) {}

/** `PASSWORD_TOO_SHORT`: The password is shorter than the minimum (number given). */
export class PasswordTooShort extends KnownError("PasswordTooShort", {
  status: 400,
  message: "The password is too short."
})<{ readonly minLength: number }> {}

/**
 * `PASSWORD_TOO_LONG`: The password is longer than the maximum (number given). Requests cap passwords at 70 characters
 * first, so the service never sends it.
 */
export class PasswordTooLong extends KnownError("PasswordTooLong", {
  status: 400,
  message: "The password is too long."
})<{ readonly maxLength: number }> {}

/** `USER_DOES_NOT_HAVE_PASSWORD`: The user has no password to change. */
export class UserDoesNotHavePassword extends KnownError("UserDoesNotHavePassword", {
  status: 400,
  message: "The user has no password."
}) {}

/** `PASSWORD_CONFIRMATION_MISMATCH`: The passwords do not match (in practice: the given old password is wrong). */
export class PasswordConfirmationMismatch extends KnownError("PasswordConfirmationMismatch", {
  status: 400,
  message: "Passwords do not match."
}) {}

/** `EMAIL_ALREADY_VERIFIED`: The address is verified already. */
export class EmailAlreadyVerified extends KnownError("EmailAlreadyVerified", {
  status: 409,
  message: "The email address is verified already."
}) {}

/** `EMAIL_NOT_ASSOCIATED_WITH_USER`: No user could sign in with that address. Never sent by the service. */
export class EmailNotAssociatedWithUser extends KnownError("EmailNotAssociatedWithUser", {
  status: 400,
  message: "Nobody signs in with this email address."
}) {}

/** `EMAIL_IS_NOT_PRIMARY_EMAIL`: The address given is not the user's primary one (both named). */
export class EmailIsNotPrimaryEmail extends KnownError("EmailIsNotPrimaryEmail", {
  status: 400,
  message: "This is not the primary email address of the user."
})<{ readonly email: string; readonly primaryEmail: string | null }> {}

/**
 * `CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE`: Another account uses this email for signing in. The value is
 * null when raised by an update.
 */
export class ContactChannelAlreadyUsedForAuthBySomeoneElse extends KnownError(
  "ContactChannelAlreadyUsedForAuthBySomeoneElse",
  {
    status: 409,
    message: "Another account signs in with this email address."
  }
)<{
  readonly type: OpenEnum<"email">
  readonly contactChannelValue: string | null
  readonly wouldWorkIfEmailWasVerified?: boolean
}> {}

/** The project does not let users delete themselves (`clientUserDeletionEnabled`). */
export class ClientUserDeletionNotEnabled extends TextError("ClientUserDeletionNotEnabled") {}

/** The project does not let users sign in with mailed links and codes (`magicLinkEnabled`). */
export class MagicLinkNotEnabled extends TextError("MagicLinkNotEnabled") {}

/** The password breaks a rule of the service. */
export const PasswordRequirementsNotMet = [PasswordTooShort, PasswordTooLong] as const
/** Any error of the family {@link PasswordRequirementsNotMet}. */
export type PasswordRequirementsNotMet = KnownErrorFamily.Member<typeof PasswordRequirementsNotMet>
/** Whether a value is one of the family {@link PasswordRequirementsNotMet}. */
export const isPasswordRequirementsNotMet = KnownErrorFamily.guard(PasswordRequirementsNotMet)
/** Handles every error of the family {@link PasswordRequirementsNotMet}. */
export const catchPasswordRequirementsNotMet = KnownErrorFamily.makeCatcher(PasswordRequirementsNotMet)
