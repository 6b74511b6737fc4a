/** Verification codes: known errors of the service. */
import * as KnownErrorFamily from "./internal/KnownErrorFamily.ts"
import { KnownError } from "./KnownError.ts"

/** `VERIFICATION_CODE_NOT_FOUND`: No such code in this project for this purpose. */
export class VerificationCodeNotFound extends KnownError("VerificationCodeNotFound", {
  status: 404,
  message: "This code does not exist."
}) {}

/** `VERIFICATION_CODE_EXPIRED`: The code is past its expiry. */
export class VerificationCodeExpired extends KnownError("VerificationCodeExpired", {
  status: 400,
  message: "This code has expired."
}) {}

/** `VERIFICATION_CODE_ALREADY_USED`: The code was consumed before. */
export class VerificationCodeAlreadyUsed extends KnownError("VerificationCodeAlreadyUsed", {
  status: 409,
  message: "This code was used already."
}) {}

/** `VERIFICATION_CODE_MAX_ATTEMPTS_REACHED`: Too many tries were made against this code. */
export class VerificationCodeMaxAttemptsReached extends KnownError("VerificationCodeMaxAttemptsReached", {
  status: 400,
  message: "This code was tried too often."
}) {}

/** Something is wrong with a verification code. Known as `VERIFICATION_ERROR` in the service's own sources. */
export const VerificationCodeError = [
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached
] as const
/** Any error of the family {@link VerificationCodeError}. */
export type VerificationCodeError = KnownErrorFamily.Member<typeof VerificationCodeError>
/** Whether a value is one of the family {@link VerificationCodeError}. */
export const isVerificationCodeError = KnownErrorFamily.guard(VerificationCodeError)
/** Handles every error of the family {@link VerificationCodeError}. */
export const catchVerificationCodeError = KnownErrorFamily.makeCatcher(VerificationCodeError)
