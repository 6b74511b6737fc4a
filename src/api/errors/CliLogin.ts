/**
 * Command-line login: the schemas of the errors of `domain/errors/CliLogin.ts`.
 */
import * as Errors from "../../domain/errors/CliLogin.ts"
import { KnownErrorSchema } from "../schema/KnownErrorSchema.ts"

/** Schema of {@link Errors.CliAuthError}. */
export const CliAuthError = KnownErrorSchema(Errors.CliAuthError)

/** Schema of {@link Errors.CliAuthExpiredError}. */
export const CliAuthExpiredError = KnownErrorSchema(Errors.CliAuthExpiredError)

/** Schema of {@link Errors.CliAuthUsedError}. */
export const CliAuthUsedError = KnownErrorSchema(Errors.CliAuthUsedError)

/** Schema of {@link Errors.InvalidPollingCodeError}. */
export const InvalidPollingCodeError = KnownErrorSchema(Errors.InvalidPollingCodeError)
