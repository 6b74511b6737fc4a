/** Sign-in with an emailed link, or with the short code in the same email. */
import * as Redacted from "effect/Redacted"
import { asClient } from "../app/AsClient.ts"
import * as Urls from "../app/Urls.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import { ClientApp } from "../http/ClientApp.ts"
import * as BotChallenge from "../platform/page/BotChallenge.ts"
import * as SignIn from "../session/SignIn.ts"
import * as Wire from "../wire/generated/MagicLink.ts"
import * as MfaWire from "../wire/generated/Mfa.ts"
import * as MailedCode from "./internal/MailedCode.ts"

/**
 * Emails a link and a six-character code. The returned nonce belongs to that code: keep it on the page where the user
 * will type the code (docs/protocol/sign-in.md#magic-links). Fails with `MagicLinkNotEnabled` if the project has turned
 * magic links off. An app with a `BotChallenge` proves that a person asks.
 */
export const send = asClient.write(
  "MagicLink.send",
  [Wire.sendSignInCode],
  // A user who has not signed in so before can from now on.
  { changes: ["emails", "outbox", "users"] }
)(function* (input: {
  readonly email: string
  /** Default: the magic-link page of the app. */
  readonly callbackUrl?: string | undefined
}) {
  const app = yield* ClientApp
  const callbackUrl = yield* Urls.makeCallback(app, "callbackUrl", input.callbackUrl, "magicLinkCallback")
  return yield* BotChallenge.prove("send_magic_link_email", (proof) =>
    asClient.call(Wire.sendSignInCode, { payload: { email: input.email, callbackUrl, ...proof } })
  )
})

/** The code of a link, or the six characters that the user typed together with the nonce of `send`. */
export type Code = { readonly code: SecretInput } | { readonly typedCode: string; readonly nonce: SecretInput }

const toCode = (input: Code) =>
  MailedCode.check("code" in input ? input.code : input.typedCode.trim() + Redacted.value(fromInput(input.nonce)))

/**
 * Checks a code without using it. It counts as one of its 20 attempts. Fails with one of the `VerificationCodeError`
 * family.
 */
export const check = asClient.read("MagicLink.check", [Wire.checkSignInCode], { shows: [] })(function* (input: Code) {
  yield* asClient.call(Wire.checkSignInCode, { payload: { code: yield* toCode(input) } })
})

/**
 * Signs in; a new user is signed up. Then redirects to the after-sign-up page for a new user, else to the after-sign-in
 * page. The code is used up even if a second factor is required (docs/protocol/sign-in.md#magic-links).
 *
 * Answers a `SignInResult`. If the address is new, a signed-in guest becomes its user and keeps the id. If the address
 * has a user already, that user signs in, and the guest is left behind.
 *
 * Fails with one of the `VerificationCodeError` family for a code that is wrong, used or expired, and with
 * `SignUpNotEnabled` for a new user if the project does not allow sign-up.
 */
export const signIn = asClient.write("MagicLink.signIn", [Wire.signInWithCode, MfaWire.signInWithTotp], {
  changes: []
})(function* (input: Code & SignIn.SignInOptions) {
  return yield* SignIn.run(SignIn.callSignUp(Wire.signInWithCode, { payload: { code: yield* toCode(input) } }), input)
})
