import type { CurrentUser } from "gatefold"
import { useUser } from "gatefold/react"
import type { ReactNode } from "react"

export interface RequireUserProps {
  readonly children: (user: CurrentUser.CurrentUser) => ReactNode
}

/**
 * Shows its content to signed-in users, including guests. Signed-out visitors
 * sign in first, and restricted users complete their missing steps first; both
 * come back here.
 */
export const RequireUser = ({ children }: RequireUserProps) => {
  const user = useUser({ or: "anonymous-if-exists" })
  return user !== null && (user.isAnonymous || !user.isRestricted) ? children(user) : <Elsewhere />
}

const Elsewhere = () => {
  useUser({ or: "redirect" })
  return null
}
