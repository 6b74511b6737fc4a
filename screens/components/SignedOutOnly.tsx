import { useUser } from "gatefold/react"
import { type ReactNode, useState } from "react"
import { AlreadySignedIn } from "./AlreadySignedIn.tsx"
import { CardSkeleton } from "./PageSkeleton.tsx"

/**
 * Shows its content to visitors who were signed out when they came, until they
 * leave. It stays during a sign-in, because a redirect follows.
 */
export const SignedOutOnly = ({ children }: { readonly children: ReactNode }) => {
  const user = useUser({ as: "value" })
  const [first, setFirst] = useState(user)
  if (first === undefined && user !== undefined) setFirst(user)
  if (first === undefined) return <CardSkeleton />
  return first === null ? children : <AlreadySignedIn user={first} />
}
