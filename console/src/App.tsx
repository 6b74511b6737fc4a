import { useEffect, useSyncExternalStore } from "react"
import { HashRouter } from "react-router"
import { ErrorBoundary } from "#screens/components/ErrorBoundary"
import { Toaster } from "#screens/components/Toaster"
import { Shell } from "./layout/Shell.tsx"
import { TokenForm } from "./layout/TokenForm.tsx"
import * as Live from "./lib/live.ts"
import { ProjectsRoot } from "./lib/Projects.tsx"
import { currentToken, onTokenChange } from "./lib/token.ts"

/** The console, for whoever has the token. */
export const App = () => {
  const token = useSyncExternalStore(onTokenChange, currentToken)
  useEffect(Live.start, [])
  return (
    <ErrorBoundary>
      <Toaster>
        {token === undefined ? (
          <TokenForm />
        ) : (
          // anew for another token: it may be of another start, with other data
          <HashRouter key={token}>
            <ProjectsRoot>
              <Shell />
            </ProjectsRoot>
          </HashRouter>
        )}
      </Toaster>
    </ErrorBoundary>
  )
}
