/**
 * Pages that the service hosts for a project: the redirect to them, and the way back (docs/guides/hosted-pages.md).
 *
 * Apps without hosted pages load nothing of it; the work is in `internal/HostedFlow.ts`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PageName } from "../domain/HandlerUrls.ts"
import { TransportError } from "../domain/TransportError.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import { later } from "../platform/Later.ts"
import { Navigation } from "../platform/Navigation.ts"
import type { OAuthFlowsUnavailable } from "../platform/OAuthFlows.ts"
import type { CryptoUnavailable } from "../platform/Pkce.ts"
import type { RedirectLoop, RedirectOptions, UntrustedRedirect } from "../platform/Redirector.ts"
import { Session } from "../session/Session.ts"

/** Why a redirect to a hosted page does not begin. */
export type HostedError =
  | CryptoUnavailable
  | InvalidOption
  | OAuthFlowsUnavailable
  | RedirectLoop
  | TransportError
  | UntrustedRedirect

/** Whether a page of the app is hosted. */
export const has = (name: PageName): Effect.Effect<boolean, never, ClientApp> =>
  Effect.map(
    ClientApp,
    ({ hostedOrigin, urls }) => hostedOrigin !== undefined && urls[name]?.startsWith(`${hostedOrigin}/`) === true
  )

/** Redirects to a hosted page of the app. */
export type ToHosted = (name: PageName, options: RedirectOptions) => Effect.Effect<void, HostedError>

/** A server has no tab, in which the user could return: it cannot keep what the way back needs. */
const onServer: ToHosted = (name) =>
  Effect.fail(
    new InvalidOption({
      option: `urls.${name}`,
      problem:
        "is a hosted page, and only a browser can start the redirect to it: redirect from a client component, " +
        `or set urls.${name} to a page of your app`
    })
  )

/** How to redirect to hosted pages. By default, nobody can: see {@link layer}. */
export const HostedPages: Context.Reference<ToHosted> = Context.Reference<ToHosted>("gatefold/app/HostedPages", {
  defaultValue: () => onServer
})

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
 * them in, or hands the session on to the hosted page. Apps of promises and of React have it wherever they use hosted
 * pages in a browser. Build it once a page, over the app's session.
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
