import { Ids } from "gatefold"
import { useResource } from "gatefold/react"
import { Link, useParams } from "react-router"
import type { UserDetails } from "../../../../backend/AdminContract.ts"
import { Avatar } from "../../components/Avatar.tsx"
import { Badge } from "../../components/Badge.tsx"
import { Card } from "../../components/Card.tsx"
import { Facts } from "../../components/Facts.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { RelativeTime } from "../../components/RelativeTime.tsx"
import * as Admin from "./Admin.ts"
import { UserExit } from "./UserExit.tsx"
import { userName } from "./userName.ts"
import { UserRestriction } from "./UserRestriction.tsx"
import { UserPermissions } from "./UserPermissions.tsx"
import { SignInMethods } from "./UsersPage.tsx"

/** Everything about one user. */
export const UserPage = () => {
  const { userId = "" } = useParams()
  const details = useResource(Admin.getUser, { userId: Ids.UserId.unchecked(userId) }, { as: "result" })
  return (
    <>
      <p>
        <Link to="/admin/users">All users</Link>
      </p>
      <Loaded read={details} rows={5}>
        {(details) => (
          <div className="stack-loose">
            <UserFacts details={details} />
            <UserPermissions details={details} />
            <UserRestriction details={details} />
            <UserExit details={details} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const UserFacts = ({ details: { sessionCount, teams, user } }: { readonly details: UserDetails }) => (
  <Card title={userName(user)}>
    <div className="profile">
      <Avatar name={userName(user)} image={user.profileImageUrl} size="large" />
      <SignInMethods user={user} />
    </div>
    <Facts
      facts={[
        ["Id", <span className="mono">{user.id}</span>],
        [
          "E-mail address",
          user.primaryEmail === null ? (
            "None"
          ) : (
            <span className="row">
              {user.primaryEmail}
              {user.primaryEmailVerified ? (
                <Badge tone="success">Verified</Badge>
              ) : (
                <Badge tone="warning">Not verified</Badge>
              )}
            </span>
          )
        ],
        ["Signed up", <RelativeTime date={user.signedUpAt} />],
        ["Last active", <RelativeTime date={user.lastActiveAt} />],
        ["Sessions", sessionCount],
        ["Teams", teams.length === 0 ? "None" : teams.map(({ displayName }) => displayName).join(", ")]
      ]}
    />
  </Card>
)
