/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type { SignIn } from "../../api/schema/Tokens.ts"
import type { MultiFactorAuthenticationRequired } from "../../domain/errors/Mfa.ts"
import type {
  BotChallengeFailed,
  BotChallengeRequired,
  EmailPasswordMismatch,
  PasswordAuthenticationNotEnabled,
  PasswordConfirmationMismatch,
  PasswordTooLong,
  PasswordTooShort,
  RedirectUrlNotWhitelisted,
  SignUpNotEnabled,
  SignUpRejected,
  UserDoesNotHavePassword,
  UserWithEmailAlreadyExists
} from "../../domain/errors/Users.ts"
import type {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../domain/errors/VerificationCode.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors } from "./Access.ts"
import { decodeCodeIsValid, decodeMaybeSuccess, decodeSuccess } from "./Envelope.ts"
import { multiFactorAuthenticationRequired } from "./errors/Mfa.ts"
import {
  botChallengeFailed,
  botChallengeRequired,
  emailPasswordMismatch,
  passwordAuthenticationNotEnabled,
  passwordConfirmationMismatch,
  passwordTooLong,
  passwordTooShort,
  redirectUrlNotWhitelisted,
  signUpNotEnabled,
  signUpRejected,
  userDoesNotHavePassword,
  userWithEmailAlreadyExists
} from "./errors/Users.ts"
import {
  verificationCodeAlreadyUsed,
  verificationCodeExpired,
  verificationCodeMaxAttemptsReached,
  verificationCodeNotFound
} from "./errors/VerificationCode.ts"
import { encodeCode } from "./Input.ts"
import { absoluteUrl } from "./schema/AbsoluteUrl.ts"
import { email, strictEmail } from "./schema/Email.ts"
import { encodePassword } from "./schema/Secrets.ts"
import { decodeSignIn } from "./schema/Tokens.ts"

const signUpPayload = R.struct((o) => ({
  email: strictEmail(o.email, "email"),
  password: encodePassword(o.password, "password"),
  verification_callback_url: absoluteUrl(o.verificationCallbackUrl, "verificationCallbackUrl"),
  bot_challenge_token: R.optional(o.botChallengeToken, "botChallengeToken", R.string),
  bot_challenge_phase:
    o.botChallengePhase === undefined
      ? undefined
      : R.oneOf(o.botChallengePhase, "botChallengePhase", ["invisible", "visible"]),
  bot_challenge_unavailable:
    o.botChallengeUnavailable === undefined
      ? undefined
      : R.literal(o.botChallengeUnavailable, "botChallengeUnavailable", "true")
}))

/** Sign up with a password. */
export const signUp: Endpoint<
  {
    readonly payload: {
      readonly email: string
      readonly password: Redacted.Redacted
      readonly verificationCallbackUrl: string
      readonly botChallengeToken?: string | undefined
      readonly botChallengePhase?: "invisible" | "visible" | undefined
      readonly botChallengeUnavailable?: "true" | undefined
    }
  },
  SignIn,
  | PasswordAuthenticationNotEnabled
  | RedirectUrlNotWhitelisted
  | SignUpNotEnabled
  | PasswordTooShort
  | PasswordTooLong
  | UserWithEmailAlreadyExists
  | MultiFactorAuthenticationRequired
  | SignUpRejected
  | BotChallengeRequired
  | BotChallengeFailed,
  "client"
> = {
  name: "signUp",
  method: "POST",
  path: "/auth/password/sign-up",
  level: "client",
  levelErrors: clientErrors,
  payload: signUpPayload,
  success: decodeSignIn,
  errors: [
    passwordAuthenticationNotEnabled,
    redirectUrlNotWhitelisted,
    signUpNotEnabled,
    passwordTooShort,
    passwordTooLong,
    userWithEmailAlreadyExists,
    multiFactorAuthenticationRequired,
    signUpRejected,
    botChallengeRequired,
    botChallengeFailed
  ]
}

const signInPayload = R.struct((o) => ({
  email: email(o.email, "email"),
  password: encodePassword(o.password, "password")
}))

/** Sign in with a password. */
export const signIn: Endpoint<
  { readonly payload: { readonly email: string; readonly password: Redacted.Redacted } },
  SignIn,
  PasswordAuthenticationNotEnabled | EmailPasswordMismatch | MultiFactorAuthenticationRequired,
  "client"
> = {
  name: "signIn",
  method: "POST",
  path: "/auth/password/sign-in",
  level: "client",
  levelErrors: clientErrors,
  payload: signInPayload,
  success: decodeSignIn,
  errors: [passwordAuthenticationNotEnabled, emailPasswordMismatch, multiFactorAuthenticationRequired]
}

const sendResetCodePayload = R.struct((o) => ({
  email: email(o.email, "email"),
  callback_url: absoluteUrl(o.callbackUrl, "callbackUrl")
}))

/** Mail a password reset code. */
export const sendResetCode: Endpoint<
  { readonly payload: { readonly email: string; readonly callbackUrl: string } },
  void,
  PasswordAuthenticationNotEnabled | RedirectUrlNotWhitelisted,
  "client"
> = {
  name: "sendResetCode",
  method: "POST",
  path: "/auth/password/send-reset-code",
  level: "client",
  levelErrors: clientErrors,
  payload: sendResetCodePayload,
  success: decodeMaybeSuccess,
  errors: [passwordAuthenticationNotEnabled, redirectUrlNotWhitelisted]
}

const checkResetCodePayload = R.struct((o) => ({ code: encodeCode(o.code, "code") }))

/** Check a password reset code. */
export const checkResetCode: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted } },
  void,
  VerificationCodeNotFound | VerificationCodeExpired | VerificationCodeAlreadyUsed | VerificationCodeMaxAttemptsReached,
  "client"
> = {
  name: "checkResetCode",
  method: "POST",
  path: "/auth/password/reset/check-code",
  level: "client",
  levelErrors: clientErrors,
  payload: checkResetCodePayload,
  success: decodeCodeIsValid,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached
  ]
}

const resetPasswordPayload = R.struct((o) => ({
  code: encodeCode(o.code, "code"),
  password: encodePassword(o.password, "password")
}))

/** Reset the password with a code. */
export const resetPassword: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted; readonly password: Redacted.Redacted } },
  void,
  | VerificationCodeNotFound
  | VerificationCodeExpired
  | VerificationCodeAlreadyUsed
  | VerificationCodeMaxAttemptsReached
  | PasswordAuthenticationNotEnabled
  | PasswordTooShort
  | PasswordTooLong,
  "client"
> = {
  name: "resetPassword",
  method: "POST",
  path: "/auth/password/reset",
  level: "client",
  levelErrors: clientErrors,
  payload: resetPasswordPayload,
  success: decodeSuccess,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached,
    passwordAuthenticationNotEnabled,
    passwordTooShort,
    passwordTooLong
  ]
}

const setPasswordPayload = R.struct((o) => ({ password: encodePassword(o.password, "password") }))

/** Set a first password. */
export const setPassword: Endpoint<
  { readonly payload: { readonly password: Redacted.Redacted } },
  void,
  PasswordAuthenticationNotEnabled | PasswordTooShort | PasswordTooLong,
  "client"
> = {
  name: "setPassword",
  method: "POST",
  path: "/auth/password/set",
  level: "client",
  levelErrors: clientErrors,
  payload: setPasswordPayload,
  success: decodeSuccess,
  errors: [passwordAuthenticationNotEnabled, passwordTooShort, passwordTooLong]
}

const updatePasswordPayload = R.struct((o) => ({
  old_password: encodePassword(o.oldPassword, "oldPassword"),
  new_password: encodePassword(o.newPassword, "newPassword")
}))

/** Change the password. */
export const updatePassword: Endpoint<
  { readonly payload: { readonly oldPassword: Redacted.Redacted; readonly newPassword: Redacted.Redacted } },
  void,
  | PasswordAuthenticationNotEnabled
  | PasswordTooShort
  | PasswordTooLong
  | UserDoesNotHavePassword
  | PasswordConfirmationMismatch,
  "client"
> = {
  name: "updatePassword",
  method: "POST",
  path: "/auth/password/update",
  level: "client",
  levelErrors: clientErrors,
  payload: updatePasswordPayload,
  success: decodeSuccess,
  errors: [
    passwordAuthenticationNotEnabled,
    passwordTooShort,
    passwordTooLong,
    userDoesNotHavePassword,
    passwordConfirmationMismatch
  ]
}
