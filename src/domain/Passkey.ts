/**
 * What travels for the WebAuthn ceremonies: the JSON forms of the W3C
 * specification, level 3, so that they fit any WebAuthn library.
 */
import * as Schema from "effect/Schema"

const rest = [Schema.Record(Schema.String, Schema.Json)] as const

/** What an authenticator is asked to create; `rp.id` is a placeholder that the client replaces by its host name. */
export const RegistrationOptions = Schema.StructWithRest(
  Schema.Struct({
    challenge: Schema.String,
    rp: Schema.Struct({ name: Schema.String, id: Schema.String }),
    user: Schema.Struct({ id: Schema.String, name: Schema.String, displayName: Schema.String }),
    pubKeyCredParams: Schema.Array(Schema.Struct({ alg: Schema.Finite, type: Schema.Literal("public-key") }))
  }),
  rest
)
/** What an authenticator is asked to create. */
export type RegistrationOptions = typeof RegistrationOptions.Type

/** What an authenticator is asked to sign; `rpId` is a placeholder that the client replaces by its host name. */
export const AuthenticationOptions = Schema.StructWithRest(
  Schema.Struct({ challenge: Schema.String, rpId: Schema.String }),
  rest
)
/** What an authenticator is asked to sign. */
export type AuthenticationOptions = typeof AuthenticationOptions.Type

const credentialFields = {
  id: Schema.String,
  rawId: Schema.String,
  type: Schema.Literal("public-key"),
  /** JSON, by the rules of each extension. */
  clientExtensionResults: Schema.Unknown,
  authenticatorAttachment: Schema.optional(Schema.String)
}

/** What an authenticator created. */
export const RegistrationResponse = Schema.Struct({
  ...credentialFields,
  response: Schema.Struct({
    clientDataJSON: Schema.String,
    attestationObject: Schema.String,
    authenticatorData: Schema.optional(Schema.String),
    transports: Schema.optional(Schema.Array(Schema.String)),
    publicKeyAlgorithm: Schema.optional(Schema.Finite),
    publicKey: Schema.optional(Schema.String)
  })
})
/** What an authenticator created. */
export interface RegistrationResponse extends Schema.Schema.Type<typeof RegistrationResponse> {}

/** What an authenticator signed. */
export const AuthenticationResponse = Schema.Struct({
  ...credentialFields,
  response: Schema.Struct({
    clientDataJSON: Schema.String,
    authenticatorData: Schema.String,
    signature: Schema.String,
    userHandle: Schema.optional(Schema.String)
  })
})
/** What an authenticator signed. */
export interface AuthenticationResponse extends Schema.Schema.Type<typeof AuthenticationResponse> {}
