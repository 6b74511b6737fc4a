/** Redirects to pages of the app, and back (docs/protocol/redirects.md#returning). */
import { asClient } from "../app/AsClient.ts"
import type { PageName } from "../domain/url/HandlerUrls.ts"
import { ClientApp } from "../http/ClientApp.ts"
import * as HostedRedirect from "../oauth/HostedRedirect.ts"
import { Navigation } from "../platform/page/Navigation.ts"
import type { RedirectOptions } from "../platform/page/Redirector.ts"

/**
 * Redirects to any page of this app. Fails with `UntrustedRedirect` for other targets. Does nothing without a navigator
 * (the default).
 */
export const toUrl = asClient.write("Redirect.toUrl", [], { changes: [], inputs: 2 })(function* (
  target: string,
  options: RedirectOptions = {}
) {
  const app = yield* ClientApp
  const { redirector } = yield* Navigation
  if (redirector !== undefined) yield* redirector.toUrl(app, target, options)
})

/**
 * Redirects to one of the app's configured pages.
 *
 * For the sign-in, sign-up and onboarding pages it remembers the current page in the URL, and fails with `RedirectLoop`
 * if the user is already there. `afterSignIn` and `afterSignUp` return to the remembered page, if that is a page of
 * this app. Does nothing without a navigator (the default), or for `onboarding` if the app has no such page.
 *
 * A hosted page gets the page to return to, and signs the user in here as well. Five equal redirects to one within 30
 * seconds fail with `RedirectLoop`. On a server, and without `HostedPages.layer`, they fail with `InvalidOption`.
 * `signOut` ends the session here, and goes to the after-sign-out page.
 */
export const to = asClient.write("Redirect.to", [], { changes: [], inputs: 2 })(function* (
  name: PageName,
  options: RedirectOptions = {}
) {
  const app = yield* ClientApp
  const { redirector } = yield* Navigation
  if (redirector === undefined) return
  if (!(yield* HostedRedirect.has(name))) return yield* redirector.to(app, name, options)
  const toHosted = yield* HostedRedirect.HostedRedirect
  yield* toHosted(name, options)
})
