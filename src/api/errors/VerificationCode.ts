/**
 * Verification codes: the schemas of the errors of `domain/errors/VerificationCode.ts`.
 */
import * as Errors from "../../domain/errors/VerificationCode.ts"
import { KnownErrorSchema } from "../schema/KnownErrorSchema.ts"

/** Schema of {@link Errors.VerificationCodeNotFound}. */
export const VerificationCodeNotFound = KnownErrorSchema(Errors.VerificationCodeNotFound)

/** Schema of {@link Errors.VerificationCodeExpired}. */
export const VerificationCodeExpired = KnownErrorSchema(Errors.VerificationCodeExpired)

/** Schema of {@link Errors.VerificationCodeAlreadyUsed}. */
export const VerificationCodeAlreadyUsed = KnownErrorSchema(Errors.VerificationCodeAlreadyUsed)

/** Schema of {@link Errors.VerificationCodeMaxAttemptsReached}. */
export const VerificationCodeMaxAttemptsReached = KnownErrorSchema(Errors.VerificationCodeMaxAttemptsReached)

/** The schemas of {@link Errors.VerificationCodeError}. */
export const VerificationCodeError = [
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached
] as const
