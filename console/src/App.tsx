import { useEffect, useSyncExternalStore } from "react"
import { HashRouter } from "react-router"
import { ErrorBoundary } from "#screens/components/ErrorBoundary"
import { Toaster } from "#screens/components/Toaster"
import { Shell } from "./layout/Shell.tsx"
import { TokenForm } from "./layout/TokenForm.tsx"
import * as Live from "./lib/live.ts"
import { ProjectsRoot } from "./lib/Projects.tsx"
import { readToken, onTokenChange } from "./lib/token.ts"

/** The console, once the token is known. */
export const App = () => {
  const token = useSyncExternalStore(onTokenChange, readToken)
  useEffect(Live.start, [])
  return (
    <ErrorBoundary>
      <Toaster>
        {token === undefined ? (
          <TokenForm />
        ) : (
          // Another token may come from another start, with other data: everything mounts again.
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
