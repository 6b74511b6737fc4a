/** A small app without pages of its own for signing in: the service hosts them. */
import { HostedPages, Navigation, Redirect } from "gatefold"
import { type AuthOptions, AuthProvider, useAction, useUser } from "gatefold/react"
import { createRoot } from "react-dom/client"
import { ErrorBoundary } from "../../../screens/components/ErrorBoundary.tsx"
// @ts-expect-error -- Vite bundles stylesheets, TypeScript does not know them
import "../../../screens/gatefold.css"

declare global {
  var settings: AuthOptions
}

const Private = () => {
  const user = useUser({ or: "redirect" })
  const go = useAction(Redirect.to)
  return (
    <>
      <h1>Private</h1>
      <output>Signed in as {user.primaryEmail}</output>
      <button onClick={() => void go.run("accountSettings")}>Account</button>
      <button onClick={() => void go.run("signOut")}>Sign out</button>
    </>
  )
}

const Home = () => {
  const user = useUser()
  const go = useAction(Redirect.to)
  return (
    <>
      <h1>Home</h1>
      <output>{user === null ? "Nobody is signed in" : `Signed in as ${user.primaryEmail}`}</output>
      <button onClick={() => void go.run("signUp")}>Sign up</button>
    </>
  )
}

const root = document.createElement("div")
document.body.append(root)
createRoot(root).render(
  <ErrorBoundary>
    <AuthProvider
      options={{
        ...globalThis.settings,
        navigation: Navigation.layerWindow,
        hostedPages: HostedPages.layer,
        urls: { default: { type: "hosted" } }
      }}
    >
      <ErrorBoundary>
        <main>{location.pathname === "/private" ? <Private /> : <Home />}</main>
      </ErrorBoundary>
    </AuthProvider>
  </ErrorBoundary>
)
