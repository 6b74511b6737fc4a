import { AuthProvider, useUser } from "gatefold/react"
import { useEffect } from "react"
import { Account } from "#screens/account/Account"
import { ErrorBoundary } from "#screens/components/ErrorBoundary"
import { GoTo } from "#screens/components/GoTo"
import { Screen } from "#screens/components/Screen"
import { Toaster } from "#screens/components/Toaster"
import { Handler } from "#screens/handler/Handler"
import { usePath, useSearch } from "#screens/lib/url"
import { TeamSettings } from "#screens/team-settings/TeamSettings"
import { readAppPage, type Arrival } from "./arrive.ts"
import { readFrom } from "./continuation.ts"
import { Continue } from "./Continue.tsx"
import { Onboarding } from "./Onboarding.tsx"

/** The page of the URL. */
export const App = ({ app, continuation }: Arrival) => (
  <ErrorBoundary>
    <AuthProvider app={app}>
      <Toaster>
        <Page continuation={continuation} />
      </Toaster>
    </AuthProvider>
  </ErrorBoundary>
)

const Page = ({ continuation }: Pick<Arrival, "continuation">) => {
  const path = usePath()
  switch (path) {
    case "/handler/continue":
      return (
        <Screen auth={{}}>
          <Continue continuation={continuation} />
        </Screen>
      )
    case "/handler/onboarding":
      return (
        <Screen auth={{}}>
          <Onboarding />
        </Screen>
      )
    case "/handler/sign-in":
    case "/handler/sign-up":
      return (
        <Screen auth={{}}>
          <SignIn />
        </Screen>
      )
    default:
      if (path?.startsWith("/handler/") === true) return <Handler />
      if (path === "/teams" || path?.startsWith("/teams/") === true) return <TeamSettings />
      if (path === "/account" || path?.startsWith("/account/") === true) return <Account />
      return <Home />
  }
}

/** Where "Back to the app" leads. */
const Home = () => {
  const app = readAppPage()
  useEffect(() => {
    if (app !== null) location.replace(app)
  }, [app])
  return app === null ? <GoTo to="/account" /> : null
}

/** Users who are signed in here already go on to the app that sent them, without a question. */
const SignIn = () => {
  const user = useUser()
  const isAsked = readFrom(new URLSearchParams(useSearch())) !== undefined
  return isAsked && user !== null ? <GoTo to="/handler/continue" /> : <Handler />
}
