/**
 * The way to hosted pages and back (docs/protocol/oauth.md#hosted-pages). The app acts as an OAuth client of the hosted
 * pages; where its user is signed in already, it acts as their authorization endpoint.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as AccessTokenClaims from "../../domain/AccessTokenClaims.ts"
import { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { isKnownError } from "../../domain/errors/KnownError.ts"
import * as Json from "../../domain/text/Json.ts"
import { isWebUrl } from "../../domain/url/AbsoluteUrl.ts"
import type { PageName } from "../../domain/url/HandlerUrls.ts"
import { Notifier } from "../../platform/Notifier.ts"
import { currentPage, isFramed, Navigation, noNavigation, withoutParameters } from "../../platform/page/Navigation.ts"
import { PageStorage } from "../../platform/page/PageStorage.ts"
import * as Redirector from "../../platform/page/Redirector.ts"
import { Session } from "../../session/Session.ts"
import * as CrossDomainHandoff from "../CrossDomainHandoff.ts"
import * as OAuthCallback from "../OAuthCallback.ts"
import * as StartedFlow from "../StartedFlow.ts"

/** The parameters of a hosted page that signs a user in for the app. */
const handoffParameters = {
  mark: "hexclave_cross_domain_auth",
  state: "hexclave_cross_domain_state",
  codeChallenge: "hexclave_cross_domain_code_challenge",
  afterCallback: "hexclave_cross_domain_after_callback_redirect_url"
}

/** The parameters of a session that a hosted page may ask for. The service spells them both ways. */
const sessionParameters = {
  sessionId: ["stack", "hexclave"].map((brand) => `${brand}_nested_cross_domain_auth_refresh_token_id`),
  callback: ["stack", "hexclave"].map((brand) => `${brand}_nested_cross_domain_auth_callback_url`)
}

/** The parameters of a request for a session, which the service spells like OAuth. */
const requestParameters = [
  "redirect_uri",
  "state",
  "code_challenge",
  "code_challenge_method",
  "after_callback_redirect_url"
]

/** The parameters that a provider, the service or a hosted page adds to a URL to which it sends a user back. */
const responseParameters = [
  "code",
  "state",
  "error",
  "error_description",
  "errorCode",
  "message",
  "details",
  ...Object.values(handoffParameters),
  ...sessionParameters.sessionId,
  ...sessionParameters.callback
]

const returningPages: ReadonlyArray<PageName> = ["signIn", "signUp", "forgotPassword", "onboarding"]

/** A redirect that was begun: from which page, to which, and when. */
type Begun = readonly [from: string, to: string, atMillis: number]

const isBegun = (entry: unknown): entry is Begun =>
  Array.isArray(entry) &&
  entry.length === 3 &&
  typeof entry[0] === "string" &&
  typeof entry[1] === "string" &&
  typeof entry[2] === "number"

/** How many equal redirects within how long count as a loop. */
const loop = { times: 5, millis: 30_000 }

/** Fails with `RedirectLoop` at the fifth equal redirect of a tab within 30 seconds. */
const refuseLoop = Effect.fnUntraced(function* (projectId: string, currentUrl: URL, to: PageName) {
  const storage = yield* PageStorage
  const now = yield* Clock.currentTimeMillis
  const key = `gatefold-redirects-${projectId}`
  const stored = Json.parse(storage.get(key) ?? "[]")
  const recent = Array.isArray(stored)
    ? stored.filter(isBegun).filter(([, , atMillis]) => atMillis <= now && now - atMillis < loop.millis)
    : []
  const from = CrossDomainHandoff.toOriginAndPath(currentUrl)
  const equal = recent.filter((begun) => begun[0] === from && begun[1] === to)
  if (equal.length >= loop.times - 1) {
    return yield* new Redirector.RedirectLoop({
      page: to,
      problem:
        `${currentUrl.pathname} has gone to the hosted page ${to} ${loop.times} times within ${loop.millis / 1000} seconds, ` +
        "and each time the user came back without being signed in; check that the browser keeps the app's cookies"
    })
  }
  const begun: Begun = [from, to, now]
  storage.set(key, JSON.stringify([...recent, begun]))
})

/** Adds the session of the user who is signed in, which the hosted page then asks for. */
const offerSession = Effect.fnUntraced(function* (target: URL, callback: URL) {
  const session = yield* Session
  // Offline, or with a service that fails, the hosted page asks the user to sign in.
  const credentials = yield* Effect.orElseSucceed(session.credentials, () => undefined)
  if (credentials === undefined || CrossDomainHandoff.explainNotTransferable(credentials) !== undefined) return
  const sessionId = AccessTokenClaims.decodeOnce(credentials.accessToken)?.sessionId
  if (sessionId === undefined) return
  target.searchParams.set(sessionParameters.sessionId[0]!, sessionId)
  target.searchParams.set(sessionParameters.callback[0]!, callback.href)
})

/** Redirects of one app. While it signs out, its page needs no user any more: it is about to be left. */
export interface Redirects {
  isSigningOut: boolean
}

const signOut = Effect.fnUntraced(function* (redirects: Redirects) {
  const session = yield* Session
  const { redirector } = yield* Navigation
  redirects.isSigningOut = true
  // A hosted page could end only its own session.
  yield* session.signOut.pipe(
    Effect.andThen(redirector?.to(session.app, "afterSignOut", { replace: true }) ?? Effect.void),
    Effect.ensuring(Effect.sync(() => (redirects.isSigningOut = false)))
  )
}, Effect.uninterruptible)

/** Redirects to a hosted page. */
export const go = Effect.fnUntraced(function* (
  redirects: Redirects,
  name: PageName,
  options: Redirector.RedirectOptions
) {
  const session = yield* Session
  const { app } = session
  const { current, leave } = yield* Navigation
  const page = yield* current
  if (page === undefined || leave === undefined) {
    return yield* new InvalidOption({ option: "navigation", problem: noNavigation })
  }
  if (name === "signOut") return yield* signOut(redirects)
  if (redirects.isSigningOut) return
  const currentUrl = withoutParameters(page, [...responseParameters, Redirector.returnToParameter])
  yield* refuseLoop(app.project.projectId, currentUrl, name)
  const target = new URL(app.urls[name] ?? "", page)
  const callback = new URL(app.urls.oauthCallback, currentUrl)
  callback.hash = ""
  yield* offerSession(target, callback)
  if (returningPages.includes(name)) {
    const afterCallbackRedirectUrl =
      options.noRedirectBack === true ? app.urls.afterSignIn : (Redirector.readRemembered(page) ?? currentUrl.href)
    const flow = yield* StartedFlow.prepare(app, { redirectUrl: callback.href, afterCallbackRedirectUrl })
    const back = new URL(flow.redirectUri)
    back.searchParams.set(handoffParameters.mark, "1")
    back.searchParams.set(handoffParameters.state, flow.state)
    back.searchParams.set(handoffParameters.codeChallenge, flow.codeChallenge)
    target.searchParams.set(Redirector.returnToParameter, back.href)
    target.searchParams.set(handoffParameters.state, flow.state)
    target.searchParams.set(handoffParameters.codeChallenge, flow.codeChallenge)
    target.searchParams.set(handoffParameters.afterCallback, flow.afterCallbackRedirectUrl ?? currentUrl.href)
    yield* flow.keep({ provider: target.origin, type: "handoff", redirectUri: back.href })
  }
  yield* StartedFlow.leave(target.href, { replace: options.replace ?? false })
})

const readFirst = ({ searchParams }: URL, names: ReadonlyArray<string>): string | undefined =>
  names.map((name) => searchParams.get(name) ?? "").find((value) => value !== "")

/** Hands the session on to the hosted page, which has asked for this very one. */
const handOn = Effect.fnUntraced(function* (page: URL, sessionId: string) {
  const { app } = yield* Session
  const { rewrite } = yield* Navigation
  const invalid = (problem: string) => new CrossDomainHandoff.InvalidCrossDomainRequest({ problem })
  const isHosted = (url: string) => isWebUrl(url) && new URL(url).origin === app.hostedOrigin
  const redirectUri = readFirst(page, ["redirect_uri"]) ?? ""
  const afterCallbackRedirectUrl = readFirst(page, ["after_callback_redirect_url"])
  const proof = yield* CrossDomainHandoff.readProof(page)
  yield* rewrite(withoutParameters(page, [...responseParameters, ...requestParameters]))
  if (isFramed()) return yield* invalid("the page is in a frame")
  if (!isHosted(redirectUri) || (afterCallbackRedirectUrl !== undefined && !isHosted(afterCallbackRedirectUrl))) {
    return yield* invalid("it does not lead back to a hosted page of this project")
  }
  const url = yield* CrossDomainHandoff.requestHandoff({ redirectUri, ...proof, afterCallbackRedirectUrl }, sessionId)
  yield* StartedFlow.leave(url, { replace: true })
})

/** Finishes a sign-in, if the URL answers one of this browser. It loads the page again, also where a server renders. */
const finish = Effect.gen(function* () {
  const navigation = yield* Navigation
  const { current, leave, rewrite } = navigation
  const redirector = leave === undefined ? undefined : Redirector.make(current, leave)
  const result = yield* Effect.provideService(OAuthCallback.callback(), Navigation, { ...navigation, redirector })
  const page = yield* current
  if (result !== "ignored" && page !== undefined) {
    yield* rewrite(withoutParameters(page, Object.values(handoffParameters)))
  }
})

const report = (error: unknown) => Effect.flatMap(Notifier, (notify) => notify(error))

/** Shows an error of the service on the error page, and passes others to the app. */
const showFailure = Effect.fnUntraced(function* (error: unknown) {
  const { app } = yield* Session
  const page = yield* currentPage
  if (!isKnownError(error) || page === undefined) return yield* report(error)
  const url = new URL(app.urls.error, page)
  url.searchParams.set("errorCode", error.code)
  url.searchParams.set("message", error.error)
  yield* StartedFlow.leave(url.href, { replace: true })
})

/** Does what the URL of the current page asks for. Leaves other URLs alone, and never fails. */
export const resume: Effect.Effect<void, never, Session> = Effect.gen(function* () {
  const { app } = yield* Session
  const page = yield* currentPage
  if (page === undefined) return
  const sessionId = readFirst(page, sessionParameters.sessionId)
  const isAnswer = page.searchParams.has("code") || page.searchParams.has("error") || page.searchParams.has("errorCode")
  if (sessionId !== undefined && !isAnswer && page.searchParams.has("redirect_uri")) {
    return yield* Effect.catch(handOn(page, sessionId), report)
  }
  // The app's own OAuth callback page finishes by itself.
  if (app.urls.oauthCallback === "") yield* Effect.catch(finish, showFailure)
})
