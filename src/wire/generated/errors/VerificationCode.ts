/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../../domain/errors/VerificationCode.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"

export const verificationCodeNotFound: KnownErrorEntry<VerificationCodeNotFound> = { Class: VerificationCodeNotFound }

export const verificationCodeExpired: KnownErrorEntry<VerificationCodeExpired> = { Class: VerificationCodeExpired }

export const verificationCodeAlreadyUsed: KnownErrorEntry<VerificationCodeAlreadyUsed> = {
  Class: VerificationCodeAlreadyUsed
}

export const verificationCodeMaxAttemptsReached: KnownErrorEntry<VerificationCodeMaxAttemptsReached> = {
  Class: VerificationCodeMaxAttemptsReached
}
