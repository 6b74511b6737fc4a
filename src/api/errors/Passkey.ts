/** Passkeys: the schemas of the errors of `domain/errors/Passkey.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Passkey.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"

export const { PasskeyRegistrationFailed, PasskeyAuthenticationFailed } = makePlainSchemas(Errors)

/** Schema of {@link Errors.PasskeyWebAuthnError}. */
export const PasskeyWebAuthnError = KnownErrorSchema(Errors.PasskeyWebAuthnError, {
  message: Schema.String,
  code: Schema.String
})
