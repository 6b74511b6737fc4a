/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type { SignInOrUp } from "../../api/schema/Tokens.ts"
import type { InvalidTotpCode } from "../../domain/errors/Mfa.ts"
import type {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../domain/errors/VerificationCode.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors } from "./Access.ts"
import { invalidTotpCode } from "./errors/Mfa.ts"
import {
  verificationCodeAlreadyUsed,
  verificationCodeExpired,
  verificationCodeMaxAttemptsReached,
  verificationCodeNotFound
} from "./errors/VerificationCode.ts"
import { encodeCode } from "./Input.ts"
import { decodeSignInOrUp } from "./schema/Tokens.ts"

const signInWithTotpPayload = R.struct((o) => ({
  code: encodeCode(o.code, "code"),
  type: R.literal(o.type, "type", "totp"),
  totp: R.reveal(o.totp, "totp")
}))

/** Finish a sign-in with a second factor. */
export const signInWithTotp: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted; readonly type: "totp"; readonly totp: Redacted.Redacted } },
  SignInOrUp,
  | VerificationCodeNotFound
  | VerificationCodeExpired
  | VerificationCodeAlreadyUsed
  | VerificationCodeMaxAttemptsReached
  | InvalidTotpCode,
  "client"
> = {
  name: "signInWithTotp",
  method: "POST",
  path: "/auth/mfa/sign-in",
  level: "client",
  levelErrors: clientErrors,
  payload: signInWithTotpPayload,
  success: decodeSignInOrUp,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached,
    invalidTotpCode
  ]
}
