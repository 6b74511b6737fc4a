/** Pages of the app that links in emails and terminals open. */
import * as Redacted from "effect/Redacted"
import { asClient } from "../app/AsClient.ts"
import * as Navigation from "../platform/page/Navigation.ts"

/**
 * Removes the code from the current page's URL and returns it, or null if the URL has none. So the code is neither in
 * the history nor in a `Referer` header. Call it before anything else on the magic-link, email verification, password
 * reset, team invitation and command-line confirmation pages (docs/protocol/redirects.md#landing-pages). The OAuth
 * callback page uses `OAuth.callback` instead.
 *
 * Never fails. Keep the result: a second call finds no code.
 */
export const takeCode = asClient.write("LandingPage.takeCode", [], { changes: [] })(function* (
  options: {
    /**
     * Default: `code`, as in every mail. The link of a terminal has `login_code`
     * (docs/protocol/redirects.md#landing-pages).
     */
    readonly parameter?: "code" | "login_code" | undefined
  } = {}
) {
  const code = yield* Navigation.takeCode([options.parameter ?? "code"])
  return code === undefined ? null : Redacted.make(code)
})
