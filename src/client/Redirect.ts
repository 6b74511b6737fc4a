/**
 * Sending the user to a page of the app, and back (docs/protocol/redirects.md#returning).
 */
import type { PageName } from "../domain/HandlerUrls.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { Navigation } from "../platform/Navigation.ts"
import type { RedirectOptions } from "../platform/Redirector.ts"
import { asClient } from "./internal/AsClient.ts"

/**
 * Sends the user to any page of this app. Fails with `UntrustedRedirect` for
 * others. Without a navigator (the default) nothing happens.
 */
export const toUrl = asClient.write(
  "Redirect.toUrl",
  [],
  { changes: [] },
  function* (target: string, options: RedirectOptions = {}) {
    const app = yield* ClientApp
    const { redirector } = yield* Navigation
    if (redirector !== undefined) yield* redirector.toUrl(app, target, options)
  }
)

/**
 * Sends the user to one of the app's pages.
 *
 * The sign-in, sign-up and onboarding pages are told where to return to
 * afterwards, and fail with `RedirectLoop` when the user is there already;
 * `afterSignIn` and `afterSignUp` return there, if it is a page of this app.
 * Without a navigator (the default) nothing happens, nor where the app has no
 * onboarding page.
 */
export const to = asClient.write(
  "Redirect.to",
  [],
  { changes: [] },
  function* (name: PageName, options: RedirectOptions = {}) {
    const app = yield* ClientApp
    const { redirector } = yield* Navigation
    if (redirector !== undefined) yield* redirector.to(app, name, options)
  }
)
