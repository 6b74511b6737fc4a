/**
 * Sign-in with a provider, and linking a provider to the current user (docs/protocol/oauth.md#start).
 *
 * A flow leaves the app and returns to the OAuth callback page, possibly in another tab and up to an hour later. The
 * data of started flows is in `OAuthFlows`. An answer is accepted once, and only by the user agent that started the
 * flow.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { asClient, asUser } from "../app/AsClient.ts"
import { orNotSupported } from "../app/OrNotSupported.ts"
import * as ProviderInput from "../app/ProviderInput.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import { apiRoot } from "../domain/url/ApiRoot.ts"
import { resolveTrusted } from "../domain/url/TrustedTarget.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import * as EndpointCodec from "../http/EndpointCodec.ts"
import * as StartedFlow from "../oauth/StartedFlow.ts"
import * as BotChallenge from "../platform/page/BotChallenge.ts"
import { Navigation } from "../platform/page/Navigation.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import { Session } from "../session/Session.ts"
import * as SignIn from "../session/SignIn.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import * as MfaWire from "../wire/generated/Mfa.ts"
import * as Wire from "../wire/generated/OAuth.ts"

export {
  /**
   * Finishes a sign-in on the OAuth callback page: signs in, then redirects to the page that the flow named, else to
   * the after-sign-up page for a new user or the after-sign-in page. An answer is accepted at most once, within an hour
   * of the start.
   *
   * The code works once, so the exchange continues if the caller is interrupted, such as by a component that React
   * mounts twice, until the session's layer ends. Afterwards a user who has left the page is not redirected. A later
   * sign-in or sign-out takes its place, as with any sign-in.
   *
   * Fails with a `PageError` if the service has turned the user away (that of 2025-06 sends them to the error page
   * instead: {@link pageError}), such as `OAuthProviderAccessDenied` if they refused, whose message may be a
   * stranger's; with `InvalidAuthorizationCode` for a used or expired code; with the errors of the second factor like
   * `Password.signIn` (`InvalidTotpCode` is also reported to the `Notifier`); and with `RequestRefused` of reason
   * `UnsupportedError` for an answer that this version does not know.
   */
  callback,
  type CallbackOptions,
  type CallbackResult
} from "../oauth/OAuthCallback.ts"

export {
  /**
   * The error in the URL of the error page, or null without an error. The current service sends users there only if it
   * does not trust the callback page any more; `OAuth.callback` fails with the same errors. It is a value, not a
   * failure. Anyone can write such a URL, so show the message as plain text, and make no decision by it.
   */
  pageError,
  type PageError
} from "../oauth/OAuthErrorPage.ts"

/** The options of `start` and `link`. */
export interface OAuthOptions {
  /** The provider's id, such as `github`. */
  readonly provider: string
  /** Scopes to request, in addition to the app's `oauthScopesOnSignIn`. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** The callback page. Default: the OAuth callback page of the app. */
  readonly redirectUrl?: string | undefined
  /** The page for failed sign-ins. Default: the error page of the app. */
  readonly errorRedirectUrl?: string | undefined
  /** The page of this app to redirect to afterwards. */
  readonly afterCallbackRedirectUrl?: string | undefined
}

type AuthorizeRequest = Endpoint.Input<typeof Wire.authorize>

/** A flow that is not stored yet: its request for a user's token, and `keep`, which stores it. */
const prepare = Effect.fnUntraced(function* (
  app: ClientApp["Service"],
  options: OAuthOptions,
  type: "authenticate" | "link"
) {
  const provider = yield* ProviderInput.check(options.provider)
  const flow = yield* StartedFlow.prepare(app, options)
  const errorRedirectUrl = yield* StartedFlow.resolve(app, "errorRedirectUrl", options.errorRedirectUrl, "error")
  const scopes = new Set([...findScopesOnSignIn(app, provider), ...(options.scopes ?? [])])
  const makeRequest = (token: Redacted.Redacted | undefined): AuthorizeRequest => ({
    params: { provider },
    query: {
      clientId: app.project.projectId,
      clientSecret: app.oauthClientSecret,
      redirectUri: flow.redirectUri,
      scope: "legacy",
      state: flow.state,
      grantType: "authorization_code",
      codeChallenge: flow.codeChallenge,
      codeChallengeMethod: "S256",
      responseType: "code",
      type,
      token,
      providerScope: scopes.size === 0 ? undefined : [...scopes].join(" "),
      errorRedirectUrl: errorRedirectUrl.href,
      afterCallbackRedirectUrl: flow.afterCallbackRedirectUrl
    }
  })
  return { makeRequest, keep: flow.keep({ provider, type }) }
})

/** The URL of a request for a navigation, which does not report a refusal. */
const authorizeUrl = (app: ClientApp["Service"], request: AuthorizeRequest): string =>
  `${app.project.apiUrl}${apiRoot}${Result.getOrThrow(EndpointCodec.encode(Wire.authorize, request)).path}`

/**
 * Asks where a request leads, to learn of a refusal. The service of 2025-06 does not know the question: it refuses it,
 * or answers with the redirect itself. Then the browser has to navigate to the request.
 */
const locate = (app: ClientApp["Service"], request: AuthorizeRequest, proof: BotChallenge.Proof = {}) => {
  const { params, query } = request
  const answer = app.call(Wire.locateProvider, { params, query: { ...query, ...proof, stackResponseMode: "json" } })
  const makeAuthorizationUrl = () => Effect.sync(() => authorizeUrl(app, request))
  return Effect.map(answer, ({ location }) => location).pipe(
    orNotSupported("stack_response_mode"),
    Effect.catchTag("NotSupportedByService", makeAuthorizationUrl),
    Effect.catchReason("TransportError", "UnexpectedRedirect", makeAuthorizationUrl)
  )
}

const findScopesOnSignIn = (app: ClientApp["Service"], provider: string): ReadonlyArray<string> =>
  Object.hasOwn(app.oauthScopesOnSignIn, provider) ? (app.oauthScopesOnSignIn[provider] ?? []) : []

/**
 * Starts a sign-in with a provider: asks the service for the provider's page, navigates to it, and returns its URL. If
 * redirects are off, the app opens the URL itself, within 10 minutes. The callback page then calls {@link callback}.
 *
 * If the service refuses, this fails and the user stays on the page. The service of 2025-06 cannot be asked: there the
 * URL is the service's own, and the browser shows a refusal. A guest goes through the service's own URL as in
 * {@link link} (docs/protocol/threats.md#accounts-linked-by-somebody-else).
 *
 * Fails with `OAuthProviderNotFoundOrNotEnabled`, `OAuthExtraScopeNotAvailableWithSharedOAuthKeys`,
 * `RedirectUrlNotWhitelisted` for a page that the project does not trust, `BotChallengeFailed` of an app with a
 * `BotChallenge`, `InvalidOption` for an invalid provider id or URL, `UntrustedRedirect` for an
 * `afterCallbackRedirectUrl` of another site, `OAuthFlowsUnavailable` if cookies are refused, and `CryptoUnavailable`
 * on pages that are neither https nor on localhost.
 */
export const start = asClient.write("OAuth.start", [Wire.authorize, Wire.locateProvider], { changes: [] })(function* (
  options: OAuthOptions
) {
  const { app } = yield* Session
  const { keep, makeRequest } = yield* prepare(app, options, "authenticate")
  const { navigationUrl, url } = yield* BotChallenge.prove("oauth_authenticate", (proof) =>
    AuthorizedTransport.sendAsAnonymous((anonymous) => {
      const request = makeRequest(anonymous?.accessToken)
      // The service makes the guest a user in its callback, so its cookie has to tie the flow to this browser; but a
      // proof counts once, and the question has spent it.
      const isTied = anonymous !== undefined && Object.keys(proof).length === 0
      return Effect.map(locate(app, request, proof), (located) => ({
        url: located,
        navigationUrl: isTied ? authorizeUrl(app, request) : located
      }))
    })
  )
  yield* keep
  yield* StartedFlow.leave(navigationUrl)
  return url
})

/**
 * Links a provider to the current user, or requests further scopes of a linked one. By default the user returns to the
 * current page afterwards. Fails like {@link start}, and with `UserAuthenticationRequired` when nobody is signed in.
 *
 * This asks the service whether it would refuse, and still navigates there: the service links the account before this
 * page knows, so its own cookie has to tie the flow to this browser (docs/decisions/0016-providers-in-the-client.md).
 *
 * The URL contains an access token: use it for navigation only, and do not log or store it. Serve the app with
 * `Referrer-Policy: strict-origin-when-cross-origin` or less.
 */
export const link = asUser.write("OAuth.link", [Wire.authorize, Wire.locateProvider], { changes: [] })(function* (
  options: OAuthOptions
) {
  const { app } = yield* Session
  const currentUrl = yield* Effect.flatMap(Navigation, (navigation) => navigation.current)
  const backHere = currentUrl === undefined ? undefined : resolveTrusted(currentUrl.href, currentUrl)?.href
  const { keep, makeRequest } = yield* prepare(
    app,
    { ...options, afterCallbackRedirectUrl: options.afterCallbackRedirectUrl ?? backHere },
    "link"
  )
  const url = yield* AuthorizedTransport.sendAsUser(({ accessToken }) => {
    const request = makeRequest(accessToken)
    return Effect.as(locate(app, request), authorizeUrl(app, request))
  })
  yield* keep
  yield* StartedFlow.leave(url)
  return Redacted.make(url)
})

/**
 * Signs in with the identity token that an app on a device has from Apple, such as the `identityToken` of iOS. The user
 * does not leave the page. The project names the app's bundle id in its provider Apple.
 *
 * Returns a `SignInResult`, and otherwise works like a sign-in in a browser: a new account signs up, a signed-in guest
 * keeps the id, and the second factor works as in `Password.signIn`.
 *
 * Fails with `InvalidAppleCredentials` for a token that is not for this app or has expired. Fails with
 * `AppleBundleIdNotConfigured` or `OAuthProviderNotFoundOrNotEnabled` if the project is not set up for it. Fails with
 * `OAuthProviderTemporarilyUnavailable` if Apple cannot be reached, and with `NotSupportedByService` in 2025-06.
 */
export const signInWithAppleToken = asClient.write(
  "OAuth.signInWithAppleToken",
  [Wire.signInWithAppleToken, MfaWire.signInWithTotp],
  { changes: [] }
)((input: { readonly idToken: SecretInput } & SignIn.SignInOptions) =>
  SignIn.run(SignIn.callSignUp(Wire.signInWithAppleToken, { payload: { idToken: fromInput(input.idToken) } }), input)
)
