import { Effect } from "effect"
import { Navigation, Notifier } from "gatefold"
import { type AuthOptions, AuthProvider } from "gatefold/react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { useToast } from "#screens/components/Toaster"
import { describeUnknownError } from "#screens/lib/describeError"
import { useText } from "#screens/text/Text"
import type { Settings } from "./settings.ts"

export interface AuthRootProps {
  readonly settings: Settings
  readonly children: ReactNode
}

/** Tells Gatefold which project this is, how to go to other pages, and whom to tell what fails in the background. */
export const AuthRoot = ({ children, settings }: AuthRootProps) => {
  const t = useText()
  const navigate = useNavigate()
  const tell = useToast()
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  })
  // The provider looks at them once.
  const [options] = useState((): AuthOptions => ({
    ...settings,
    // where `useUser({ or: "redirect" })` takes users who are restricted
    urls: { onboarding: "/onboarding" },
    navigation: Navigation.layerCustom((url, { replace }) => {
      const { hash, pathname, search } = new URL(url)
      void go.current(pathname + search + hash, { replace })
    }),
    platform: Notifier.layerCustom((error) => Effect.sync(() => tell(describeUnknownError(t, error))))
  }))
  return <AuthProvider options={options}>{children}</AuthProvider>
}
