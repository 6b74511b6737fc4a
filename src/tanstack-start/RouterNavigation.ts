/** The redirect method of an app with TanStack Router (docs/protocol/redirects.md#methods). */
import type { AnyRouter } from "@tanstack/react-router"
import type * as Layer from "effect/Layer"
import { toRelative } from "../domain/url/AbsoluteUrl.ts"
import { layerCustom } from "../platform/page/Navigation.ts"

/** Redirects through the router; other sites are loaded without it. */
export const layer = ({ history }: Pick<AnyRouter, "history">): Layer.Layer<never> =>
  layerCustom((url, { replace }) => history[replace ? "replace" : "push"](toRelative(new URL(url))))
