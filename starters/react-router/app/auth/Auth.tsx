import { AuthProvider, type AuthProviderProps } from "gatefold/react-router"
import { ErrorBoundary } from "{{screens}}/components/ErrorBoundary"
import { Toaster } from "{{screens}}/components/Toaster"
import "{{screens}}/gatefold.css"
{{textsImport}}import { options } from "./options"

/** Provides the session to the whole app. */
export const Auth = ({ children, initial }: Omit<AuthProviderProps, "options">) => (
  <AuthProvider options={options} initial={initial}>
{{texts}}
    <Toaster>
      <ErrorBoundary>{children}</ErrorBoundary>
    </Toaster>
{{/texts}}
  </AuthProvider>
)
