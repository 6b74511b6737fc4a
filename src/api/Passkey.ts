/** Passkeys: registering one, and signing in with it (docs/protocol/sign-in.md#passkeys). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { MultiFactorAuthenticationRequired } from "./errors/Mfa.ts"
import { PasskeyAuthenticationFailed, PasskeyRegistrationFailed } from "./errors/Passkey.ts"
import { PasskeyAuthenticationNotEnabled } from "./errors/Users.ts"
import { VerificationCodeError } from "./errors/VerificationCode.ts"
import { Code, Empty } from "./Input.ts"
import {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse
} from "./schema/Passkey.ts"
import { VerificationCode } from "./schema/Secrets.ts"
import { SignInOrUp } from "./schema/Tokens.ts"
import { WireStruct } from "./schema/WireStruct.ts"

/** Returns the options to create a passkey for the signed-in user, valid for 65 seconds. */
export const startRegistration = Endpoint.client.post(
  "startRegistration",
  "/auth/passkey/initiate-passkey-registration",
  {
    summary: "Start to register a passkey",
    payload: Empty,
    success: WireStruct({ optionsJson: RegistrationOptions, code: VerificationCode }),
    error: PasskeyAuthenticationNotEnabled
  }
)

/** Registers what the authenticator created, in place of any earlier passkey of the user. */
export const register = Endpoint.client.post("register", "/auth/passkey/register", {
  summary: "Register a passkey",
  payload: WireStruct({ credential: RegistrationResponse, code: Code }),
  success: WireStruct({ userHandle: Schema.String }),
  error: [
    ...VerificationCodeError,
    PasskeyAuthenticationNotEnabled,
    PasskeyAuthenticationFailed,
    PasskeyRegistrationFailed
  ]
})

/** Returns the options to sign in with a passkey, valid for 65 seconds. */
export const startAuthentication = Endpoint.client.post(
  "startAuthentication",
  "/auth/passkey/initiate-passkey-authentication",
  {
    summary: "Start to sign in with a passkey",
    payload: Empty,
    success: WireStruct({ optionsJson: AuthenticationOptions, code: VerificationCode }),
    error: PasskeyAuthenticationNotEnabled
  }
)

/** Signs in with what the authenticator signed. */
export const signInWithPasskey = Endpoint.client.post("signInWithPasskey", "/auth/passkey/sign-in", {
  summary: "Sign in with a passkey",
  payload: WireStruct({ authenticationResponse: AuthenticationResponse, code: Code }),
  success: SignInOrUp,
  error: [
    ...VerificationCodeError,
    PasskeyAuthenticationNotEnabled,
    PasskeyAuthenticationFailed,
    MultiFactorAuthenticationRequired
  ]
})

/** Passkeys. */
export class PasskeyGroup extends HttpApiGroup.make("passkey")
  .add(startRegistration, register, startAuthentication, signInWithPasskey)
  .prefix(Endpoint.root) {}
