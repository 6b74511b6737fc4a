/**
 * For an app's own server: who sends a request, and what that user may do. It
 * does not load in a browser.
 */
import * as AccessTokenVerifier from "./AccessTokenVerifier.ts"
import * as VerifiedClaims from "./VerifiedClaims.ts"

export { AccessTokenVerifier, VerifiedClaims }
export { KeysUnavailable } from "./KeySet.ts"
