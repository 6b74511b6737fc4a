/**
 * Continues at another domain of the same project, with the same session (docs/protocol/oauth.md#other-domains).
 *
 * Two domains share no cookies. The domain without a session acts as an OAuth client, and a page of the domain where
 * the user is signed in acts as the authorization endpoint. `start` goes there, `authorize` hands the session on, and
 * `OAuth.callback` of the first domain completes it.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { asClient, asUser } from "../app/AsClient.ts"
import * as Urls from "../app/Urls.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { isWebUrl, parseUrl } from "../domain/url/AbsoluteUrl.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import * as CrossDomainHandoff from "../oauth/CrossDomainHandoff.ts"
import { InvalidCrossDomainRequest } from "../oauth/CrossDomainHandoff.ts"
import * as StartedFlow from "../oauth/StartedFlow.ts"
import { Navigation, urlOrCurrent, withoutParameters } from "../platform/page/Navigation.ts"
import { Session } from "../session/Session.ts"
import * as Wire from "../wire/generated/OAuth.ts"

export { InvalidCrossDomainRequest, SessionNotTransferable } from "../oauth/CrossDomainHandoff.ts"

/** The pages to come back to; both have a default. */
export interface StartOptions {
  /** The callback page. Default: the OAuth callback page of the app. */
  readonly redirectUrl?: string | undefined
  /** The page of this app to redirect to afterwards. */
  readonly afterCallbackRedirectUrl?: string | undefined
}

/** The page of the other domain, where the user is signed in. */
const findOtherPage = Effect.fnUntraced(function* (app: ClientApp["Service"]) {
  const currentUrl = yield* Urls.findBase(app)
  const { crossDomain } = app.urls
  const page = isWebUrl(crossDomain) ? new URL(crossDomain) : undefined
  if (page !== undefined && page.origin !== currentUrl?.origin) return page
  return yield* new InvalidOption({
    option: "urls.crossDomain",
    problem: "must be the URL of a page of another origin"
  })
})

/**
 * Goes to the domain where the user is signed in, or signs in there first: to `urls.crossDomain`, a page that calls
 * {@link authorize}. From there the user returns to the OAuth callback page of this app, where `OAuth.callback` signs
 * them in, with the same session. Signing out at one domain ends it at both. Answers the URL, which the app opens
 * itself if redirects are off.
 *
 * Nothing is sent, so that a page may call it at once for who is signed out; but only once, for the user may return
 * without having signed in.
 *
 * Fails with `InvalidOption` if `urls.crossDomain` is not a page of another origin, and otherwise like `OAuth.start`
 * before that asks the service.
 */
export const start = asClient.write("CrossDomain.start", [], { changes: [] })(function* (options: StartOptions = {}) {
  const { app } = yield* Session
  const url = yield* findOtherPage(app)
  const flow = yield* StartedFlow.prepare(app, options)
  url.searchParams.set("redirect_uri", flow.redirectUri)
  url.searchParams.set("state", flow.state)
  url.searchParams.set("code_challenge", flow.codeChallenge)
  url.searchParams.set("code_challenge_method", "S256")
  if (flow.afterCallbackRedirectUrl !== undefined) {
    url.searchParams.set("after_callback_redirect_url", flow.afterCallbackRedirectUrl)
  }
  yield* flow.keep({ provider: url.origin, type: "handoff" })
  yield* StartedFlow.leave(url.href)
  return url.href
})

/** The URL to answer, and the callback pages that may get a session. */
export interface AuthorizeOptions {
  /** The URL that the user came with. Default: the current page's, from which `state` is removed. */
  readonly url?: string | undefined
  /**
   * The callback pages that get a session, as absolute URLs; their query is not compared. Default: pages with the path
   * of this app's own OAuth callback page, on any domain that the project trusts.
   */
  readonly redirectUrls?: ReadonlyArray<string> | undefined
}

/** Reads the request from the URL, and checks everything that does not need the service. */
const readRequest = Effect.fnUntraced(function* (app: ClientApp["Service"], url: URL, options: AuthorizeOptions) {
  const read = (name: string) => url.searchParams.get(name) ?? ""
  const invalid = (problem: string) => new InvalidCrossDomainRequest({ problem })
  const redirectUri = read("redirect_uri")
  const proof = yield* CrossDomainHandoff.readProof(url)
  const target = isWebUrl(redirectUri) ? new URL(redirectUri) : undefined
  const isCallback = (candidate: URL) =>
    options.redirectUrls === undefined
      ? candidate.pathname === parseUrl(app.urls.oauthCallback, url)?.pathname
      : options.redirectUrls.some((text) => {
          const page = parseUrl(text)
          return page && CrossDomainHandoff.toOriginAndPath(page) === CrossDomainHandoff.toOriginAndPath(candidate)
        })
  if (target === undefined || !isCallback(target)) return yield* invalid("it does not lead back to a callback page")
  const afterCallbackRedirectUrl = url.searchParams.get("after_callback_redirect_url") ?? undefined
  if (afterCallbackRedirectUrl !== undefined && !isWebUrl(afterCallbackRedirectUrl)) {
    return yield* invalid("the page that it leads to is not a URL")
  }
  return { redirectUri, ...proof, afterCallbackRedirectUrl }
})

/**
 * Hands the session of the current user on to the domain from which they came by {@link start}: asks the service for a
 * code, which only that page can redeem, and goes back there with it. Returns the URL, which the app opens itself if
 * redirects are off. The URL contains a code: do not log or store it.
 *
 * The service refuses domains that the project does not trust. A trusted domain gets a session of anyone who opens the
 * link, without their consent: never call this on a page in a frame, and see
 * docs/protocol/threats.md#links-to-other-domains. This includes guests; a page that needs a user with an account asks
 * them to sign in first.
 *
 * Fails with {@link InvalidCrossDomainRequest} for a URL that is not from `start` and for an answer that leads to
 * another page, `UserAuthenticationRequired` when nobody is signed in, {@link SessionNotTransferable} without a refresh
 * token, `RedirectUrlNotWhitelisted` for a page that the project does not trust, and `NotSupportedByService` in
 * 2025-06.
 */
export const authorize = asUser.write("CrossDomain.authorize", [Wire.authorizeCrossDomain], { changes: [] })(function* (
  options: AuthorizeOptions = {}
) {
  const url = yield* urlOrCurrent(options.url)
  const { app } = yield* Session
  const { rewrite } = yield* Navigation
  if (url === undefined) return yield* new InvalidCrossDomainRequest({ problem: "there is no URL" })
  const payload = yield* readRequest(app, url, options)
  const redirectUrl = yield* CrossDomainHandoff.requestHandoff(payload)
  if (options.url === undefined) yield* rewrite(withoutParameters(url, ["state"]))
  yield* StartedFlow.leave(redirectUrl, { replace: true })
  return Redacted.make(redirectUrl)
})
