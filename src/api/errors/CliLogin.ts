/** Command-line login: the schemas of the errors of `domain/errors/CliLogin.ts`. */
import * as Errors from "../../domain/errors/CliLogin.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"

export const { CliAuthError, CliAuthExpiredError, CliAuthUsedError, InvalidPollingCodeError } = makeSchemas(Errors, {})
