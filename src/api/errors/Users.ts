/** Users, sign-up, passwords and email addresses: the schemas of the errors of `domain/errors/Users.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Users.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"
import { OpenEnum } from "../schema/OpenEnum.ts"
import { WireStruct } from "../schema/WireStruct.ts"

/** Whether it would have worked with a verified address; only in the current service. */
const wouldWorkIfEmailWasVerified = Schema.optionalKey(Schema.Boolean)

export const {
  EmailNotVerified,
  UserNotFound,
  SignUpNotEnabled,
  BotChallengeRequired,
  PasswordAuthenticationNotEnabled,
  PasskeyAuthenticationNotEnabled,
  AnonymousAccountsNotEnabled,
  EmailPasswordMismatch,
  RedirectUrlNotWhitelisted,
  UserDoesNotHavePassword,
  PasswordConfirmationMismatch,
  EmailAlreadyVerified,
  EmailNotAssociatedWithUser,
  UserWithEmailAlreadyExists,
  UserIdDoesNotExist,
  SignUpRejected,
  BotChallengeFailed,
  PasswordTooShort,
  PasswordTooLong,
  EmailIsNotPrimaryEmail,
  ContactChannelAlreadyUsedForAuthBySomeoneElse
} = makeSchemas(Errors, {
  UserWithEmailAlreadyExists: { email: Schema.String, wouldWorkIfEmailWasVerified },
  UserIdDoesNotExist: { userId: Schema.String },
  SignUpRejected: { message: Schema.String },
  BotChallengeFailed: { message: Schema.String },
  PasswordTooShort: { minLength: Schema.Finite },
  PasswordTooLong: WireStruct({ maxLength: Schema.Finite }, { maxLength: "maxLength" }),
  EmailIsNotPrimaryEmail: { email: Schema.String, primaryEmail: Schema.NullOr(Schema.String) },
  ContactChannelAlreadyUsedForAuthBySomeoneElse: {
    type: OpenEnum(["email"]),
    contactChannelValue: Schema.NullOr(Schema.String),
    wouldWorkIfEmailWasVerified
  }
})

/** The schemas of {@link Errors.PasswordRequirementsNotMet}. */
export const PasswordRequirementsNotMet = [PasswordTooShort, PasswordTooLong] as const

/** Errors of new accounts that only the current service sends: its rules for sign-ups, and its challenges for bots. */
export const signUpErrors = [SignUpRejected, BotChallengeRequired, BotChallengeFailed] as const
