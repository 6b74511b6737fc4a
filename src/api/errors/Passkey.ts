/**
 * Passkeys: the schemas of the errors of `domain/errors/Passkey.ts`.
 */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Passkey.ts"
import { WireStruct } from "../schema/WireStruct.ts"
import { KnownErrorSchema } from "../schema/KnownErrorSchema.ts"

/** Schema of {@link Errors.PasskeyRegistrationFailed}. */
export const PasskeyRegistrationFailed = KnownErrorSchema(Errors.PasskeyRegistrationFailed)

/** Schema of {@link Errors.PasskeyWebAuthnError}. */
export const PasskeyWebAuthnError = KnownErrorSchema(
  Errors.PasskeyWebAuthnError,
  WireStruct({ message: Schema.String, code: Schema.String })
)

/** Schema of {@link Errors.PasskeyAuthenticationFailed}. */
export const PasskeyAuthenticationFailed = KnownErrorSchema(Errors.PasskeyAuthenticationFailed)
