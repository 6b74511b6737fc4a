/** The second factor: the schemas of the errors of `domain/errors/Mfa.ts`. */
import * as Errors from "../../domain/errors/Mfa.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"
import { VerificationCode } from "../schema/Secrets.ts"

export const { InvalidTotpCode } = makePlainSchemas(Errors)

/** Schema of {@link Errors.MultiFactorAuthenticationRequired}. */
export const MultiFactorAuthenticationRequired = KnownErrorSchema(Errors.MultiFactorAuthenticationRequired, {
  attemptCode: VerificationCode
})
