/** How operations redirect on a server that renders pages (docs/protocol/redirects.md#methods). */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { parseUrl, toRelative } from "../domain/url/AbsoluteUrl.ts"
import { resolveTrusted } from "../domain/url/TrustedTarget.ts"
import { Navigation } from "../platform/page/Navigation.ts"
import * as Redirector from "../platform/page/Redirector.ts"
import type { RunToExit } from "../promise/Method.ts"

export interface Redirected {
  /** A path within the app, else an absolute URL. */
  readonly url: string
  readonly replace: boolean
}

/** A placeholder for the app's origin if none is configured; it is only used in this module. */
const somewhere = "http://app.invalid"

/**
 * Redirects by interrupting the operation, so no code of the operation can catch it. `onRedirect` gets the target.
 *
 * The origin comes from the configuration only, never from the `Host` of a request, because it is used in links of
 * mails.
 */
export const make = (
  path: string | undefined,
  appUrl: string | undefined,
  onRedirect: (to: Redirected) => void
): Navigation => {
  const base = parseUrl(appUrl ?? "") ?? new URL(somewhere)
  const known = path === undefined ? undefined : resolveTrusted(path, base)
  const page = known ?? new URL("/", base)

  const navigate: Redirector.Navigate = (url, { replace }) =>
    Effect.suspend(() => {
      const target = new URL(url)
      // A path that starts with two slashes would name a host.
      const isWithin = target.origin === base.origin && !target.pathname.startsWith("//")
      onRedirect({ url: isWithin ? toRelative(target) : target.href, replace })
      return Effect.interrupt
    })

  const redirector = Redirector.make(Effect.succeed(page), navigate)
  return {
    current: Effect.succeed(appUrl === undefined ? undefined : page),
    redirector:
      known !== undefined
        ? redirector
        : // Nobody knows where to come back to.
          { ...redirector, to: (app, name, options) => redirector.to(app, name, { ...options, noRedirectBack: true }) },
    leave: navigate,
    rewrite: () => Effect.void
  }
}

export interface PageNavigationOptions {
  readonly appUrl?: string | undefined
  /** Replaces the redirects of this module. */
  readonly navigation?: Layer.Layer<never> | undefined
}

/** Runs effects for the page at a path. `redirect` throws what the framework redirects for. */
export const makeRunner =
  <Services>(
    run: RunToExit<Services>,
    path: string | undefined,
    { appUrl, navigation }: PageNavigationOptions,
    redirect: (to: Redirected) => never
  ): RunToExit<Services> =>
  async (effect, options) => {
    let redirected: Redirected | undefined
    const onRedirect = (to: Redirected) => {
      redirected = to
    }
    const pageNavigation = navigation ?? Layer.succeed(Navigation, make(path, appUrl, onRedirect))
    const exit = await run(Effect.provide(effect, pageNavigation), options)
    if (redirected !== undefined) redirect(redirected)
    return exit
  }
