/**
 * The redirect to pages that the service hosts for a project, as operations use it. The work is in `HostedPages`, which
 * only apps with hosted pages import.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import type { PageName } from "../domain/url/HandlerUrls.ts"
import { ClientApp } from "../http/ClientApp.ts"
import type { CryptoUnavailable } from "../platform/Crypto.ts"
import type { OAuthFlowsUnavailable } from "../platform/page/OAuthFlows.ts"
import type { RedirectLoop, RedirectOptions, UntrustedRedirect } from "../platform/page/Redirector.ts"
import type { SignOutElsewhere } from "../token/SignOutElsewhere.ts"

/** Why a redirect to a hosted page does not begin. */
export type HostedError =
  | CryptoUnavailable
  | InvalidOption
  | OAuthFlowsUnavailable
  | RedirectLoop
  | SignOutElsewhere
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
const makeServerError = (name: PageName) =>
  new InvalidOption({
    option: `urls.${name}`,
    problem:
      "is a hosted page, and only a browser can start the redirect to it: redirect from a client component, " +
      `or set urls.${name} to a page of your app`
  })

const makeMissingOptionError = (name: PageName) =>
  new InvalidOption({
    option: "hostedPages",
    problem:
      `is missing, and urls.${name} is a hosted page: add hostedPages: HostedPages.layer to the options of your app, ` +
      "or HostedPages.layer to its layers"
  })

/** How to redirect to hosted pages. Default: not at all; `HostedPages.layer` does it in browsers. */
export const HostedRedirect = Context.Reference<ToHosted>("gatefold/oauth/HostedRedirect", {
  defaultValue: () => (name) =>
    Effect.fail(globalThis.document === undefined ? makeServerError(name) : makeMissingOptionError(name))
})
