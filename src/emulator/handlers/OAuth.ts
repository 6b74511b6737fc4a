/** Sign-in with a provider (docs/protocol/oauth.md). */
import { signInWithAppleToken } from "./AppleSignIn.ts"
import { authorizeCrossDomain } from "./CrossDomain.ts"
import { callback, callbackForm } from "./OAuthCallback.ts"
import { authorize } from "./OAuthStart.ts"
import { token } from "./OAuthToken.ts"

export const routes = [authorize, callback, callbackForm, signInWithAppleToken, authorizeCrossDomain, token]
