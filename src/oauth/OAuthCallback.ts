/**
 * The end of a flow, on the callback page (docs/protocol/oauth.md#exchange). It is apart from the start, because the
 * pages that start flows do not need it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { asClient } from "../app/AsClient.ts"
import { InvalidTotpCode } from "../domain/errors/Mfa.ts"
import { OAuthProviderAccessDenied } from "../domain/errors/OAuth.ts"
import { UnsupportedError } from "../domain/errors/ProjectAccess.ts"
import { RequestRefused } from "../domain/errors/RequestRefused.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import { Notifier } from "../platform/Notifier.ts"
import { Navigation, urlOrCurrent, withoutParameters } from "../platform/page/Navigation.ts"
import { lifetimeMillis, type OAuthFlow, OAuthFlows } from "../platform/page/OAuthFlows.ts"
import { Session } from "../session/Session.ts"
import * as SignIn from "../session/SignIn.ts"
import * as MfaWire from "../wire/generated/Mfa.ts"
import * as Wire from "../wire/generated/OAuth.ts"
import { readError, errorParameters, type PageError } from "./OAuthErrorPage.ts"

export interface CallbackOptions extends SignIn.SignInOptions {
  /** The URL of the callback. Default: the current page's, from which `code` and `state` are removed. */
  readonly url?: string | undefined
  /** Accept only an answer to a flow with this provider. */
  readonly provider?: string | undefined
}

/**
 * The result of `callback`. `ignored`: the URL has no answer to an unfinished flow of this user agent, and nothing was
 * done.
 */
export type CallbackResult = "ignored" | "linked" | SignIn.SignInResult

/** Completes a sign-in at a provider: `OAuth.callback` documents it. */
export const callback = asClient.write("OAuth.callback", [Wire.exchangeCode, MfaWire.signInWithTotp], {
  changes: ["users", "connectedAccounts"]
})(function* (options: CallbackOptions = {}) {
  const url = yield* urlOrCurrent(options.url)
  const { detached } = yield* Session
  const reply = url === undefined ? undefined : readReply(url)
  if (url === undefined || reply === undefined) return "ignored" satisfies CallbackResult
  return yield* detached(Effect.catchTag(finish(url, reply, options), "InvalidTotpCode", notifyTotp))
})

/** Takes the flow that a reply belongs to, and finishes it. */
const finish = Effect.fnUntraced(function* (url: URL, reply: CallbackReply, options: CallbackOptions) {
  const { app } = yield* Session
  const { current, rewrite } = yield* Navigation
  const flows = yield* OAuthFlows
  const now = yield* Clock.currentTimeMillis
  const isCurrentPage = options.url === undefined
  const stripped = isCurrentPage ? rewrite(withoutParameters(url, reply.parameters)) : Effect.void
  const fits = (flow: OAuthFlow) =>
    now - flow.startedAtMillis < lifetimeMillis &&
    flow.projectId === app.project.projectId &&
    flow.apiUrl === app.project.apiUrl &&
    (options.provider === undefined || flow.provider === options.provider) &&
    isAtRedirectUri(url, flow)
  if ("serviceError" in reply) {
    if (!(yield* flows.has(fits))) return "ignored" satisfies CallbackResult
    yield* stripped
    return yield* toFailure(reply.serviceError)
  }
  const flow = yield* flows.take(reply.state, fits)
  if (flow === undefined) return "ignored" satisfies CallbackResult
  yield* stripped
  if ("error" in reply) {
    return yield* reply.error === "access_denied" ? new OAuthProviderAccessDenied() : makeUnsupportedError(reply.error)
  }
  const isOnPage = isCurrentPage ? Effect.map(current, (page) => page?.pathname === url.pathname) : Effect.succeed(true)
  const result: CallbackResult = yield* SignIn.run(exchange(app, flow, reply.code), { ...options, isOnPage })
  return flow.type === "link" ? "linked" : result
})

const exchange = (app: ClientApp["Service"], flow: OAuthFlow, code: Redacted.Redacted) =>
  Effect.map(
    app.call(Wire.exchangeCode, {
      payload: {
        grantType: "authorization_code",
        code,
        redirectUri: flow.redirectUri,
        codeVerifier: flow.verifier,
        clientId: app.project.projectId,
        clientSecret: app.oauthClientSecret
      }
    }),
    // Another domain uses a session that was handed on, so it must not be revoked if this sign-in is superseded.
    (tokens) => ({ ...tokens, isShared: flow.type === "handoff" })
  )

/**
 * Notifies the user, even if the caller has left, because the sign-in has to begin again at the provider
 * (docs/protocol/errors.md#answers-that-mean-something-to-a-client).
 */
const notifyTotp = Effect.fnUntraced(function* () {
  const error = new InvalidTotpCode({ error: "Invalid TOTP code. Please try signing in again." })
  const notify = yield* Notifier
  yield* notify(error)
  return yield* error
})

type CallbackReply = { readonly parameters: ReadonlyArray<string> } & (
  | { readonly state: string; readonly code: Redacted.Redacted }
  | { readonly state: string; readonly error: string }
  | { readonly serviceError: PageError }
)

const makeUnsupportedError = (code: string) =>
  new RequestRefused({ reason: new UnsupportedError({ details: { originalErrorCode: code.slice(0, 200) } }) })

const toFailure = (error: PageError) =>
  error._tag === "UnsupportedError" ? new RequestRefused({ reason: error }) : error

/** The service's own errors come without the state (docs/protocol/oauth.md#callback-of-the-service). */
const readReply = (url: URL): CallbackReply | undefined => {
  const { searchParams } = url
  const state = searchParams.get("state")
  const code = searchParams.get("code")
  const error = searchParams.get("error")
  if (state === null) {
    const serviceError = readError(url)
    return serviceError === null ? undefined : { serviceError, parameters: errorParameters }
  }
  if (code !== null) return { state, code: Redacted.make(code), parameters: ["code", "state"] }
  return error === null ? undefined : { state, error, parameters: ["error", "error_description", "state"] }
}

const isAtRedirectUri = (url: URL, flow: OAuthFlow): boolean => {
  const expected = new URL(flow.redirectUri)
  return url.protocol === expected.protocol && url.host === expected.host && url.pathname === expected.pathname
}
