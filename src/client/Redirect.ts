/**
 * Sending the user to a page of the app, and back (spec §2).
 *
 * Every target is checked before any navigator sees it, and what it sees is
 * the URL as parsed, never the text that came in: a router that reads a text
 * differently than the check did would make the check worthless.
 */
import { operation } from "../platform/Operation.ts"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { PageName } from "../domain/HandlerUrls.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { Navigation } from "../platform/Navigation.ts"
import { trustedTarget } from "./TrustedTarget.ts"
import * as Urls from "./Urls.ts"

/** A target that is not a page of this app. */
export class UntrustedRedirect extends Data.TaggedError("UntrustedRedirect")<{}> {
  override get message() {
    return "The redirect target is not a page of this app; pass a path such as /dashboard"
  }
}

/** The user is already on the page that they would be sent to. */
export class RedirectLoop extends Data.TaggedError("RedirectLoop")<{ readonly page: PageName }> {
  override get message() {
    return `The page ${this.page} redirects to itself; do not require a user there`
  }
}

/** How to redirect. */
export interface RedirectOptions {
  /** Whether the current page leaves the history. */
  readonly replace?: boolean | undefined
  /** Neither remembers the current page nor returns to a remembered one. */
  readonly noRedirectBack?: boolean | undefined
}

/** How long to wait after a redirect, so that nothing else happens while the page unloads (spec §2). */
export const waitMillis = 2_000

const go = Effect.fnUntraced(function* (url: URL, options: RedirectOptions) {
  const { navigate } = yield* Navigation
  if (navigate === undefined) return
  yield* navigate(url.href, { replace: options.replace ?? false })
  yield* Effect.sleep(waitMillis)
})

/** Sends the user to any page of this app. Fails with {@link UntrustedRedirect} for others. */
export const toUrl = operation("Redirect.toUrl")(function* (target: string, options: RedirectOptions = {}) {
  const page = yield* Urls.base
  const url = page === undefined ? undefined : trustedTarget(target, page)
  if (url === undefined) return yield* new UntrustedRedirect()
  yield* go(url, options)
})

/**
 * Sends the user to one of the app's pages.
 *
 * The sign-in and sign-up pages are told where to return to afterwards;
 * `afterSignIn` and `afterSignUp` return there, if it is a page of this app.
 * Without a navigator (the default) nothing happens.
 */
export const to = operation("Redirect.to")(function* (name: PageName, options: RedirectOptions = {}) {
  const { urls } = yield* ClientApp
  const page = yield* Urls.base
  if (page === undefined) return
  const target = configured(urls[name], page)
  if (target === undefined) return yield* new UntrustedRedirect()
  if (name === "signIn" || name === "signUp") {
    if (target.origin === page.origin && target.pathname === page.pathname) {
      return yield* new RedirectLoop({ page: name })
    }
    return yield* go(options.noRedirectBack === true ? target : rememberPage(target, page), options)
  }
  if ((name === "afterSignIn" || name === "afterSignUp") && options.noRedirectBack !== true) {
    const remembered = page.searchParams.get(Urls.returnToParameter)
    return yield* go((remembered === null ? undefined : trustedTarget(remembered, page)) ?? target, options)
  }
  yield* go(target, options)
})

/** What the app's own configuration names needs no further trust, also on another origin. */
const configured = (url: string, page: URL): URL | undefined => {
  if (!URL.canParse(url, page.href)) return undefined
  const target = new URL(url, page.href)
  return target.protocol === "https:" || target.protocol === "http:" ? target : undefined
}

/** Adds to a sign-in or sign-up page where to return to: where a former page said, else the current page. */
const rememberPage = (target: URL, page: URL): URL => {
  const url = new URL(target)
  const remembered = page.searchParams.get(Urls.returnToParameter)
  if (remembered !== null) url.searchParams.set(Urls.returnToParameter, remembered)
  else if (url.origin === page.origin) url.searchParams.set(Urls.returnToParameter, relative(page))
  return url
}

/** The path and what follows. A path that starts with two slashes would name a host. */
const relative = (url: URL) => (url.pathname.startsWith("//") ? "/" : url.pathname + url.search + url.hash)
