/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type { SignInOrUp } from "../../api/schema/Tokens.ts"
import type { MultiFactorAuthenticationRequired } from "../../domain/errors/Mfa.ts"
import type {
  BotChallengeFailed,
  BotChallengeRequired,
  MagicLinkNotEnabled,
  RedirectUrlNotWhitelisted,
  SignUpNotEnabled,
  SignUpRejected,
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
import { decodeCodeIsValid } from "./Envelope.ts"
import { multiFactorAuthenticationRequired } from "./errors/Mfa.ts"
import {
  botChallengeFailed,
  botChallengeRequired,
  redirectUrlNotWhitelisted,
  signUpNotEnabled,
  signUpRejected,
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
import { strictEmail } from "./schema/Email.ts"
import { decodeApiKeyValue } from "./schema/Secrets.ts"
import { decodeSignInOrUp } from "./schema/Tokens.ts"
import { magicLink } from "./TextErrors.ts"

const sendSignInCodeSuccess = R.struct((o) => ({ nonce: decodeApiKeyValue(o.nonce, "nonce") }))

const sendSignInCodePayload = R.struct((o) => ({
  email: strictEmail(o.email, "email"),
  callback_url: absoluteUrl(o.callbackUrl, "callbackUrl"),
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

/** Mail a sign-in link. */
export const sendSignInCode: Endpoint<
  {
    readonly payload: {
      readonly email: string
      readonly callbackUrl: string
      readonly botChallengeToken?: string | undefined
      readonly botChallengePhase?: "invisible" | "visible" | undefined
      readonly botChallengeUnavailable?: "true" | undefined
    }
  },
  { readonly nonce: Redacted.Redacted },
  | UserWithEmailAlreadyExists
  | SignUpNotEnabled
  | RedirectUrlNotWhitelisted
  | MagicLinkNotEnabled
  | SignUpRejected
  | BotChallengeRequired
  | BotChallengeFailed,
  "client"
> = {
  name: "sendSignInCode",
  method: "POST",
  path: "/auth/otp/send-sign-in-code",
  level: "client",
  levelErrors: clientErrors,
  payload: sendSignInCodePayload,
  success: sendSignInCodeSuccess,
  errors: [
    userWithEmailAlreadyExists,
    signUpNotEnabled,
    redirectUrlNotWhitelisted,
    signUpRejected,
    botChallengeRequired,
    botChallengeFailed
  ],
  textErrors: [magicLink]
}

const signInWithCodePayload = R.struct((o) => ({ code: encodeCode(o.code, "code") }))

/** Sign in with a mailed code. */
export const signInWithCode: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted } },
  SignInOrUp,
  | VerificationCodeNotFound
  | VerificationCodeExpired
  | VerificationCodeAlreadyUsed
  | VerificationCodeMaxAttemptsReached
  | UserWithEmailAlreadyExists
  | SignUpNotEnabled
  | SignUpRejected
  | MultiFactorAuthenticationRequired,
  "client"
> = {
  name: "signInWithCode",
  method: "POST",
  path: "/auth/otp/sign-in",
  level: "client",
  levelErrors: clientErrors,
  payload: signInWithCodePayload,
  success: decodeSignInOrUp,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached,
    userWithEmailAlreadyExists,
    signUpNotEnabled,
    signUpRejected,
    multiFactorAuthenticationRequired
  ]
}

/** Check a sign-in code. */
export const checkSignInCode: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted } },
  void,
  VerificationCodeNotFound | VerificationCodeExpired | VerificationCodeAlreadyUsed | VerificationCodeMaxAttemptsReached,
  "client"
> = {
  name: "checkSignInCode",
  method: "POST",
  path: "/auth/otp/sign-in/check-code",
  level: "client",
  levelErrors: clientErrors,
  payload: signInWithCodePayload,
  success: decodeCodeIsValid,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached
  ]
}
