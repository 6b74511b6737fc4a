import type { CurrentUser } from "gatefold"
import { useUser } from "gatefold/react"
import type { ReactNode } from "react"

export interface RequireUserProps {
  readonly children: (user: CurrentUser.CurrentUser) => ReactNode
}

/**
 * For everybody who is signed in, guests too. Whoever is not signs in first, and
 * whoever is restricted does first what they have to; both come back here.
 */
export const RequireUser = ({ children }: RequireUserProps) => {
  const user = useUser({ or: "anonymous-if-exists" })
  return user !== null && (user.isAnonymous || !user.isRestricted) ? children(user) : <Elsewhere />
}

const Elsewhere = () => {
  useUser({ or: "redirect" })
  return null
}
