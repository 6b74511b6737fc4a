"use client"
import { Sessions } from "gatefold"
import { useAction, useUser } from "gatefold/react"

/** The same user in the browser: rendered on the server first, and not read again. */
export const Badge = () => {
  const user = useUser()
  const signOut = useAction(Sessions.signOut)
  if (user === null) return null
  return (
    <p>
      <output>{user.displayName ?? user.primaryEmail}</output>{" "}
      <button onClick={() => void signOut.run()}>Sign out</button>
    </p>
  )
}
