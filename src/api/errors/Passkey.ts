/** Passkeys: the schemas of the errors of `domain/errors/Passkey.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Passkey.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"

export const { PasskeyRegistrationFailed, PasskeyAuthenticationFailed, PasskeyWebAuthnError } = makeSchemas(Errors, {
  PasskeyWebAuthnError: { message: Schema.String, code: Schema.String }
})
