/**
 * The exports of `@simplewebauthn/browser` that are used. This module is loaded on demand; bundlers drop the other
 * exports.
 */
export {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError
} from "@simplewebauthn/browser"
