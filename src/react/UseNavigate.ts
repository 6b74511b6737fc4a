"use client"
/** The hook that navigates to pages of the app. */
import * as Effect from "effect/Effect"
import { useMemo } from "react"
import * as Redirect from "../client/Redirect.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { Navigation, noNavigation } from "../platform/page/Navigation.ts"
import type { RedirectOptions } from "../platform/page/Redirector.ts"
import { performIn } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"

const navigateTo = Effect.fnUntraced(function* (to: string, options?: RedirectOptions) {
  const { redirector } = yield* Navigation
  if (redirector === undefined) return yield* new InvalidOption({ option: "navigation", problem: noNavigation })
  yield* Redirect.toUrl(to, options)
})

/**
 * Navigates to a page of this app by the configured navigation. Failures are reported to the `Notifier`, such as
 * `InvalidOption` without a navigation.
 */
export const useNavigate = (): ((to: string, options?: RedirectOptions) => void) => {
  const client = useClient()
  return useMemo(() => (to, options) => performIn(client, navigateTo(to, options)), [client])
}
