"use client"
import { useUser } from "gatefold/react"
import type { ReactNode } from "react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { Root } from "../components/Root.tsx"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"
import { UserMenu } from "./UserMenu.tsx"

export interface UserButtonProps {
  /** Links of your own in the menu, between the account and signing out. */
  readonly children?: ReactNode
}

const placeholder = <span className="gf-user-placeholder" />

/** Who is signed in, with a menu, or the way to sign in. Nothing jumps while that is not known yet. */
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
