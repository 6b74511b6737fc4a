/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type { Empty } from "../../api/Input.ts"
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse
} from "../../api/schema/Passkey.ts"
import type { SignInOrUp } from "../../api/schema/Tokens.ts"
import type { MultiFactorAuthenticationRequired } from "../../domain/errors/Mfa.ts"
import type { PasskeyAuthenticationFailed, PasskeyRegistrationFailed } from "../../domain/errors/Passkey.ts"
import type { PasskeyAuthenticationNotEnabled } from "../../domain/errors/Users.ts"
import type {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../domain/errors/VerificationCode.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors } from "./Access.ts"
import { multiFactorAuthenticationRequired } from "./errors/Mfa.ts"
import { passkeyAuthenticationFailed, passkeyRegistrationFailed } from "./errors/Passkey.ts"
import { passkeyAuthenticationNotEnabled } from "./errors/Users.ts"
import {
  verificationCodeAlreadyUsed,
  verificationCodeExpired,
  verificationCodeMaxAttemptsReached,
  verificationCodeNotFound
} from "./errors/VerificationCode.ts"
import { empty, encodeCode } from "./Input.ts"
import {
  decodeAuthenticationOptions,
  decodeRegistrationOptions,
  encodeAuthenticationResponse,
  encodeRegistrationResponse
} from "./schema/Passkey.ts"
import { decodeApiKeyValue } from "./schema/Secrets.ts"
import { decodeSignInOrUp } from "./schema/Tokens.ts"

const startRegistrationSuccess = R.struct((o) => ({
  optionsJson: decodeRegistrationOptions(o.options_json, "options_json"),
  code: decodeApiKeyValue(o.code, "code")
}))

/** Start to register a passkey. */
export const startRegistration: Endpoint<
  { readonly payload: typeof Empty.Type },
  { readonly optionsJson: RegistrationOptions; readonly code: Redacted.Redacted },
  PasskeyAuthenticationNotEnabled,
  "client"
> = {
  name: "startRegistration",
  method: "POST",
  path: "/auth/passkey/initiate-passkey-registration",
  level: "client",
  levelErrors: clientErrors,
  payload: empty,
  success: startRegistrationSuccess,
  errors: [passkeyAuthenticationNotEnabled]
}

const registerSuccess = R.struct((o) => ({ userHandle: R.string(o.user_handle, "user_handle") }))

const registerPayload = R.struct((o) => ({
  credential: encodeRegistrationResponse(o.credential, "credential"),
  code: encodeCode(o.code, "code")
}))

/** Register a passkey. */
export const register: Endpoint<
  { readonly payload: { readonly credential: RegistrationResponse; readonly code: Redacted.Redacted } },
  { readonly userHandle: string },
  | VerificationCodeNotFound
  | VerificationCodeExpired
  | VerificationCodeAlreadyUsed
  | VerificationCodeMaxAttemptsReached
  | PasskeyAuthenticationNotEnabled
  | PasskeyAuthenticationFailed
  | PasskeyRegistrationFailed,
  "client"
> = {
  name: "register",
  method: "POST",
  path: "/auth/passkey/register",
  level: "client",
  levelErrors: clientErrors,
  payload: registerPayload,
  success: registerSuccess,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached,
    passkeyAuthenticationNotEnabled,
    passkeyAuthenticationFailed,
    passkeyRegistrationFailed
  ]
}

const startAuthenticationSuccess = R.struct((o) => ({
  optionsJson: decodeAuthenticationOptions(o.options_json, "options_json"),
  code: decodeApiKeyValue(o.code, "code")
}))

/** Start to sign in with a passkey. */
export const startAuthentication: Endpoint<
  { readonly payload: typeof Empty.Type },
  { readonly optionsJson: AuthenticationOptions; readonly code: Redacted.Redacted },
  PasskeyAuthenticationNotEnabled,
  "client"
> = {
  name: "startAuthentication",
  method: "POST",
  path: "/auth/passkey/initiate-passkey-authentication",
  level: "client",
  levelErrors: clientErrors,
  payload: empty,
  success: startAuthenticationSuccess,
  errors: [passkeyAuthenticationNotEnabled]
}

const signInWithPasskeyPayload = R.struct((o) => ({
  authentication_response: encodeAuthenticationResponse(o.authenticationResponse, "authenticationResponse"),
  code: encodeCode(o.code, "code")
}))

/** Sign in with a passkey. */
export const signInWithPasskey: Endpoint<
  { readonly payload: { readonly authenticationResponse: AuthenticationResponse; readonly code: Redacted.Redacted } },
  SignInOrUp,
  | VerificationCodeNotFound
  | VerificationCodeExpired
  | VerificationCodeAlreadyUsed
  | VerificationCodeMaxAttemptsReached
  | PasskeyAuthenticationNotEnabled
  | PasskeyAuthenticationFailed
  | MultiFactorAuthenticationRequired,
  "client"
> = {
  name: "signInWithPasskey",
  method: "POST",
  path: "/auth/passkey/sign-in",
  level: "client",
  levelErrors: clientErrors,
  payload: signInWithPasskeyPayload,
  success: decodeSignInOrUp,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached,
    passkeyAuthenticationNotEnabled,
    passkeyAuthenticationFailed,
    multiFactorAuthenticationRequired
  ]
}
