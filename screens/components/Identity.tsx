import type { CurrentUser } from "gatefold"
import { formatUserName } from "../lib/userName.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { Avatar } from "./Avatar.tsx"

/** A user's picture, name and email. */
export const Identity = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useAuthText()
  const name = formatUserName(t, user)
  const email = user.primaryEmail ?? t.terminal.noEmail
  return (
    <div className="gf-identity">
      <Avatar name={name} image={user.profileImageUrl} />
      <div className="gf-list-main">
        <strong className="gf-truncate">{name}</strong>
        {email !== name && <span className="gf-muted gf-small gf-truncate">{email}</span>}
      </div>
    </div>
  )
}
