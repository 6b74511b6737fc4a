import { AuthProvider } from "gatefold/react"
import { lazy, type ReactNode, Suspense } from "react"
import { ErrorBoundary } from "{{screens}}/components/ErrorBoundary"
import { Toaster } from "{{screens}}/components/Toaster"
import "{{screens}}/gatefold.css"
import { historyNavigation, usePath } from "{{screens}}/lib/url"

// If you use a router, pass navigation: Navigation.layerCustom((url, { replace }) => …), from gatefold.
const options = {
{{options}},
  navigation: historyNavigation
}

// The auth pages load when someone opens one of them.
const Handler = lazy(() => import("{{screens}}/handler/Handler").then((file) => ({ default: file.Handler })))

/** Provides the session to the whole app, shows the pages below /handler, and shows errors of hooks. */
export const Auth = ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider options={options}>
    <Toaster>
      <ErrorBoundary>
        {usePath()?.startsWith("/handler/") ? (
          <Suspense>
            <Handler />
          </Suspense>
        ) : (
          children
        )}
      </ErrorBoundary>
    </Toaster>
  </AuthProvider>
)
