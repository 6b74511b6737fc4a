import { useResource } from "gatefold/react"
import { Suspense, useDeferredValue, useState } from "react"
import { Link } from "react-router"
import type { User } from "../../../../backend/AdminContract.ts"
import { Avatar } from "../../components/Avatar.tsx"
import { Badge } from "../../components/Badge.tsx"
import { Card } from "../../components/Card.tsx"
import { CheckField } from "../../components/CheckField.tsx"
import { Empty } from "../../components/Empty.tsx"
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx"
import { Field } from "../../components/Field.tsx"
import { RelativeTime } from "../../components/RelativeTime.tsx"
import { Skeleton } from "../../components/Skeleton.tsx"
import { Table } from "../../components/Table.tsx"
import * as Admin from "./Admin.ts"
import { Pager, usePages } from "./Pager.tsx"
import { userName } from "./userName.ts"

const limit = 10

/** All users of the project. */
export const UsersPage = () => {
  const [query, setQuery] = useState("")
  const [newestFirst, setNewestFirst] = useState(true)
  // The old list stays until the new one is there.
  const shown = useDeferredValue(`${newestFirst} ${query.trim()}`)
  const isOld = shown !== `${newestFirst} ${query.trim()}`
  return (
    <Card title="Users">
      <div className="inline-form admin-search">
        <Field
          label="Search"
          type="search"
          placeholder="Name, e-mail address or id"
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <CheckField
          label="Newest first"
          checked={newestFirst}
          onChange={({ currentTarget }) => setNewestFirst(currentTarget.checked)}
        />
      </div>
      <Suspense fallback={<Skeleton rows={5} />}>
        <ErrorBoundary key={shown}>
          <UserTable newestFirst={shown.startsWith("true")} query={shown.slice(shown.indexOf(" ") + 1)} isOld={isOld} />
        </ErrorBoundary>
      </Suspense>
    </Card>
  )
}

interface UserTableProps {
  readonly query: string
  readonly newestFirst: boolean
  readonly isOld: boolean
}

const UserTable = ({ isOld, newestFirst, query }: UserTableProps) => {
  const pages = usePages()
  const { items, nextCursor } = useResource(Admin.listUsers, {
    limit,
    newestFirst,
    ...(query !== "" && { query }),
    ...(pages.cursor !== undefined && { cursor: pages.cursor })
  })
  if (items.length === 0) return <Empty title="Nobody found">No user has this in their name, address or id.</Empty>
  return (
    <>
      <div aria-busy={isOld || pages.isPending} className="admin-table">
        <Table label="Users" columns={["User", "Signs in with", "Signed up", "Last active"]}>
          {items.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </Table>
      </div>
      <Pager pages={pages} nextCursor={nextCursor} />
    </>
  )
}

const UserRow = ({ user }: { readonly user: User }) => (
  <tr>
    <th scope="row">
      <span className="cell-user">
        <Avatar name={userName(user)} image={user.profileImageUrl} />
        <span className="list-main">
          <Link className="truncate" to={`/admin/users/${user.id}`}>
            {userName(user)}
          </Link>
          {user.displayName !== null && <span className="muted small truncate">{user.primaryEmail}</span>}
        </span>
      </span>
    </th>
    <td>
      <SignInMethods user={user} />
    </td>
    <td>
      <RelativeTime date={user.signedUpAt} />
    </td>
    <td>
      <RelativeTime date={user.lastActiveAt} />
    </td>
  </tr>
)

/** How a user can sign in. */
export const SignInMethods = ({ user }: { readonly user: User }) => {
  const methods = [
    user.hasPassword && "Password",
    user.otpAuthEnabled && "Magic link",
    user.passkeyAuthEnabled && "Passkey",
    ...user.providers
  ].filter((method) => method !== false)
  return (
    <span className="row">
      {user.isAnonymous && <Badge tone="warning">Guest</Badge>}
      {user.isRestrictedByAdmin && <Badge tone="warning">Restricted</Badge>}
      {methods.map((method) => (
        <Badge key={method}>{method}</Badge>
      ))}
      {user.isMultiFactorRequired && <Badge tone="success">2FA</Badge>}
    </span>
  )
}
