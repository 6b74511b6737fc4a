"use client"
import { Sessions } from "gatefold"
import { useAction, useUser } from "gatefold/react"
import Link from "next/link"

/** The same user in the browser: rendered on the server first, and not read again. */
export const Badge = () => {
  const user = useUser()
  const signOut = useAction(Sessions.signOut)
  if (user === null) return <Link href="/handler/sign-in">Sign in</Link>
  return (
    <p>
      <output>{user.displayName ?? user.primaryEmail}</output>{" "}
      <button onClick={() => void signOut.run()}>Sign out</button>
    </p>
  )
}
