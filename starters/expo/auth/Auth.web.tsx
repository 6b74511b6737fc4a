import { AuthProvider } from "gatefold/react"
import type { ReactNode } from "react"
import { ActivityIndicator } from "react-native"
import { options } from "./options"

/** The same in a browser, with the session in cookies. */
export const Auth = ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider options={options} fallback={<ActivityIndicator />}>
    {children}
  </AuthProvider>
)
