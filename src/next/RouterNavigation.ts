/**
 * The redirect method `nextjs` in a browser (docs/protocol/redirects.md#methods).
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { make, Navigation } from "../platform/Navigation.ts"

/** What of `useRouter()` is used. */
export interface Router {
  readonly push: (href: string) => void
  readonly replace: (href: string) => void
  readonly refresh: () => void
}

/** Redirects through the router of Next.js; other sites are loaded without it. */
export const layer = (router: Pick<Router, "push" | "replace">): Layer.Layer<never> =>
  Layer.sync(Navigation, () =>
    make({
      navigate: (url, { replace }) => Effect.sync(() => (replace ? router.replace(url) : router.push(url))),
      leave: (url, { replace }) =>
        Effect.sync(() => (replace ? globalThis.location.replace(url) : globalThis.location.assign(url))),
      // Without its own state Next.js takes note of the URL; otherwise it would bring the old one back, code and all.
      rewrite: (url) => Effect.sync(() => globalThis.history.replaceState(null, "", url.href))
    })
  )
