/** The JSON of WebAuthn ceremonies, as in the W3C specification, level 3, so that any WebAuthn library can use it. */
import * as Schema from "effect/Schema"

const rest = [Schema.Record(Schema.String, Schema.Json)] as const

// The placeholder for the host name of the page, which only the client knows (docs/protocol/sign-in.md#passkeys). With
// any other text the service could choose the host of the passkey.
const RelyingPartyId = Schema.String.check(
  Schema.isPattern(/^THIS_VALUE_WILL_BE_REPLACED\.example\.com$/, { expected: "the placeholder" })
)

// In base64url, 1 byte is 2 characters and 64 bytes are 86.
const UserHandle = Schema.String.check(
  Schema.isPattern(/^([\w-]{4}){0,20}[\w-]{2,4}$|^([\w-]{4}){21}[\w-]{2}$/, {
    expected: "1 to 64 bytes as base64url"
  })
)

/** The options to create a passkey; `rp.id` is a placeholder that the client replaces with its host name. */
export const RegistrationOptions = Schema.StructWithRest(
  Schema.Struct({
    challenge: Schema.String,
    rp: Schema.Struct({ name: Schema.String, id: RelyingPartyId }),
    user: Schema.Struct({ id: UserHandle, name: Schema.String, displayName: Schema.String }),
    pubKeyCredParams: Schema.Array(Schema.Struct({ alg: Schema.Finite, type: Schema.Literal("public-key") }))
  }),
  rest
)
/** The options to create a passkey. */
export type RegistrationOptions = typeof RegistrationOptions.Type

/** The options to sign in with a passkey; `rpId` is a placeholder that the client replaces with its host name. */
export const AuthenticationOptions = Schema.StructWithRest(
  Schema.Struct({ challenge: Schema.String, rpId: RelyingPartyId }),
  rest
)
/** The options to sign in with a passkey. */
export type AuthenticationOptions = typeof AuthenticationOptions.Type

const credentialFields = {
  id: Schema.String,
  rawId: Schema.String,
  type: Schema.Literal("public-key"),
  /** JSON, by the rules of each extension. */
  clientExtensionResults: Schema.Unknown,
  authenticatorAttachment: Schema.optional(Schema.String)
}

/** The response of an authenticator that created a passkey. */
export class RegistrationResponse extends Schema.Opaque<RegistrationResponse>()(
  Schema.Struct({
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
) {}

/** The response of an authenticator that signed the challenge. */
export class AuthenticationResponse extends Schema.Opaque<AuthenticationResponse>()(
  Schema.Struct({
    ...credentialFields,
    response: Schema.Struct({
      clientDataJSON: Schema.String,
      authenticatorData: Schema.String,
      signature: Schema.String,
      userHandle: Schema.optional(Schema.String)
    })
  })
) {}
