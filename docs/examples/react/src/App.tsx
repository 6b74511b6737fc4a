import { BrowserRouter } from "react-router"
import { ErrorBoundary } from "#screens/components/ErrorBoundary"
import { Toaster } from "#screens/components/Toaster"
import { AuthRoot } from "./AuthRoot.tsx"
import { Pages } from "./Pages.tsx"
import type { Settings } from "./settings.ts"

/** The whole app: a router, the auth provider, and the pages. */
export const App = ({ settings }: { readonly settings: Settings }) => (
  <ErrorBoundary>
    <BrowserRouter>
      <Toaster>
        <AuthRoot settings={settings}>
          <Pages />
        </AuthRoot>
      </Toaster>
    </BrowserRouter>
  </ErrorBoundary>
)
