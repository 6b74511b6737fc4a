/**
 * The first step of every flow that leaves the app and returns to the OAuth callback page
 * (docs/protocol/oauth.md#started-flows).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Urls from "../app/Urls.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { parseUrl } from "../domain/url/AbsoluteUrl.ts"
import type { KnownPage } from "../domain/url/HandlerUrls.ts"
import { resolveTrusted } from "../domain/url/TrustedTarget.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import { Navigation, withoutParameters } from "../platform/page/Navigation.ts"
import { type OAuthFlow, OAuthFlows } from "../platform/page/OAuthFlows.ts"
import { UntrustedRedirect, waitMillis } from "../platform/page/Redirector.ts"
import * as Pkce from "./internal/Pkce.ts"

export interface Returning {
  /** The callback page. Default: the OAuth callback page of the app. */
  readonly redirectUrl?: string | undefined
  /** The page of this app to redirect to afterwards. */
  readonly afterCallbackRedirectUrl?: string | undefined
}

/** The option as an absolute URL, else the page of the app. */
export const resolve = Effect.fnUntraced(function* (
  app: ClientApp["Service"],
  option: string,
  explicit: string | undefined,
  page: KnownPage
) {
  const text = yield* Urls.makeCallback(app, option, explicit, page)
  const base = yield* Urls.findBase(app)
  return parseUrl(text, base) ?? (yield* new InvalidOption({ option, problem: "it is not a URL" }))
})

/** The page to return to, as an absolute URL. It is checked again when the answer names it. */
const resolveAfterCallback = Effect.fnUntraced(function* (app: ClientApp["Service"], page: string | undefined) {
  if (page === undefined) return undefined
  const base = yield* Urls.findBase(app)
  const target = base === undefined ? undefined : resolveTrusted(page, base)
  return target === undefined ? yield* new UntrustedRedirect() : target.href
})

/** A flow that is not stored yet; `keep` stores it until its answer comes. */
export const prepare = Effect.fnUntraced(function* (app: ClientApp["Service"], options: Returning) {
  const page = yield* resolve(app, "redirectUrl", options.redirectUrl, "oauthCallback")
  const afterCallbackRedirectUrl = yield* resolveAfterCallback(app, options.afterCallbackRedirectUrl)
  const callback = withoutParameters(page, ["code", "state"])
  // The service drops the fragment, and both sides must name the same URL.
  callback.hash = ""
  const redirectUri = callback.href
  const state = yield* Pkce.randomText
  const verifier = yield* Pkce.randomText
  const codeChallenge = yield* Pkce.makeChallenge(verifier)
  const keep = Effect.fnUntraced(function* (
    flow: Pick<OAuthFlow, "provider" | "type"> & Partial<Pick<OAuthFlow, "redirectUri">>
  ) {
    const flows = yield* OAuthFlows
    yield* flows.add(state, {
      redirectUri,
      ...flow,
      verifier: Redacted.make(verifier),
      projectId: app.project.projectId,
      apiUrl: app.project.apiUrl,
      startedAtMillis: yield* Clock.currentTimeMillis
    })
  })
  return { redirectUri, afterCallbackRedirectUrl, state, codeChallenge, keep }
})

/** Leaves for another site, then waits while the page unloads. Does nothing without a navigator. */
export const leave = Effect.fnUntraced(function* (url: string, options = { replace: false }) {
  const navigation = yield* Navigation
  if (navigation.leave === undefined) return
  yield* navigation.leave(url, options)
  yield* Effect.sleep(waitMillis)
})
