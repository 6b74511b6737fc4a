/** Sign-in with a provider in the system's browser, and with Apple's own dialog. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { asClient, asUser } from "../app/AsClient.ts"
import * as OAuth from "../client/OAuth.ts"
import * as StartedFlow from "../oauth/StartedFlow.ts"
import { Session } from "../session/Session.ts"
import type * as SignIn from "../session/SignIn.ts"
import * as MfaWire from "../wire/generated/Mfa.ts"
import * as Wire from "../wire/generated/OAuth.ts"
import { device, SignInCancelled } from "./Device.ts"

/** The options of `signInWithProvider` and `linkProvider`. */
export interface ProviderOptions {
  /** The provider's id, such as `github`. */
  readonly provider: string
  /** Scopes to request, in addition to the app's `oauthScopesOnSignIn`. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** Where the browser returns to. Default: `urls.oauthCallback` of the app. */
  readonly redirectUrl?: string | undefined
}

/** The endpoints that a sign-in in the browser may call, and the resources that it changes. */
const endpoints = [Wire.authorize, Wire.locateProvider, Wire.exchangeCode, MfaWire.signInWithTotp]
const changes = ["users", "connectedAccounts"] as const

const returnUrl = Effect.fnUntraced(function* ({ redirectUrl }: ProviderOptions) {
  const { app } = yield* Session
  return (yield* StartedFlow.resolve(app, "redirectUrl", redirectUrl, "oauthCallback")).href
})

/** Goes through the browser, and finishes the flow with the URL by which it came back. */
const browse = Effect.fnUntraced(function* (
  url: string,
  options: ProviderOptions,
  callbackOptions: SignIn.SignInOptions
) {
  const phone = yield* device
  const back = yield* phone.browse(url, yield* returnUrl(options))
  const result = yield* OAuth.callback({ ...callbackOptions, url: back, provider: options.provider })
  return result === "ignored" ? yield* new SignInCancelled() : result
})

/**
 * Signs in with a provider: opens its page in the system's browser, and finishes the sign-in when the browser comes
 * back. A new user is signed up, and a signed-in guest becomes the user, as in `OAuth.callback`. Returns a
 * `SignInResult`.
 *
 * Fails with `SignInCancelled` if the user closes the browser, or it comes back without an answer, with
 * `DeviceUnavailable` if it cannot be opened, and otherwise like `OAuth.start` and `OAuth.callback`.
 *
 * @example
 * ```tsx
 * const signIn = useAction(signInWithProvider)
 * <Button title="GitHub" disabled={signIn.isPending} onPress={() => signIn.run({ provider: "github" })} />
 * ```
 */
export const signInWithProvider = asClient.write("Expo.signInWithProvider", endpoints, { changes })(function* (
  options: ProviderOptions & SignIn.SignInOptions
) {
  // Before anything is asked: an app without a browser would leave a flow behind.
  yield* device
  const result = yield* browse(yield* OAuth.start(options), options, options)
  return result as Exclude<typeof result, "linked">
})

/**
 * Adds a provider to the current user, or requests further scopes of a linked one. Fails like
 * {@link signInWithProvider}, and with `UserAuthenticationRequired` when nobody is signed in.
 *
 * @example
 * ```tsx
 * const link = useAction(linkProvider)
 * <Button title="Connect GitHub" onPress={() => link.run({ provider: "github", scopes: ["repo"] })} />
 * ```
 */
export const linkProvider = asUser.write("Expo.linkProvider", endpoints, { changes })(function* (
  options: ProviderOptions
) {
  yield* device
  yield* browse(Redacted.value(yield* OAuth.link(options)), options, { noRedirect: true })
})

/**
 * Signs in with Apple's own dialog, on iOS, without a browser. The project names the app's bundle id in its provider
 * Apple, and the app was made with `appleAuthentication`.
 *
 * Returns a `SignInResult`. Fails with `SignInCancelled` if the user closes the dialog, with `DeviceUnavailable` where
 * there is none, such as on Android, and otherwise like `OAuth.signInWithAppleToken`.
 *
 * @example
 * ```tsx
 * const signIn = useAction(signInWithApple)
 * <Button title="Continue with Apple" onPress={() => signIn.run()} />
 * ```
 */
export const signInWithApple = asClient.write(
  "Expo.signInWithApple",
  [Wire.signInWithAppleToken, MfaWire.signInWithTotp],
  { changes }
)(function* (options: SignIn.SignInOptions = {}) {
  const { appleIdToken } = yield* device
  return yield* OAuth.signInWithAppleToken({ ...options, idToken: yield* appleIdToken })
})
