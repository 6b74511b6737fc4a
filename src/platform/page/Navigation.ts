/** Reads the page that the user is on, and redirects them to another (docs/protocol/redirects.md#methods). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { parseUrl } from "../../domain/url/AbsoluteUrl.ts"
import * as Redirector from "./Redirector.ts"

/** The pages of one user agent. */
export interface Navigation {
  /** The page that the user is on; undefined outside of pages, such as in a script. */
  readonly current: Effect.Effect<URL | undefined>
  /** Redirects within the app; undefined if redirects are off. */
  readonly redirector: Redirector.Redirector | undefined
  /** Leaves the app for another site, such as a provider's; undefined if redirects are off. */
  readonly leave: Redirector.Navigate | undefined
  /** Replaces the URL of the current page without loading anything. */
  readonly rewrite: (url: URL) => Effect.Effect<void>
}

const current = Effect.sync(() => (globalThis.location === undefined ? undefined : new URL(globalThis.location.href)))

const rewrite = (url: URL) =>
  Effect.sync(() => globalThis.history?.replaceState(globalThis.history.state, "", url.href))

const none: Navigation = { current, redirector: undefined, leave: undefined, rewrite }

/** The current page and how to redirect. By default nothing is redirected: operations just end. */
export const Navigation = Context.Reference<Navigation>("gatefold/platform/page/Navigation", {
  defaultValue: () => none
})

/**
 * Whether the page is in a frame of another page, which could cover its buttons (clickjacking).
 *
 * @internal
 */
export const isFramed = (): boolean => globalThis.window?.top !== globalThis.window?.self

/**
 * The problem of an app that should redirect and cannot.
 *
 * @internal
 */
export const noNavigation =
  "it is needed to redirect; pass navigation: Navigation.layerWindow, or Navigation.layerCustom with your router"

/**
 * The page that the user is on; undefined outside of pages.
 *
 * @internal
 */
export const currentPage: Effect.Effect<URL | undefined> = Effect.flatMap(Navigation, ({ current: url }) => url)

/**
 * The URL of a text, or without a text that of the current page; undefined if there is none.
 *
 * @internal
 */
export const urlOrCurrent = (text: string | undefined): Effect.Effect<URL | undefined> =>
  text === undefined ? currentPage : Effect.succeed(parseUrl(text))

export const withoutParameters = (url: URL, parameters: ReadonlyArray<string>): URL => {
  const stripped = new URL(url)
  for (const name of parameters) stripped.searchParams.delete(name)
  return stripped
}

/**
 * Removes a code and other query parameters from the URL of the current page, so that they get neither into the history
 * nor into a `Referer` header. Returns the code; undefined, and nothing is removed, if there is none, or not the
 * expected one (docs/protocol/redirects.md#landing-pages).
 *
 * @internal
 */
export const takeCode = Effect.fnUntraced(function* (
  [parameter, ...others]: readonly [string, ...Array<string>],
  expected?: string
): Effect.fn.Return<string | undefined> {
  const navigation = yield* Navigation
  const url = yield* navigation.current
  const code = url?.searchParams.get(parameter) ?? ""
  if (url === undefined || code === "" || (expected !== undefined && code !== expected)) return undefined
  yield* navigation.rewrite(withoutParameters(url, [parameter, ...others]))
  return code
})

/** Never redirects; the app decides what comes after an operation. */
export const layerNone: Layer.Layer<never> = Layer.succeed(Navigation, none)

/**
 * Goes to a URL by loading it in the browser.
 *
 * @internal
 */
export const load: Redirector.Navigate = (url, { replace }) =>
  Effect.sync(() => (replace ? globalThis.location.replace(url) : globalThis.location.assign(url)))

/** Makes a navigation service; omitted parts work as in a browser. */
export const make = (options: {
  readonly navigate: Redirector.Navigate
  readonly leave?: Redirector.Navigate | undefined
  readonly current?: Navigation["current"] | undefined
  readonly rewrite?: Navigation["rewrite"] | undefined
}): Navigation => {
  const page = options.current ?? current
  return {
    current: page,
    redirector: Redirector.make(page, options.navigate),
    leave: options.leave ?? options.navigate,
    rewrite: options.rewrite ?? rewrite
  }
}

/** Redirects by loading pages in the browser. */
export const layerWindow: Layer.Layer<never> = Layer.sync(Navigation, () => make({ navigate: load }))

/** Redirects through the app's own router. Other sites are loaded without it, by the browser. */
export const layerCustom = (
  navigate: (url: string, options: { readonly replace: boolean }) => void
): Layer.Layer<never> =>
  Layer.sync(Navigation, () =>
    make({
      navigate: (url, options) => Effect.sync(() => navigate(url, options)),
      leave: globalThis.location === undefined ? undefined : load
    })
  )
