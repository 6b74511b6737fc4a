import { Ids } from "gatefold"
import { NavLink, useParams } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Empty } from "#screens/components/Empty"
import { Facts } from "#screens/components/Facts"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { Secret } from "../../components/Secret.tsx"
import { When } from "../../components/When.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useProjects } from "../../lib/Projects.tsx"
import { useRead } from "../../lib/useRead.ts"
import { nameOf, type User } from "../../lib/users.ts"
import { ApiKeys } from "../project/ApiKeys.tsx"
import { DeleteUser } from "./DeleteUser.tsx"
import { EditUser } from "./EditUser.tsx"
import { Impersonate } from "./Impersonate.tsx"
import { Methods } from "./UsersPage.tsx"
import { UserMetadata } from "./UserMetadata.tsx"
import { UserPermissions } from "./UserPermissions.tsx"
import { UserProviderAccounts } from "./UserProviderAccounts.tsx"
import { UserSessions } from "./UserSessions.tsx"
import { UserSignIn } from "./UserSignIn.tsx"
import { UserTeams } from "./UserTeams.tsx"

const parts = [
  { path: "", label: "Profile" },
  { path: "sign-in", label: "Sign-in" },
  { path: "sessions", label: "Sessions" },
  { path: "access", label: "Teams and permissions" },
  { path: "keys", label: "API keys" },
  { path: "metadata", label: "Metadata" }
]

/** Everything about one user. */
export const UserPage = () => {
  const { app, id, to } = useProject()
  const { part = "", userId = "" } = useParams()
  const read = useRead(`user ${id} ${userId}`, (signal) => app.users.find(Ids.UserId.unchecked(userId), { signal }))
  const back = { to: to("users"), label: "All users" }
  const user = read.status === "done" ? read.value : null
  return (
    <Page
      title={user === null ? "User" : nameOf(user)}
      back={back}
      actions={user !== null && <Impersonate user={user} />}
    >
      <Loaded read={read} rows={6}>
        {(user) =>
          user === null ? (
            <Empty title="There is no such user">It may have been deleted.</Empty>
          ) : (
            <>
              <UserSummary user={user} />
              <nav className="gf-segments" aria-label="User">
                {parts.map(({ label, path }) => (
                  <NavLink key={path} end to={to(`users/${user.id}${path === "" ? "" : `/${path}`}`)}>
                    {label}
                  </NavLink>
                ))}
              </nav>
              <Part user={user} part={part} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const Part = ({ part, user }: { readonly part: string; readonly user: User }) => {
  const { isCurrent } = useProjects()
  switch (part) {
    case "":
      return (
        <>
          <EditUser user={user} />
          <DeleteUser user={user} />
        </>
      )
    case "sign-in":
      return (
        <>
          <UserSignIn user={user} />
          {isCurrent && <UserProviderAccounts user={user} />}
        </>
      )
    case "sessions":
      return <UserSessions user={user} />
    case "access":
      return (
        <>
          <UserTeams user={user} />
          <UserPermissions user={user} />
        </>
      )
    case "keys":
      return <ApiKeys owner={{ userId: user.id }} />
    case "metadata":
      return <UserMetadata user={user} />
    default:
      return <Empty title="There is nothing at this address" />
  }
}

const UserSummary = ({ user }: { readonly user: User }) => (
  <div className="summary">
    <Avatar name={nameOf(user)} image={user.profileImageUrl} size="large" />
    <div className="gf-stack-tight">
      <Methods user={user} />
      <Facts
        facts={[
          [
            "Address",
            user.primaryEmail === null
              ? "None"
              : `${user.primaryEmail} (${user.primaryEmailVerified ? "verified" : "not verified"})`
          ],
          ["Signed up", <When key="up" at={user.signedUpAt} />],
          ["Last active", <When key="active" at={user.lastActiveAt} />]
        ]}
      />
    </div>
    <Secret text={user.id} what="user id" />
  </div>
)
