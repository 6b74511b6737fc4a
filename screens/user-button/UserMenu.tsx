import type { CurrentUser } from "gatefold"
import type { ReactNode } from "react"
import { Avatar } from "../components/Avatar.tsx"
import { Icon } from "../components/Icon.tsx"
import { Link } from "../components/Link.tsx"
import { Menu } from "../components/Menu.tsx"
import { pages } from "../lib/pages.ts"
import { isGuest, formatUserName } from "../lib/userName.ts"
import { useSignOut } from "../lib/useSignOut.ts"
import { useText } from "../text/Text.tsx"

export interface UserMenuProps {
  readonly user: CurrentUser.CurrentUser
  readonly children?: ReactNode
}

/** The user's picture, which opens the way to the account and out. */
export const UserMenu = ({ children, user }: UserMenuProps) => {
  const t = useText()
  const signOut = useSignOut()
  const name = formatUserName(t, user)
  return (
    <Menu
      label={t.userButton.label}
      className="gf-user-button"
      button={<Avatar name={name} image={user.profileImageUrl} />}
    >
      <div className="gf-menu-heading">
        <Avatar name={name} image={user.profileImageUrl} />
        <div className="gf-menu-text">
          <strong className="gf-truncate">{name}</strong>
          {name !== user.primaryEmail && (
            <span className="gf-muted gf-small gf-truncate">{user.primaryEmail ?? t.userButton.noEmail}</span>
          )}
        </div>
      </div>
      {isGuest(user) && (
        <Link to={pages.account}>
          <Icon name="user" />
          {t.account.guestKeep}
        </Link>
      )}
      <Link to={pages.account}>
        <Icon name="settings" />
        {t.userButton.account}
      </Link>
      {children}
      <hr />
      <button type="button" onClick={signOut}>
        <Icon name="signOut" />
        {t.common.signOut}
      </button>
    </Menu>
  )
}
