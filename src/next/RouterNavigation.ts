/** The redirect method `nextjs` in a browser (docs/protocol/redirects.md#methods). */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Navigation from "../platform/page/Navigation.ts"

/** The part of `useRouter()` that is used. */
export interface Router {
  readonly push: (href: string) => void
  readonly replace: (href: string) => void
  readonly refresh: () => void
}

/** Redirects through the router of Next.js; other sites are loaded without it. */
export const layer = (router: Pick<Router, "push" | "replace">): Layer.Layer<never> =>
  Layer.sync(Navigation.Navigation, () =>
    Navigation.make({
      navigate: (url, { replace }) => Effect.sync(() => (replace ? router.replace(url) : router.push(url))),
      leave: Navigation.load,
      // Without Next.js's own history state it notices the new URL; otherwise it would restore the old one, with the
      // code.
      rewrite: (url) => Effect.sync(() => globalThis.history.replaceState(null, "", url.href))
    })
  )
