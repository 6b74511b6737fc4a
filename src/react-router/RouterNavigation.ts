/** The redirect method of an app with React Router (docs/protocol/redirects.md#methods). */
import type * as Layer from "effect/Layer"
import type { NavigateFunction } from "react-router"
import { toRelative } from "../domain/url/AbsoluteUrl.ts"
import { layerCustom } from "../platform/page/Navigation.ts"

/** Redirects through the router; other sites are loaded without it. */
export const layer = (navigate: NavigateFunction): Layer.Layer<never> =>
  layerCustom((url, { replace }) => void navigate(toRelative(new URL(url)), { replace }))
