/**
 * Pages that the service hosts for a project: the redirect to them, and the way back (docs/guides/hosted-pages.md).
 *
 * Bundlers move modules that the flow shares with an app into the app's start, so nothing but a choice of the app may
 * import this file. The work is in `internal/HostedFlow.ts`, and loads when it is needed.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TransportError } from "../domain/TransportError.ts"
import { later } from "../platform/Later.ts"
import { Navigation } from "../platform/Navigation.ts"
import { Session } from "../session/Session.ts"
import { HostedPages } from "./HostedRedirect.ts"

export { has, type HostedError, HostedPages, type ToHosted } from "./HostedRedirect.ts"

const flow = later(() => import("./internal/HostedFlow.ts"))

const offlineOr = (cause: unknown): TransportError => {
  if (cause instanceof TransportError) return cause
  throw cause
}

const load = Effect.flatMap(
  Effect.promise(() => flow.load().catch(offlineOr)),
  (loaded) => (loaded instanceof TransportError ? Effect.fail(loaded) : Effect.succeed(loaded))
)

/** Parameters of a URL that somebody has returned with. */
const returning = /[?&](code|error|errorCode|(stack|hexclave)_nested_cross_domain_auth_refresh_token_id)=/

/**
 * Redirects to hosted pages, and does what the URL of the current page asks for when a user returns from one: signs
 * them in, or hands the session on to the hosted page. Pass it to React and promise apps as `hostedPages`. In an app of
 * layers, build it once a page, over the app's session.
 *
 * A failure is shown on the error page of the app, or else told to the `Notifier`.
 */
export const layer: Layer.Layer<never, never, Session> = Layer.effect(
  HostedPages,
  Effect.gen(function* () {
    const session = yield* Session
    const page = yield* (yield* Navigation).current
    if (session.app.hostedOrigin !== undefined && page !== undefined && returning.test(page.search)) {
      const { resume } = yield* Effect.orDie(load)
      yield* resume
    }
    return (name, options) =>
      Effect.flatMap(load, ({ go }) => Effect.provideService(go(name, options), Session, session))
  })
)
