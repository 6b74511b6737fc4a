/** Sign-up and sign-in with email and password, and changing the password. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { asClient, asUser } from "../app/AsClient.ts"
import * as Urls from "../app/Urls.ts"
import { PasswordTooLong } from "../domain/errors/Users.ts"
import { maxPasswordLength, measurePassword } from "../domain/PasswordLength.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import { ClientApp } from "../http/ClientApp.ts"
import * as BotChallenge from "../platform/page/BotChallenge.ts"
import { Session } from "../session/Session.ts"
import * as SignIn from "../session/SignIn.ts"
import type { SignInOptions } from "../session/SignIn.ts"
import * as MfaWire from "../wire/generated/Mfa.ts"
import * as Wire from "../wire/generated/Password.ts"
import * as MailedCode from "./internal/MailedCode.ts"

/** The most characters that a password may have (docs/protocol/sign-in.md#passwords); an emoji is one. */
export const maxLength = maxPasswordLength

const checkLength = (password: SecretInput): Effect.Effect<Redacted.Redacted, PasswordTooLong> => {
  const secret = fromInput(password)
  return measurePassword(Redacted.value(secret)) > maxLength
    ? Effect.fail(new PasswordTooLong({ details: { maxLength } }))
    : Effect.succeed(secret)
}

/**
 * Creates an account and signs in. The service emails a link that verifies the address and opens
 * `verificationCallbackUrl` (docs/protocol/sign-in.md#passwords).
 *
 * In the current service a signed-in guest becomes the new user and keeps the id (`upgraded`, else `signed-up`: see
 * `SignInResult`). A guest with a second factor is asked for it as in {@link signIn}.
 *
 * In the current service a rule of the project may reject the sign-up (`SignUpRejected`), and an app with a
 * `BotChallenge` proves that it is a person.
 */
export const signUp = asClient.write("Password.signUp", [Wire.signUp, MfaWire.signInWithTotp], { changes: [] })(
  function* (
    input: {
      readonly email: string
      readonly password: SecretInput
      /** Default: the email verification page below the app's `appUrl`. */
      readonly verificationCallbackUrl?: string | undefined
    } & SignInOptions
  ) {
    const session = yield* Session
    const password = yield* checkLength(input.password)
    const verificationCallbackUrl = yield* Urls.makeCallback(
      session.app,
      "verificationCallbackUrl",
      input.verificationCallbackUrl,
      "emailVerification"
    )
    const sendSignUp = BotChallenge.prove("sign_up_with_credential", (proof) =>
      SignIn.callSignUp(Wire.signUp, { payload: { email: input.email, password, verificationCallbackUrl, ...proof } })
    )
    return yield* SignIn.run(
      Effect.map(sendSignUp, (answer) => ({ ...answer, isNewUser: true })),
      input
    )
  }
)

/**
 * Signs in. An unknown address and a wrong password both fail with `EmailPasswordMismatch`. A user with a second factor
 * is asked for it through `MfaPrompt`; without a prompt it fails with `MultiFactorAuthenticationRequired`, and the app
 * finishes it by `Mfa.signIn` (docs/protocol/sign-in.md#second-factor).
 */
export const signIn = asClient.write("Password.signIn", [Wire.signIn, MfaWire.signInWithTotp], { changes: [] })(
  function* (input: { readonly email: string; readonly password: SecretInput } & SignInOptions) {
    const session = yield* Session
    yield* SignIn.run(
      session.app.call(Wire.signIn, { payload: { email: input.email, password: fromInput(input.password) } }),
      input
    )
  }
)

/** Changes the current user's password. Every other session of the user ends. */
export const update = asUser.write("Password.update", [Wire.updatePassword], { changes: ["users", "sessions"] })(
  function* (input: { readonly oldPassword: SecretInput; readonly newPassword: SecretInput }) {
    yield* asUser.call(Wire.updatePassword, {
      payload: { oldPassword: fromInput(input.oldPassword), newPassword: yield* checkLength(input.newPassword) }
    })
  }
)

/** Sets a password for the current user, who must not have one. */
export const set = asUser.write("Password.set", [Wire.setPassword], { changes: ["users"] })(function* (input: {
  readonly password: SecretInput
}) {
  yield* asUser.call(Wire.setPassword, { payload: { password: yield* checkLength(input.password) } })
})

/** Emails a link with a reset code. Succeeds even if the address has no account, so that nobody learns which do. */
export const sendResetCode = asClient.write("Password.sendResetCode", [Wire.sendResetCode], {
  changes: ["emails", "outbox"]
})(function* (input: {
  readonly email: string
  /** Default: the password reset page below the app's `appUrl`. */
  readonly callbackUrl?: string | undefined
}) {
  const app = yield* ClientApp
  const callbackUrl = yield* Urls.makeCallback(app, "callbackUrl", input.callbackUrl, "passwordReset")
  yield* asClient.call(Wire.sendResetCode, { payload: { email: input.email, callbackUrl } })
})

/** Checks a reset code without using it. It counts as one of its 20 attempts. */
export const checkResetCode = asClient.read("Password.checkResetCode", [Wire.checkResetCode], { shows: [] })(
  function* (input: { readonly code: SecretInput }) {
    yield* asClient.call(Wire.checkResetCode, { payload: { code: yield* MailedCode.check(input.code) } })
  }
)

/**
 * Sets a new password with a reset code. All sessions of the user end, and no new one is opened. The code is spent even
 * if the password is refused.
 */
export const reset = asClient.write("Password.reset", [Wire.resetPassword], { changes: ["users", "sessions"] })(
  function* (input: { readonly code: SecretInput; readonly password: SecretInput }) {
    yield* asClient.call(Wire.resetPassword, {
      payload: { code: yield* MailedCode.check(input.code), password: yield* checkLength(input.password) }
    })
  }
)
