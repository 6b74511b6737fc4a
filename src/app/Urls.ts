/** URLs of the app's own pages for emails and providers. */
import * as Effect from "effect/Effect"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { parseUrl } from "../domain/url/AbsoluteUrl.ts"
import type { KnownPage } from "../domain/url/HandlerUrls.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import { currentPage } from "../platform/page/Navigation.ts"
import { findBaseUrl, readRemembered, returnToParameter } from "../platform/page/Redirector.ts"

/** The current page, else the configured URL of the app. */
export const findBase = (app: ClientApp["Service"]): Effect.Effect<URL | undefined> =>
  Effect.map(currentPage, (page) => findBaseUrl(app, page))

/**
 * The explicit URL, else that of the app's own page, with the page to return to in its query, so that it survives a
 * mail or a provider. Fails with `InvalidOption` if neither is known.
 */
export const makeCallback = Effect.fnUntraced(function* (
  app: ClientApp["Service"],
  option: string,
  explicit: string | undefined,
  page: KnownPage
) {
  if (explicit !== undefined) return explicit
  const current = yield* findBase(app)
  const url = current && parseUrl(app.urls[page], current)
  if (current === undefined || url === undefined) {
    return yield* new InvalidOption({ option, problem: "pass it, or configure appUrl for the whole app" })
  }
  const back = readRemembered(current)
  if (back !== undefined) url.searchParams.set(returnToParameter, back)
  url.hash = ""
  return url.href
})
