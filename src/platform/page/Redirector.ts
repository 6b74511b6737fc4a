/**
 * Sending the user to a page of the app, and back (docs/protocol/redirects.md).
 *
 * Every target is checked before a navigator gets it, and the navigator gets the parsed URL, not the original text,
 * which a router could parse differently than the check did.
 */
import * as Effect from "effect/Effect"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import { parseUrl, toRelative } from "../../domain/url/AbsoluteUrl.ts"
import type { HandlerUrls, PageName } from "../../domain/url/HandlerUrls.ts"
import { resolveTrusted } from "../../domain/url/TrustedTarget.ts"

/** A target that is not a page of this app. */
export class UntrustedRedirect extends TaggedError("UntrustedRedirect")<{}> {
  override get message() {
    return "The redirect target is not a page of this app; pass a path such as /dashboard"
  }
}

/** The user is already on the page that they would be sent to, or was sent to a hosted page again and again. */
export class RedirectLoop extends TaggedError("RedirectLoop")<{
  readonly page: PageName
  readonly problem?: string | undefined
}> {
  override get message() {
    return this.problem ?? `The page ${this.page} redirects to itself; do not require a user there`
  }
}

export interface RedirectOptions {
  /** Whether to replace the current history entry. */
  readonly replace?: boolean | undefined
  /** Do not remember the current page, nor return to a remembered one. */
  readonly noRedirectBack?: boolean | undefined
}

/** The facts about an app that a redirector needs. */
export interface AppPages {
  readonly urls: HandlerUrls
  readonly appUrl: string | undefined
}

export interface Redirector {
  /** Goes to one of the app's pages. */
  readonly to: (
    app: AppPages,
    name: PageName,
    options: RedirectOptions
  ) => Effect.Effect<void, UntrustedRedirect | RedirectLoop>
  /** Goes to any page of the app. */
  readonly toUrl: (app: AppPages, target: string, options: RedirectOptions) => Effect.Effect<void, UntrustedRedirect>
  /** How many times it has gone to a page. */
  readonly count: () => number
}

/** The query parameter with the page to return to after signing in. */
export const returnToParameter = "after_auth_return_to"

/**
 * How long to wait after a redirect, so that nothing else happens while the page unloads (docs/protocol/redirects.md).
 */
export const waitMillis = 2_000

/** Goes to a URL, which has been checked and is canonical. */
export type Navigate = (url: string, options: { readonly replace: boolean }) => Effect.Effect<void>

export const make = (current: Effect.Effect<URL | undefined>, navigate: Navigate): Redirector => {
  let count = 0
  const go = (url: URL, options: RedirectOptions) =>
    Effect.suspend(() => {
      count++
      return Effect.andThen(navigate(url.href, { replace: options.replace ?? false }), Effect.sleep(waitMillis))
    })

  return {
    count: () => count,
    toUrl: Effect.fnUntraced(function* (app, target, options) {
      const page = findBaseUrl(app, yield* current)
      const url = page === undefined ? undefined : resolveTrusted(target, page)
      if (url === undefined) return yield* new UntrustedRedirect()
      yield* go(url, options)
    }),
    to: Effect.fnUntraced(function* (app, name, options) {
      const page = findBaseUrl(app, yield* current)
      if (page === undefined) return
      const url = app.urls[name]
      if (url === undefined) return
      const target = parseConfigured(url, page)
      if (target === undefined) return yield* new UntrustedRedirect()
      if (name === "signIn" || name === "signUp" || name === "onboarding") {
        if (isSamePage(target, page)) return yield* new RedirectLoop({ page: name })
        return yield* go(options.noRedirectBack === true ? target : rememberPage(target, page), options)
      }
      if ((name === "afterSignIn" || name === "afterSignUp") && options.noRedirectBack !== true) {
        const back = readRemembered(page)
        return yield* go(back === undefined ? target : new URL(back, page), options)
      }
      yield* go(target, options)
    })
  }
}

/** The current page, else the configured URL of the app. */
export const findBaseUrl = ({ appUrl }: Pick<AppPages, "appUrl">, page: URL | undefined): URL | undefined =>
  page ?? (appUrl === undefined ? undefined : new URL(appUrl))

/** The page to return to in a page's URL, if it is within the app: anyone may have written the link. */
export const readRemembered = (page: URL): string | undefined => {
  const returnTo = page.searchParams.get(returnToParameter)
  return returnTo !== null && resolveTrusted(returnTo, page) !== undefined ? returnTo : undefined
}

/** Routers and hosts add or remove a slash at the end of a path. */
const trimPath = ({ pathname }: URL): string => pathname.replace(/\/$/, "")

const isSamePage = (a: URL, b: URL): boolean => a.origin === b.origin && trimPath(a) === trimPath(b)

export const isAt = (url: string, page: URL): boolean => {
  const target = parseConfigured(url, page)
  return target !== undefined && isSamePage(target, page)
}

/** URLs of the app's own configuration are trusted, also on another origin. */
const parseConfigured = (url: string, page: URL): URL | undefined => {
  const target = parseUrl(url, page)
  return target?.protocol === "https:" || target?.protocol === "http:" ? target : undefined
}

/** Adds the page to return to to the URL of a sign-in or sign-up page: the remembered one, else the current page. */
const rememberPage = (target: URL, page: URL): URL => {
  const url = new URL(target)
  const back = readRemembered(page)
  if (back !== undefined) url.searchParams.set(returnToParameter, back)
  else if (url.origin === page.origin && !page.searchParams.has(returnToParameter)) {
    url.searchParams.set(returnToParameter, toRelativePath(page))
  }
  return url
}

/** Path, query and fragment. A path that begins with two slashes would be read as a host. */
const toRelativePath = (url: URL) => (url.pathname.startsWith("//") ? "/" : toRelative(url))
