/** Verification codes: the schemas of the errors of `domain/errors/VerificationCode.ts`. */
import * as Errors from "../../domain/errors/VerificationCode.ts"
import { makePlainSchemas } from "../schema/KnownErrorSchema.ts"

export const {
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached
} = makePlainSchemas(Errors)

/** The schemas of {@link Errors.VerificationCodeError}. */
export const VerificationCodeError = [
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached
] as const
