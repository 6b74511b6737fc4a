/** Shows the account of the signed-in user, or a form to become one. */
import { useUser } from "gatefold/react"
import { useState } from "react"
import { Auth } from "./auth/Auth"
import { Account } from "./screens/Account"
import { SignIn } from "./screens/SignIn"
import { SignUp } from "./screens/SignUp"

const Screens = () => {
  const user = useUser()
  const [isNew, setIsNew] = useState(false)
  if (user !== null) return <Account user={user} />
  return isNew ? <SignUp onSignIn={() => setIsNew(false)} /> : <SignIn onSignUp={() => setIsNew(true)} />
}

export const App = () => (
  <Auth>
    <Screens />
  </Auth>
)
