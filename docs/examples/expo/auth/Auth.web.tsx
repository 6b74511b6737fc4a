/** Provides the session to the whole app, in a browser, and shows the pages that links of emails lead to. */
import { AuthHandler, AuthProvider } from "gatefold/react"
import type { ReactNode } from "react"
import { ActivityIndicator } from "react-native"
import { options } from "./options"

interface AuthProps {
  readonly children: ReactNode
}

export const Auth = ({ children }: AuthProps) => (
  <AuthProvider options={options} fallback={<ActivityIndicator />}>
    <AuthHandler fallback={children} />
  </AuthProvider>
)
