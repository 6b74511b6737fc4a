/** Passkeys: known errors of the service. */
import { KnownError } from "./KnownError.ts"

/** `PASSKEY_REGISTRATION_FAILED`: Registering the passkey failed (reason is the message only). */
export class PasskeyRegistrationFailed extends KnownError("PasskeyRegistrationFailed", {
  status: 400,
  message: "The passkey could not be registered."
}) {}

/**
 * `PASSKEY_WEBAUTHN_ERROR`: The browser WebAuthn step failed (reason and WebAuthn error name); produced by the client
 * only. Never sent by the service.
 */
export class PasskeyWebAuthnError extends KnownError("PasskeyWebAuthnError", {
  code: "PASSKEY_WEBAUTHN_ERROR",
  status: 400,
  message: "The browser could not complete the passkey step."
})<{ readonly message: string; readonly code: string }> {}

/** `PASSKEY_AUTHENTICATION_FAILED`: Signing in with the passkey failed (reason is the message only). */
export class PasskeyAuthenticationFailed extends KnownError("PasskeyAuthenticationFailed", {
  status: 400,
  message: "Sign-in with the passkey failed."
}) {}
