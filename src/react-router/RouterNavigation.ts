/** The redirect method of an app with React Router (docs/protocol/redirects.md#methods). */
import type * as Layer from "effect/Layer"
import type { NavigateFunction } from "react-router"
import { layerCustom } from "../platform/Navigation.ts"

/** Redirects through the router; other sites are loaded without it. */
export const layer = (navigate: NavigateFunction): Layer.Layer<never> =>
  layerCustom((url, { replace }) => {
    const { hash, pathname, search } = new URL(url)
    void navigate(pathname + search + hash, { replace })
  })
