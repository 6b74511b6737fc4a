/** Users, sign-up, passwords and email addresses: the schemas of the errors of `domain/errors/Users.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Users.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"
import { OpenEnum } from "../schema/OpenEnum.ts"

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
  EmailNotAssociatedWithUser
} = makePlainSchemas(Errors)

/** Whether it would have worked with a verified address; only in the current service. */
const wouldWorkIfEmailWasVerified = Schema.optionalKey(Schema.Boolean)

/** Schema of {@link Errors.UserWithEmailAlreadyExists}. */
export const UserWithEmailAlreadyExists = KnownErrorSchema(Errors.UserWithEmailAlreadyExists, {
  email: Schema.String,
  wouldWorkIfEmailWasVerified
})

/** Schema of {@link Errors.UserIdDoesNotExist}. */
export const UserIdDoesNotExist = KnownErrorSchema(Errors.UserIdDoesNotExist, { userId: Schema.String })

/** Schema of {@link Errors.SignUpRejected}. */
export const SignUpRejected = KnownErrorSchema(Errors.SignUpRejected, { message: Schema.String })

/** Schema of {@link Errors.BotChallengeFailed}. */
export const BotChallengeFailed = KnownErrorSchema(Errors.BotChallengeFailed, { message: Schema.String })

/** Schema of {@link Errors.PasswordTooShort}. */
export const PasswordTooShort = KnownErrorSchema(Errors.PasswordTooShort, { minLength: Schema.Finite })

/** Schema of {@link Errors.PasswordTooLong}. */
export const PasswordTooLong = KnownErrorSchema(
  Errors.PasswordTooLong,
  { maxLength: Schema.Finite },
  { maxLength: "maxLength" }
)

/** Schema of {@link Errors.EmailIsNotPrimaryEmail}. */
export const EmailIsNotPrimaryEmail = KnownErrorSchema(Errors.EmailIsNotPrimaryEmail, {
  email: Schema.String,
  primaryEmail: Schema.NullOr(Schema.String)
})

/** Schema of {@link Errors.ContactChannelAlreadyUsedForAuthBySomeoneElse}. */
export const ContactChannelAlreadyUsedForAuthBySomeoneElse = KnownErrorSchema(
  Errors.ContactChannelAlreadyUsedForAuthBySomeoneElse,
  {
    type: OpenEnum(["email"]),
    contactChannelValue: Schema.NullOr(Schema.String),
    wouldWorkIfEmailWasVerified
  }
)

/** The schemas of {@link Errors.PasswordRequirementsNotMet}. */
export const PasswordRequirementsNotMet = [PasswordTooShort, PasswordTooLong] as const

/** Errors of new accounts that only the current service sends: its rules for sign-ups, and its challenges for bots. */
export const signUpErrors = [SignUpRejected, BotChallengeRequired, BotChallengeFailed] as const
