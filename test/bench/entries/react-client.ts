/** The app of `password-client.ts` over hooks, without React itself. */
import { createElement } from "react"
import * as Password from "../../../src/client/Password.ts"
import * as Sessions from "../../../src/client/Sessions.ts"
import { AuthProvider } from "../../../src/react/AuthProvider.tsx"
import { useAction } from "../../../src/react/UseAction.ts"
import { useUser } from "../../../src/react/UseUser.ts"

const Home = () => {
  const user = useUser()
  const signIn = useAction(Password.signIn)
  const signOut = useAction(Sessions.signOut)
  const onClick = () =>
    user === null ? signIn.run({ email: "ann@example.org", password: "correct horse" }) : signOut.run()
  return createElement("button", { onClick }, user?.displayName ?? signIn.error?.message ?? "Sign in")
}

const options = { projectId: "project", publishableClientKey: "pck_key" }

export const App = () => createElement(AuthProvider, { options }, createElement(Home))
