/**
 * A small app with every screen, as `gatefold init` and `gatefold add all` would write it. The page says its language.
 */
import { lazy, type ReactNode, Suspense } from "react"
import { createRoot } from "react-dom/client"
import { ErrorBoundary } from "../../../screens/components/ErrorBoundary.tsx"
import { Toaster } from "../../../screens/components/Toaster.tsx"
import { historyNavigation, usePath } from "../../../screens/lib/url.ts"
import type { ReadMembers } from "../../../screens/lib/useMemberDetails.ts"
import { type AuthOptions, AuthProvider } from "../../../src/react/index.ts"

declare global {
  var settings: AuthOptions
}

const Handler = lazy(() => import("../../../screens/handler/Handler.tsx").then((file) => ({ default: file.Handler })))
const Account = lazy(() => import("../../../screens/account/Account.tsx").then((file) => ({ default: file.Account })))
const TeamSettings = lazy(() =>
  import("../../../screens/team-settings/TeamSettings.tsx").then((file) => ({ default: file.TeamSettings }))
)
const Menus = lazy(() => import("./Menus.tsx"))

const readMembers: ReadMembers = async (teamId) => (await fetch(`/members?team=${teamId}`)).json()

const logo = (
  <span style={{ display: "flex", alignItems: "center", gap: "0.625rem", fontWeight: 650, fontSize: "1.0625rem" }}>
    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden>
      <rect width="28" height="28" rx="8" fill="#4348c9" />
      <path d="M14 7 21 20.5h-3.6L14 13.6l-3.4 6.9H7z" fill="#fff" />
    </svg>
    Acme
  </span>
)

const legal = (
  <>
    <a href="/terms">Terms</a> · <a href="/privacy">Privacy</a>
  </>
)

const choosePage = (path: string): ReactNode => {
  if (path.startsWith("/handler/")) return <Handler legal={legal} logo={logo} />
  if (path.startsWith("/account")) return <Account />
  if (path.startsWith("/teams")) return <TeamSettings readMembers={readMembers} />
  return <Menus />
}

const options = { ...globalThis.settings, navigation: historyNavigation }

const App = () => {
  const path = usePath() ?? "/"
  return (
    <AuthProvider options={options}>
      <Toaster>
        <ErrorBoundary>
          <Suspense>{choosePage(path)}</Suspense>
        </ErrorBoundary>
      </Toaster>
    </AuthProvider>
  )
}

const root = document.createElement("div")
document.body.append(root)
createRoot(root).render(<App />)
