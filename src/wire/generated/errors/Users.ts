/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  AnonymousAccountsNotEnabled,
  BotChallengeFailed,
  BotChallengeRequired,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  EmailAlreadyVerified,
  EmailIsNotPrimaryEmail,
  EmailPasswordMismatch,
  PasskeyAuthenticationNotEnabled,
  PasswordAuthenticationNotEnabled,
  PasswordConfirmationMismatch,
  PasswordTooLong,
  PasswordTooShort,
  RedirectUrlNotWhitelisted,
  SignUpNotEnabled,
  SignUpRejected,
  UserDoesNotHavePassword,
  UserIdDoesNotExist,
  UserNotFound,
  UserWithEmailAlreadyExists
} from "../../../domain/errors/Users.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"

export const redirectUrlNotWhitelisted: KnownErrorEntry<RedirectUrlNotWhitelisted> = {
  Class: RedirectUrlNotWhitelisted
}

export const anonymousAccountsNotEnabled: KnownErrorEntry<AnonymousAccountsNotEnabled> = {
  Class: AnonymousAccountsNotEnabled
}

export const userNotFound: KnownErrorEntry<UserNotFound> = { Class: UserNotFound }

const contactChannelAlreadyUsedForAuthBySomeoneElseDetails = R.struct((o) => {
  const a: R.Mutable<{
    readonly type: "email" | (string & {})
    readonly contactChannelValue: string | null
    readonly wouldWorkIfEmailWasVerified?: boolean
  }> = {
    type: R.string(o.type, "type"),
    contactChannelValue: R.nullable(o.contact_channel_value, "contact_channel_value", R.string)
  }
  if (o.would_work_if_email_was_verified !== undefined)
    a.wouldWorkIfEmailWasVerified = R.boolean(o.would_work_if_email_was_verified, "would_work_if_email_was_verified")
  return a
})

export const contactChannelAlreadyUsedForAuthBySomeoneElse: KnownErrorEntry<ContactChannelAlreadyUsedForAuthBySomeoneElse> =
  {
    Class: ContactChannelAlreadyUsedForAuthBySomeoneElse,
    details: contactChannelAlreadyUsedForAuthBySomeoneElseDetails
  }

const userIdDoesNotExistDetails = R.struct((o) => ({ userId: R.string(o.user_id, "user_id") }))

export const userIdDoesNotExist: KnownErrorEntry<UserIdDoesNotExist> = {
  Class: UserIdDoesNotExist,
  details: userIdDoesNotExistDetails
}

export const emailAlreadyVerified: KnownErrorEntry<EmailAlreadyVerified> = { Class: EmailAlreadyVerified }

const emailIsNotPrimaryEmailDetails = R.struct((o) => ({
  email: R.string(o.email, "email"),
  primaryEmail: R.nullable(o.primary_email, "primary_email", R.string)
}))

export const emailIsNotPrimaryEmail: KnownErrorEntry<EmailIsNotPrimaryEmail> = {
  Class: EmailIsNotPrimaryEmail,
  details: emailIsNotPrimaryEmailDetails
}

const userWithEmailAlreadyExistsDetails = R.struct((o) => {
  const a: R.Mutable<{ readonly email: string; readonly wouldWorkIfEmailWasVerified?: boolean }> = {
    email: R.string(o.email, "email")
  }
  if (o.would_work_if_email_was_verified !== undefined)
    a.wouldWorkIfEmailWasVerified = R.boolean(o.would_work_if_email_was_verified, "would_work_if_email_was_verified")
  return a
})

export const userWithEmailAlreadyExists: KnownErrorEntry<UserWithEmailAlreadyExists> = {
  Class: UserWithEmailAlreadyExists,
  details: userWithEmailAlreadyExistsDetails
}

export const signUpNotEnabled: KnownErrorEntry<SignUpNotEnabled> = { Class: SignUpNotEnabled }

const signUpRejectedDetails = R.struct((o) => ({ message: R.string(o.message, "message") }))

export const signUpRejected: KnownErrorEntry<SignUpRejected> = { Class: SignUpRejected, details: signUpRejectedDetails }

export const botChallengeRequired: KnownErrorEntry<BotChallengeRequired> = { Class: BotChallengeRequired }

export const botChallengeFailed: KnownErrorEntry<BotChallengeFailed> = {
  Class: BotChallengeFailed,
  details: signUpRejectedDetails
}

export const passkeyAuthenticationNotEnabled: KnownErrorEntry<PasskeyAuthenticationNotEnabled> = {
  Class: PasskeyAuthenticationNotEnabled
}

export const passwordAuthenticationNotEnabled: KnownErrorEntry<PasswordAuthenticationNotEnabled> = {
  Class: PasswordAuthenticationNotEnabled
}

const passwordTooShortDetails = R.struct((o) => ({ minLength: R.finite(o.min_length, "min_length") }))

export const passwordTooShort: KnownErrorEntry<PasswordTooShort> = {
  Class: PasswordTooShort,
  details: passwordTooShortDetails
}

const passwordTooLongDetails = R.struct((o) => ({ maxLength: R.finite(o.maxLength, "maxLength") }))

export const passwordTooLong: KnownErrorEntry<PasswordTooLong> = {
  Class: PasswordTooLong,
  details: passwordTooLongDetails
}

export const emailPasswordMismatch: KnownErrorEntry<EmailPasswordMismatch> = { Class: EmailPasswordMismatch }

export const userDoesNotHavePassword: KnownErrorEntry<UserDoesNotHavePassword> = { Class: UserDoesNotHavePassword }

export const passwordConfirmationMismatch: KnownErrorEntry<PasswordConfirmationMismatch> = {
  Class: PasswordConfirmationMismatch
}
