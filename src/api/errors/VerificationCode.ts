/** Verification codes: the schemas of the errors of `domain/errors/VerificationCode.ts`. */
import * as Errors from "../../domain/errors/VerificationCode.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"

export const {
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached
} = makeSchemas(Errors, {})

/** The schemas of {@link Errors.VerificationCodeError}. */
export const VerificationCodeError = [
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached
] as const
