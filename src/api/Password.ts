/** Sign-up and sign-in with a password, and changing it (docs/protocol/sign-in.md#passwords). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Endpoint from "./Endpoint.ts"
import { CodeIsValid, MaybeSuccess, Success } from "./Envelope.ts"
import { MultiFactorAuthenticationRequired } from "./errors/Mfa.ts"
import {
  EmailPasswordMismatch,
  PasswordAuthenticationNotEnabled,
  PasswordConfirmationMismatch,
  PasswordRequirementsNotMet,
  RedirectUrlNotWhitelisted,
  SignUpNotEnabled,
  signUpErrors,
  UserDoesNotHavePassword,
  UserWithEmailAlreadyExists
} from "./errors/Users.ts"
import { VerificationCodeError } from "./errors/VerificationCode.ts"
import { botChallengeFields, Code } from "./Input.ts"
import { AbsoluteUrl } from "./schema/AbsoluteUrl.ts"
import { Email, StrictEmail } from "./schema/Email.ts"
import { Password } from "./schema/Secrets.ts"
import { SignIn } from "./schema/Tokens.ts"
import { WireStruct } from "./schema/WireStruct.ts"

/** The input of a sign-up with a password. */
export const signUpFields = {
  email: StrictEmail,
  password: Password,
  verificationCallbackUrl: AbsoluteUrl,
  ...botChallengeFields
}

/** Creates a user with a password and signs in; the verification mail is sent in the background. */
export const signUp = Endpoint.client.post("signUp", "/auth/password/sign-up", {
  summary: "Sign up with a password",
  payload: WireStruct(signUpFields),
  success: SignIn,
  error: [
    PasswordAuthenticationNotEnabled,
    RedirectUrlNotWhitelisted,
    SignUpNotEnabled,
    ...PasswordRequirementsNotMet,
    UserWithEmailAlreadyExists,
    MultiFactorAuthenticationRequired,
    ...signUpErrors
  ]
})

/** Signs in; an unknown address and a wrong password give the same answer. */
export const signIn = Endpoint.client.post("signIn", "/auth/password/sign-in", {
  summary: "Sign in with a password",
  payload: WireStruct({ email: Email, password: Password }),
  success: SignIn,
  error: [PasswordAuthenticationNotEnabled, EmailPasswordMismatch, MultiFactorAuthenticationRequired]
})

/** Mails a reset code if the user exists; the answer does not reveal whether it does. */
export const sendResetCode = Endpoint.client.post("sendResetCode", "/auth/password/send-reset-code", {
  summary: "Mail a password reset code",
  payload: WireStruct({ email: Email, callbackUrl: AbsoluteUrl }),
  success: MaybeSuccess,
  error: [PasswordAuthenticationNotEnabled, RedirectUrlNotWhitelisted]
})

/** Checks whether a reset code can be used; counts as one attempt. */
export const checkResetCode = Endpoint.client.post("checkResetCode", "/auth/password/reset/check-code", {
  summary: "Check a password reset code",
  payload: WireStruct({ code: Code }),
  success: CodeIsValid,
  error: VerificationCodeError
})

/** Sets a new password with a reset code and ends every session of the user. */
export const resetPassword = Endpoint.client.post("resetPassword", "/auth/password/reset", {
  summary: "Reset the password with a code",
  payload: WireStruct({ code: Code, password: Password }),
  success: Success,
  error: [...VerificationCodeError, PasswordAuthenticationNotEnabled, ...PasswordRequirementsNotMet]
})

/** Sets the first password of the signed-in user. */
export const setPassword = Endpoint.client.post("setPassword", "/auth/password/set", {
  summary: "Set a first password",
  payload: WireStruct({ password: Password }),
  success: Success,
  error: [PasswordAuthenticationNotEnabled, ...PasswordRequirementsNotMet]
})

/** Changes the password of the signed-in user and ends the sessions other than that of the refresh token sent. */
export const updatePassword = Endpoint.client.post("updatePassword", "/auth/password/update", {
  summary: "Change the password",
  payload: WireStruct({ oldPassword: Password, newPassword: Password }),
  success: Success,
  error: [
    PasswordAuthenticationNotEnabled,
    ...PasswordRequirementsNotMet,
    UserDoesNotHavePassword,
    PasswordConfirmationMismatch
  ]
})

/** Sign-up, sign-in and changes with a password. */
export class PasswordGroup extends HttpApiGroup.make("password")
  .add(signUp, signIn, sendResetCode, checkResetCode, resetPassword, setPassword, updatePassword)
  .prefix(Endpoint.root) {}
