import { Avatar } from "#screens/components/Avatar"
import { Badge } from "#screens/components/Badge"
import { Card } from "#screens/components/Card"
import { CopyButton } from "#screens/components/CopyButton"
import { Facts } from "#screens/components/Facts"
import { RelativeTime } from "#screens/components/RelativeTime"
import type { User, UserDetails } from "../../../../../backend/AdminUsersContract.ts"
import { SignInMethods } from "./SignInMethods.tsx"
import { userName } from "./userName.ts"

/** A user at a glance. */
export const UserFacts = ({ details: { user } }: { readonly details: UserDetails }) => (
  <Card title={userName(user)}>
    <div className="user-facts">
      <Avatar name={userName(user)} image={user.profileImageUrl} size="large" />
      <SignInMethods user={user} />
    </div>
    <Facts
      facts={[
        [
          "ID",
          <span className="admin-id">
            <span className="gf-mono gf-truncate">{user.id}</span>
            <CopyButton isIcon text={user.id} what="user ID" />
          </span>
        ],
        ["Email address", <EmailAddress user={user} />],
        ["Signed up", <RelativeTime date={user.signedUpAt} />],
        ["Last active", <RelativeTime date={user.lastActiveAt} />]
      ]}
    />
  </Card>
)

const EmailAddress = ({ user: { primaryEmail, primaryEmailVerified } }: { readonly user: User }) =>
  primaryEmail === null ? (
    "None"
  ) : (
    <span className="gf-row">
      {primaryEmail}
      {primaryEmailVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
    </span>
  )
