"use client"
import { useUser } from "gatefold/react"
import type { ReactNode } from "react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { Root } from "../components/Root.tsx"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"
import { UserMenu } from "./UserMenu.tsx"

export interface UserButtonProps {
  /** Your own links in the menu, between the account and "Sign out". */
  readonly children?: ReactNode
}

const placeholder = <span className="gf-user-placeholder" />

/**
 * Shows the signed-in user with a menu, or a sign-in button. It keeps its space while the session loads, so nothing
 * jumps.
 */
export const UserButton = ({ children }: UserButtonProps) => {
  const user = useUser({ or: "anonymous-if-exists", as: "value" })
  return (
    <Root isInline loading={placeholder}>
      {user === undefined ? placeholder : user === null ? <SignIn /> : <UserMenu user={user}>{children}</UserMenu>}
    </Root>
  )
}

const SignIn = () => {
  const t = useText()
  return (
    <ButtonLink variant="primary" size="small" to={pages.signIn}>
      {t.common.signIn}
    </ButtonLink>
  )
}
