import { NavLink, useParams } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Badge } from "#screens/components/Badge"
import { Empty } from "#screens/components/Empty"
import { CopyId } from "../../components/CopyId.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { When } from "../../components/When.tsx"
import { useThreads, findUser } from "../../lib/activity.ts"
import { useProject } from "../../lib/Project.tsx"
import { useProjects } from "../../lib/Projects.tsx"
import { useCurrentInView } from "../../lib/useCurrentInView.ts"
import { useRead } from "../../lib/useRead.ts"
import { formatUserName, type User } from "../../lib/users.ts"
import { ApiKeys } from "../project/ApiKeys.tsx"
import { Timeline } from "../timeline/Timeline.tsx"
import { DeleteUser } from "./DeleteUser.tsx"
import { EditUser } from "./EditUser.tsx"
import { Impersonate } from "./Impersonate.tsx"
import { SetPassword } from "./SetPassword.tsx"
import { UserMetadata } from "./UserMetadata.tsx"
import { UserPermissions } from "./UserPermissions.tsx"
import { UserProviderAccounts } from "./UserProviderAccounts.tsx"
import { UserSessions } from "./UserSessions.tsx"
import { UserSignIn } from "./UserSignIn.tsx"
import { Methods } from "./UsersPage.tsx"
import { UserTeams } from "./UserTeams.tsx"

const parts = [
  { path: "", label: "Profile" },
  { path: "sign-in", label: "Sign-in" },
  { path: "sessions", label: "Sessions" },
  { path: "access", label: "Teams and permissions" },
  { path: "activity", label: "Activity" },
  { path: "keys", label: "API keys" },
  { path: "metadata", label: "Metadata" }
]

/** Everything about one user: identity, state and the usual actions first. */
export const UserPage = () => {
  const { app, id, to } = useProject()
  const { part = "", userId = "" } = useParams()
  const read = useRead(`user ${id} ${userId}`, (signal) => app.users.find(userId, { signal }))
  const user = read.status === "done" ? read.value : null
  return (
    <Page
      title={user === null ? "User" : formatUserName(user)}
      back={{ to: to("users"), label: "All users" }}
      {...(user !== null && { header: <UserHeader user={user} /> })}
    >
      <Loaded read={read} rows={6}>
        {(user) =>
          user === null ? (
            <Empty title="This user does not exist">It may have been deleted.</Empty>
          ) : (
            <>
              <Tabs userId={user.id} />
              <Part user={user} part={part} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const Tabs = ({ userId }: { readonly userId: string }) => {
  const { to } = useProject()
  const tabs = useCurrentInView()
  return (
    <nav className="tabs" aria-label="User" ref={tabs}>
      {parts.map(({ label, path }) => (
        <NavLink key={path} end to={to(`users/${userId}${path === "" ? "" : `/${path}`}`)}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}

const UserHeader = ({ user }: { readonly user: User }) => (
  <header className="profile">
    <Avatar name={formatUserName(user)} image={user.profileImageUrl} size="large" />
    <div className="profile-main">
      <h1 className="gf-break">{formatUserName(user)}</h1>
      <p className="gf-row">
        <span className="gf-break">{user.primaryEmail ?? "No email address"}</span>
        <States user={user} />
      </p>
    </div>
    <div className="profile-actions">
      <Impersonate user={user} />
      <SetPassword user={user} />
      <DeleteUser user={user} />
    </div>
    <dl className="profile-facts">
      <div>
        <dt>Signed up</dt>
        <dd>
          <When at={user.signedUpAt} />
        </dd>
      </div>
      <div>
        <dt>Last active</dt>
        <dd>
          <When at={user.lastActiveAt} />
        </dd>
      </div>
      <div>
        <dt>Sign-in methods</dt>
        <dd>
          <Methods user={user} />
        </dd>
      </div>
      <div className="profile-id">
        <dt className="gf-visually-hidden">ID</dt>
        <dd>
          <CopyId text={user.id} what="user ID" />
        </dd>
      </div>
    </dl>
  </header>
)

const States = ({ user }: { readonly user: User }) => (
  <>
    {user.primaryEmail !== null &&
      (user.primaryEmailVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>)}
    {user.isAnonymous && <Badge tone="warning">Guest</Badge>}
    {user.isRestricted && !user.isAnonymous && <Badge tone="warning">Restricted</Badge>}
  </>
)

const Part = ({ part, user }: { readonly part: string; readonly user: User }) => {
  const { isCurrent } = useProjects()
  switch (part) {
    case "":
      return <EditUser user={user} />
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
    case "activity":
      return <UserActivity user={user} />
    case "keys":
      return <ApiKeys owner={{ userId: user.id }} />
    case "metadata":
      return <UserMetadata user={user} />
    default:
      return <Empty title="This page does not exist" />
  }
}

/** The requests of a user, and the emails to their address. */
const UserActivity = ({ user }: { readonly user: User }) => {
  const read = useThreads()
  return (
    <Loaded read={read} rows={5}>
      {(threads) => {
        const userThreads = threads.filter(
          (thread) => findUser(thread) === user.id || thread.mails.some(({ to }) => to === user.primaryEmail)
        )
        return userThreads.length === 0 ? (
          <Empty title="No activity yet">Requests of this user, and the emails they cause, appear here.</Empty>
        ) : (
          <Timeline threads={userThreads} />
        )
      }}
    </Loaded>
  )
}
