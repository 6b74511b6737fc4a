import { Navigation, Notifier } from "gatefold"
import { type AuthOptions, AuthProvider } from "gatefold/react"
import { Effect, Layer } from "effect"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { useToast } from "./components/Toaster.tsx"
import { MfaPromptProvider, useMfaPrompt } from "./components/MfaPrompt.tsx"
import { messageOf } from "./lib/describeError.ts"
import type { Settings } from "./settings.ts"

export interface AuthRootProps {
  readonly settings: Settings
  readonly children: ReactNode
}

/** Tells Gatefold how this app goes to pages, asks for the second factor, and says what went wrong in the background. */
export const AuthRoot = (props: AuthRootProps) => (
  <MfaPromptProvider>
    <Provider {...props} />
  </MfaPromptProvider>
)

const Provider = ({ children, settings }: AuthRootProps) => {
  const navigate = useNavigate()
  const tell = useToast()
  const mfaPrompt = useMfaPrompt()
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  })
  // Looked at once by the provider, so made once.
  const [options] = useState((): AuthOptions => ({
    ...settings,
    navigation: Navigation.layerCustom((url, { replace }) => {
      const { hash, pathname, search } = new URL(url)
      void go.current(pathname + search + hash, { replace })
    }),
    platform: Layer.merge(
      mfaPrompt,
      Notifier.layerCustom((error) => Effect.sync(() => tell(messageOf(error))))
    )
  }))
  return <AuthProvider options={options}>{children}</AuthProvider>
}
