"use client"
import { useUser } from "gatefold/react"
import type { ReactNode } from "react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { pages } from "../lib/pages.ts"
import { UserMenu } from "./UserMenu.tsx"

export interface UserButtonProps {
  /** Links of your own in the menu, between the account and signing out. */
  readonly children?: ReactNode
}

/** Who is signed in, with a menu, or the way to sign in. Nothing jumps while that is not known yet. */
export const UserButton = ({ children }: UserButtonProps) => {
  const user = useUser({ or: "anonymous-if-exists", as: "value" })
  return (
    <div className="gf gf-inline">
      {user === undefined ? (
        <span className="gf-user-placeholder" />
      ) : user === null ? (
        <ButtonLink variant="primary" size="small" to={pages.signIn}>
          Sign in
        </ButtonLink>
      ) : (
        <UserMenu user={user}>{children}</UserMenu>
      )}
    </div>
  )
}
