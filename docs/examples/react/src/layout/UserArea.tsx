import { useUser } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { UserMenu } from "./UserMenu.tsx"

/** Who is signed in, or the way to sign in. Nothing jumps while that is not known yet. */
export const UserArea = () => {
  const user = useUser({ or: "anonymous-if-exists", as: "value" })
  if (user === undefined) return <span className="user-placeholder" />
  if (user !== null) return <UserMenu user={user} />
  return (
    <ButtonLink variant="primary" size="small" to="/handler/sign-in">
      Sign in
    </ButtonLink>
  )
}
