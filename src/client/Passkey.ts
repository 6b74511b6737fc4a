/** Passkeys: registering one for the current user, and signing in with it. */
import * as Effect from "effect/Effect"
import { asClient, asUser } from "../app/AsClient.ts"
import * as Urls from "../app/Urls.ts"
import { WebAuthn, webAuthnError } from "../platform/page/WebAuthn.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import { Session } from "../session/Session.ts"
import * as SignIn from "../session/SignIn.ts"
import * as MfaWire from "../wire/generated/Mfa.ts"
import * as Wire from "../wire/generated/Passkey.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import * as CurrentUser from "./CurrentUser.ts"

/** The options of both ceremonies. */
export interface PasskeyOptions {
  /** The relying party of the passkey, a host name. Default: that of the page, else of the app's `appUrl`. */
  readonly hostname?: string | undefined
}

/** The options of a sign-in. */
export interface PasskeySignInOptions extends PasskeyOptions, SignIn.SignInOptions {
  /**
   * Offer passkeys in the suggestions of the page's field with `autocomplete="username webauthn"`, instead of asking at
   * once. It waits until the user picks one; interrupting ends it, and so does another ceremony. Ask
   * `PublicKeyCredential.isConditionalMediationAvailable()` first. Default: false.
   */
  readonly autofill?: boolean | undefined
}

/** The host name in place of the service's placeholder; a page from a file has none. */
const getRelyingParty = Effect.fnUntraced(function* (options: PasskeyOptions) {
  const { app } = yield* Session
  const base = yield* Urls.findBase(app)
  const hostname = options.hostname ?? base?.hostname
  if (hostname === undefined || hostname === "") {
    return yield* webAuthnError("ERROR_INVALID_DOMAIN", "There is no host name here that a passkey could belong to")
  }
  return hostname
})

/**
 * Registers a passkey for the current user, in place of an earlier one (docs/protocol/sign-in.md#passkeys). The user
 * has 60 seconds; interrupting ends the ceremony. A failed ceremony is a `PasskeyWebAuthnError`, whose `details.code`
 * says why.
 */
export const register = asUser.write("Passkey.register", [Wire.startRegistration, Wire.register], {
  changes: ["users"]
})(function* (options: PasskeyOptions = {}) {
  const authenticators = yield* WebAuthn
  const id = yield* getRelyingParty(options)
  const { answer, credentials } = yield* AuthorizedTransport.callWithCredentials(Wire.startRegistration, {
    payload: {}
  })
  const { code, optionsJson } = answer
  const credential = yield* authenticators.create({ ...optionsJson, rp: { ...optionsJson.rp, id } })
  // The second request goes as the same user: another one may have signed in during the ceremony.
  yield* AuthorizedTransport.callAsSameUser(Wire.register, { payload: { credential, code } }, credentials)
})

/**
 * Signs in with a passkey that the user picks, then redirects to the after-sign-in page. A failed ceremony is an error
 * as in {@link register}.
 */
export const signIn = asClient.write(
  "Passkey.signIn",
  [Wire.startAuthentication, Wire.signInWithPasskey, MfaWire.signInWithTotp],
  { changes: [] }
)(function* (options: PasskeySignInOptions = {}) {
  const authenticators = yield* WebAuthn
  const { app } = yield* Session
  const rpId = yield* getRelyingParty(options)
  const { code, optionsJson } = yield* app.call(Wire.startAuthentication, { payload: {} })
  const authenticationResponse = yield* authenticators.get(
    { ...optionsJson, rpId },
    { autofill: options.autofill ?? false }
  )
  const request = app.call(Wire.signInWithPasskey, { payload: { authenticationResponse, code } })
  yield* SignIn.run(request, options)
})

/** Removes the current user's passkey from the service; the one in the authenticator stays. */
export const remove = asUser.write("Passkey.remove", [UsersWire.updateMe], { changes: ["users"] })(
  CurrentUser.update({ passkeyAuthEnabled: false }).pipe(Effect.asVoid)
)
