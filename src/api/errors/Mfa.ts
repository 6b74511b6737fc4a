/** The second factor: the schemas of the errors of `domain/errors/Mfa.ts`. */
import * as Errors from "../../domain/errors/Mfa.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"
import { VerificationCode } from "../schema/Secrets.ts"

export const { InvalidTotpCode, MultiFactorAuthenticationRequired } = makeSchemas(Errors, {
  MultiFactorAuthenticationRequired: { attemptCode: VerificationCode }
})
