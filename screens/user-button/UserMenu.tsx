import type { CurrentUser } from "gatefold"
import type { ReactNode } from "react"
import { Avatar } from "../components/Avatar.tsx"
import { Icon } from "../components/Icon.tsx"
import { Link } from "../components/Link.tsx"
import { Menu } from "../components/Menu.tsx"
import { nameOf } from "../lib/nameOf.ts"
import { pages } from "../lib/pages.ts"
import { useSignOut } from "../lib/useSignOut.ts"

export interface UserMenuProps {
  readonly user: CurrentUser.CurrentUser
  readonly children?: ReactNode
}

/** The user's picture, which opens the way to the account and out. */
export const UserMenu = ({ children, user }: UserMenuProps) => {
  const signOut = useSignOut()
  return (
    <Menu
      label="Your account"
      className="gf-user-button"
      button={<Avatar name={nameOf(user)} image={user.profileImageUrl} />}
    >
      <div className="gf-menu-heading">
        <strong className="gf-truncate">{nameOf(user)}</strong>
        {nameOf(user) !== user.primaryEmail && (
          <span className="gf-muted gf-small gf-truncate">{user.primaryEmail ?? "No e-mail address"}</span>
        )}
      </div>
      <Link to={pages.account}>
        <Icon name="user" /> Account settings
      </Link>
      {children}
      <button type="button" onClick={signOut}>
        <Icon name="signOut" /> Sign out
      </button>
    </Menu>
  )
}
