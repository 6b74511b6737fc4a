import { useResource } from "gatefold/react"
import { Link, Route, Routes, useParams } from "react-router"
import { Icon } from "#screens/components/Icon"
import { Loaded } from "#screens/components/Loaded"
import { NotFound } from "#screens/components/NotFound"
import { SegmentedNav } from "../../../components/SegmentedNav.tsx"
import * as Admin from "../Admin.ts"
import { EditUser } from "./EditUser.tsx"
import { UserApiKeys } from "./UserApiKeys.tsx"
import { UserExit } from "./UserExit.tsx"
import { UserFacts } from "./UserFacts.tsx"
import { UserMails } from "./UserMails.tsx"
import { UserMetadata } from "./UserMetadata.tsx"
import { UserPermissions } from "./UserPermissions.tsx"
import { UserRestriction } from "./UserRestriction.tsx"
import { UserSessions } from "./UserSessions.tsx"
import { UserTeams } from "./UserTeams.tsx"

/** Everything about one user. */
export const UserPage = () => {
  const { userId = "" } = useParams()
  const details = useResource(Admin.getUser, { userId }, { as: "result" })
  const here = `/admin/users/${userId}`
  return (
    <>
      <p>
        <Link className="admin-back" to="/admin/users">
          <Icon name="chevronBack" />
          All users
        </Link>
      </p>
      <Loaded read={details} rows={5}>
        {(details) => (
          <div className="gf-stack-loose">
            <UserFacts details={details} />
            <SegmentedNav
              label="User"
              items={[
                { to: here, label: "Profile" },
                { to: `${here}/access`, label: "Access" },
                { to: `${here}/sessions`, label: "Sessions" },
                { to: `${here}/metadata`, label: "Metadata" },
                { to: `${here}/mails`, label: "Emails" }
              ]}
            />
            <Routes>
              <Route
                index
                element={
                  <>
                    <EditUser details={details} />
                    <UserRestriction details={details} />
                    <UserExit details={details} />
                  </>
                }
              />
              <Route
                path="access"
                element={
                  <>
                    <UserPermissions details={details} />
                    <UserTeams details={details} />
                    <UserApiKeys details={details} />
                  </>
                }
              />
              <Route path="sessions" element={<UserSessions details={details} />} />
              <Route path="metadata" element={<UserMetadata details={details} />} />
              <Route path="mails" element={<UserMails details={details} />} />
              <Route path="*" element={<NotFound />} />
            </Routes>
          </div>
        )}
      </Loaded>
    </>
  )
}
