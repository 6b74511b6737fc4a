/**
 * What passkey ceremonies use of their library. Loaded on demand as a whole, so
 * it names what is needed: bundlers leave the rest of the library out.
 */
export {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError
} from "@simplewebauthn/browser"
