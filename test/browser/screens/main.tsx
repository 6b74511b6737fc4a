/** A small app with the screens, for screens.test.ts. What it shows is said by the page that loads it. */
import { type AuthOptions, AuthProvider } from "gatefold/react"
import { lazy, Suspense } from "react"
import { createRoot } from "react-dom/client"
import { ErrorBoundary } from "../../../screens/components/ErrorBoundary.tsx"
import { Toaster } from "../../../screens/components/Toaster.tsx"
// @ts-expect-error -- Vite bundles stylesheets, TypeScript does not know them
import "../../../screens/gatefold.css"
import { historyNavigation, usePath } from "../../../screens/lib/url.ts"

declare global {
  var settings: AuthOptions
}

// As `gatefold init` writes it.
const Handler = lazy(() => import("../../../screens/handler/Handler.tsx").then((file) => ({ default: file.Handler })))

const App = () => (
  <AuthProvider options={{ ...globalThis.settings, navigation: historyNavigation }}>
    <Toaster>
      <ErrorBoundary>
        {usePath()?.startsWith("/handler/") === true ? (
          <Suspense>
            <Handler legal={<a href="/terms">Terms</a>} logo={<strong>Acme</strong>} />
          </Suspense>
        ) : (
          <main>
            <h1>Home</h1>
          </main>
        )}
      </ErrorBoundary>
    </Toaster>
  </AuthProvider>
)

const root = document.createElement("div")
root.id = "root"
document.body.append(root)
createRoot(root).render(<App />)
