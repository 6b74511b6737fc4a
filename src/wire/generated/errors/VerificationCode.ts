/** Compiled from the schemas of `src/api` by `npm run wire`: change those, not this. */
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../../domain/errors/VerificationCode.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"

export const verificationCodeNotFound: KnownErrorEntry = { Class: VerificationCodeNotFound }

export const verificationCodeExpired: KnownErrorEntry = { Class: VerificationCodeExpired }

export const verificationCodeAlreadyUsed: KnownErrorEntry = { Class: VerificationCodeAlreadyUsed }

export const verificationCodeMaxAttemptsReached: KnownErrorEntry = { Class: VerificationCodeMaxAttemptsReached }
