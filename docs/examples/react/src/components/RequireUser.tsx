import type { CurrentUser } from "gatefold"
import { useUser } from "gatefold/react"
import type { ReactNode } from "react"

export interface RequireUserProps {
  readonly children: (user: CurrentUser.CurrentUser) => ReactNode
}

/** For everybody who is signed in, guests too; whoever is not signs in first, and comes back here. */
export const RequireUser = ({ children }: RequireUserProps) => {
  const user = useUser({ or: "anonymous-if-exists" })
  return user === null ? <ToSignIn /> : children(user)
}

const ToSignIn = () => {
  useUser({ or: "redirect" })
  return null
}
