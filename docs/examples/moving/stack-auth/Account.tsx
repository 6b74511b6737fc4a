import { CurrentUser, Navigation, Sessions } from "gatefold"
import { AuthHandler, AuthProvider, useAction, useTeams, useUser } from "gatefold/react"

const options = {
  projectId: "your-project-id",
  publishableClientKey: "pck_your_key",
  navigation: Navigation.layerWindow
}

const Account = () => {
  const user = useUser({ or: "redirect" })
  const teams = useTeams()
  const rename = useAction(CurrentUser.setDisplayName)
  const signOut = useAction(Sessions.signOut)
  return (
    <>
      <h1>Hello {user.displayName}</h1>
      <p>You are in {teams.length} teams.</p>
      <button onClick={() => void rename.run("Ann")}>Call me Ann</button>
      <button onClick={() => void signOut.run()}>Sign out</button>
    </>
  )
}

export const App = () => (
  <AuthProvider options={options}>
    {location.pathname.startsWith("/handler/") ? (
      <AuthHandler screens={{ signIn: () => <p>Your form</p>, signUp: () => <p>Your form</p> }} />
    ) : (
      <Account />
    )}
  </AuthProvider>
)
