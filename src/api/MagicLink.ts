/** Sign-in with a mailed link or code (docs/protocol/sign-in.md#magic-links). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Endpoint from "./Endpoint.ts"
import { CodeIsValid } from "./Envelope.ts"
import { MultiFactorAuthenticationRequired } from "./errors/Mfa.ts"
import {
  RedirectUrlNotWhitelisted,
  SignUpNotEnabled,
  signUpErrors,
  SignUpRejected,
  UserWithEmailAlreadyExists
} from "./errors/Users.ts"
import { VerificationCodeError } from "./errors/VerificationCode.ts"
import { botChallengeFields, Code } from "./Input.ts"
import { AbsoluteUrl } from "./schema/AbsoluteUrl.ts"
import { StrictEmail } from "./schema/Email.ts"
import { Nonce } from "./schema/Secrets.ts"
import { SignInOrUp } from "./schema/Tokens.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** Mails a sign-in link with a six-character code; that code and the nonce make the sign-in code. */
export const sendSignInCode = Endpoint.client.post("sendSignInCode", "/auth/otp/send-sign-in-code", {
  summary: "Mail a sign-in link",
  payload: WireStruct({ email: StrictEmail, callbackUrl: AbsoluteUrl, ...botChallengeFields }),
  success: WireStruct({ nonce: Nonce }),
  error: [
    UserWithEmailAlreadyExists,
    SignUpNotEnabled,
    RedirectUrlNotWhitelisted,
    TextErrors.magicLink,
    ...signUpErrors
  ]
})

/** Signs in with the code of a link; a new user is signed up. */
export const signInWithCode = Endpoint.client.post("signInWithCode", "/auth/otp/sign-in", {
  summary: "Sign in with a mailed code",
  payload: WireStruct({ code: Code }),
  success: SignInOrUp,
  error: [
    ...VerificationCodeError,
    UserWithEmailAlreadyExists,
    SignUpNotEnabled,
    SignUpRejected,
    MultiFactorAuthenticationRequired
  ]
})

/** Checks whether a sign-in code can be used; counts as one attempt. */
export const checkSignInCode = Endpoint.client.post("checkSignInCode", "/auth/otp/sign-in/check-code", {
  summary: "Check a sign-in code",
  payload: WireStruct({ code: Code }),
  success: CodeIsValid,
  error: VerificationCodeError
})

/** Sign-in with a mailed link. */
export class MagicLinkGroup extends HttpApiGroup.make("magicLink")
  .add(sendSignInCode, signInWithCode, checkSignInCode)
  .prefix(Endpoint.root) {}
