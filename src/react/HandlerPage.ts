/** The current page of the handler, and the code in its URL. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Redirect from "../client/Redirect.ts"
import { parseUrl } from "../domain/url/AbsoluteUrl.ts"
import { cliAuthConfirm, handlerPages, type HandlerUrls } from "../domain/url/HandlerUrls.ts"
import { ClientApp } from "../http/ClientApp.ts"
import * as Navigation from "../platform/page/Navigation.ts"

/** The pages of the handler (docs/protocol/redirects.md#pages-of-the-app). */
export type HandlerPage = (typeof handlerPages)[number] | "cliAuthConfirm"

type FormPage = "signIn" | "signUp" | "forgotPassword" | "accountSettings"

const forms: ReadonlyArray<HandlerPage> = [
  "signIn",
  "signUp",
  "forgotPassword",
  "accountSettings"
] satisfies ReadonlyArray<FormPage>

/** Whether a page shows a form, and does nothing until the user acts. */
export const isForm = (page: HandlerPage): page is FormPage => forms.includes(page)

/** The pages that work by themselves. */
export type WorkPage = Exclude<HandlerPage, FormPage>

/** The current page; `page` is undefined on any other page of the app. */
export interface Place {
  readonly page: HandlerPage | undefined
  readonly code: Redacted.Redacted | undefined
  /** The original URL, with the code. */
  readonly url: Redacted.Redacted | undefined
}

const findPage = (url: URL, urls: HandlerUrls): HandlerPage | undefined =>
  url.pathname === cliAuthConfirm
    ? "cliAuthConfirm"
    : handlerPages.find((name) => {
        // An empty text is whatever page the user is on.
        const page = urls[name] === "" ? undefined : parseUrl(urls[name], url)
        return page?.origin === url.origin && page.pathname === url.pathname
      })

const findParameter = (page: HandlerPage | undefined): string | undefined => {
  if (page === "cliAuthConfirm") return "login_code"
  if (page === "crossDomain") return "state"
  const pages: ReadonlyArray<HandlerPage | undefined> = [
    "emailVerification",
    "passwordReset",
    "magicLinkCallback",
    "teamInvitation",
    "agentAuthConfirm"
  ]
  return pages.includes(page) ? "code" : undefined
}

/** Finds the page, and the code in its URL. */
export const locate = Effect.fnUntraced(function* (shownPage: HandlerPage | undefined) {
  const { urls } = yield* ClientApp
  const { current } = yield* Navigation.Navigation
  const url = yield* current
  const page = shownPage ?? (url === undefined ? undefined : findPage(url, urls))
  const parameter = findParameter(page)
  const code = parameter === undefined ? undefined : url?.searchParams.get(parameter)
  const hasCode = url !== undefined && code !== undefined && code !== null && code !== ""
  const place: Place = {
    page,
    code: hasCode ? Redacted.make(code) : undefined,
    url: hasCode ? Redacted.make(url.href) : undefined
  }
  return place
})

/**
 * Removes the code from the URL, so that it does not get into histories and referrers. This is how the work of a page
 * begins: until then a reload finds the code where it was (docs/protocol/redirects.md#landing-pages).
 */
export const takeCode = ({ code, page }: Place): Effect.Effect<void> => {
  const parameter = findParameter(page)
  if (parameter === undefined || code === undefined) return Effect.void
  return Effect.asVoid(Navigation.takeCode([parameter], Redacted.value(code)))
}

/** Redirects to the sign-in or sign-up page, which returns here with the code. */
export const redirectFirst = Effect.fnUntraced(function* ({ url }: Place, page: "signIn" | "signUp") {
  const { rewrite } = yield* Navigation.Navigation
  if (url !== undefined) yield* rewrite(new URL(Redacted.value(url)))
  yield* Redirect.to(page)
})
