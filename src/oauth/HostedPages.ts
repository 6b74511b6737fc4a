/**
 * Pages that the service hosts for a project: the redirect to them, and the way back (docs/guides/hosted-pages.md).
 *
 * Apps choose it by a value, so nothing else may import this module: other apps do not load it. The work is in
 * `internal/HostedFlow.ts`.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { currentPage } from "../platform/page/Navigation.ts"
import { Session } from "../session/Session.ts"
import { HostedRedirect } from "./HostedRedirect.ts"
import * as HostedFlow from "./internal/HostedFlow.ts"

export { has, type HostedError, HostedRedirect, type ToHosted } from "./HostedRedirect.ts"

/** Parameters of a URL to which a user has returned. */
const returning = /[?&](code|error|errorCode|(stack|hexclave)_nested_cross_domain_auth_refresh_token_id)=/

/**
 * Redirects to hosted pages. When a user returns from one, it acts on the URL of the current page: it signs them in, or
 * hands the session on to the hosted page. Pass it to React and promise apps as `hostedPages`. In an app of
 * layers, build it once a page, over the app's session.
 *
 * A failure is shown on the error page of the app, or else passed to the `Notifier`.
 */
export const layer: Layer.Layer<never, never, Session> = Layer.effect(
  HostedRedirect,
  Effect.gen(function* () {
    const session = yield* Session
    const page = yield* currentPage
    if (session.app.hostedOrigin !== undefined && page !== undefined && returning.test(page.search)) {
      yield* HostedFlow.resume
    }
    const redirects = { isSigningOut: false }
    return (name, options) => Effect.provideService(HostedFlow.go(redirects, name, options), Session, session)
  })
)
