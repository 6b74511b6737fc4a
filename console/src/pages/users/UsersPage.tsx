import { useDeferredValue, useState } from "react"
import { Link } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { CheckField } from "#screens/components/CheckField"
import { Empty } from "#screens/components/Empty"
import { ActButton } from "../../components/ActButton.tsx"
import { type Column, DataTable } from "../../components/DataTable.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { Search } from "../../components/Search.tsx"
import { Teach } from "../../components/Teach.tsx"
import { When } from "../../components/When.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useProjects } from "../../lib/Projects.tsx"
import { useAct } from "../../lib/useAct.ts"
import { useQuery } from "../../lib/useQuery.ts"
import { useRead } from "../../lib/useRead.ts"
import { listSignInMethods, formatUserName, type User } from "../../lib/users.ts"
import { CreateUser } from "./CreateUser.tsx"
import { addSampleUsers, samplePassword } from "./sampleUsers.ts"

const step = 100

/** The users of the project, newest first unless sorted otherwise. */
export const UsersPage = () => {
  const { app, id, to } = useProject()
  const { isCurrent } = useProjects()
  const [query, search] = useQuery("q")
  const [guests, showGuests] = useQuery("guests")
  const [limit, setLimit] = useState(step)
  const term = useDeferredValue(query.trim())
  const read = useRead(`users ${id} ${term} ${guests} ${limit}`, (signal) =>
    app.users.page(
      {
        limit,
        desc: true,
        orderBy: "signedUpAt",
        ...(term !== "" && { query: term }),
        // The service of 2025-06 lists everyone, and rejects both filters.
        ...(isCurrent && { includeRestricted: true, ...(guests !== "" && { includeAnonymous: true }) })
      },
      { signal }
    )
  )
  return (
    <Page
      title="Users"
      count={
        read.status === "done" && read.value.items.length > 0
          ? `${read.value.items.length}${read.value.nextCursor === null ? "" : "+"}`
          : undefined
      }
      description="Everyone with an account in this project."
      actions={<CreateUser />}
      tools={
        <>
          <Search label="Search by name, email or ID" value={query} onChange={search} />
          {isCurrent && (
            <CheckField
              label="Show guests"
              checked={guests !== ""}
              onChange={({ currentTarget }) => showGuests(currentTarget.checked ? "yes" : "")}
            />
          )}
        </>
      }
    >
      <Loaded read={read} rows={8}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <NoUsers isFiltered={term !== ""} />
          ) : (
            <section className="sheet" aria-label="All users">
              <DataTable
                label="Users"
                rows={items}
                keyOf={(user) => user.id}
                toOf={(user) => to(`users/${user.id}`)}
                initialSort="-created"
                columns={columns}
              />
              {nextCursor !== null && (
                <div className="more">
                  <Button onClick={() => setLimit(limit + step)}>Show more</Button>
                  <span className="gf-muted gf-small">Sorts the {items.length} users that are loaded.</span>
                </div>
              )}
            </section>
          )
        }
      </Loaded>
    </Page>
  )
}

const columns: ReadonlyArray<Column<User>> = [
  { id: "name", label: "User", by: formatUserName, cell: (user) => <UserCell user={user} /> },
  {
    id: "methods",
    label: "Sign-in methods",
    isMinor: true,
    by: (user) => listSignInMethods(user).join(" "),
    cell: (user) => <Methods user={user} />
  },
  {
    id: "created",
    label: "Signed up",
    isMinor: true,
    by: ({ signedUpAt }) => Number(signedUpAt),
    cell: ({ signedUpAt }) => <When at={signedUpAt} />
  },
  {
    id: "active",
    label: "Last active",
    by: ({ lastActiveAt }) => Number(lastActiveAt),
    cell: ({ lastActiveAt }) => <When at={lastActiveAt} />
  }
]

const UserCell = ({ user }: { readonly user: User }) => {
  const { to } = useProject()
  const hasName = user.displayName !== null && user.displayName !== ""
  return (
    <span className="cell-user">
      <Avatar name={formatUserName(user)} image={user.profileImageUrl} />
      <span className="gf-list-main">
        <Link className="gf-truncate row-link" data-row to={to(`users/${user.id}`)}>
          {formatUserName(user)}
        </Link>
        {hasName && <span className="gf-muted gf-small gf-truncate">{user.primaryEmail}</span>}
      </span>
      {user.isAnonymous && <Badge tone="warning">Guest</Badge>}
      {user.isRestricted && !user.isAnonymous && <Badge tone="warning">Restricted</Badge>}
    </span>
  )
}

/** How a user signs in. */
export const Methods = ({ user }: { readonly user: User }) => (
  <span className="gf-row methods">
    {listSignInMethods(user).map((method) => (
      <Badge key={method}>{method}</Badge>
    ))}
    {user.isMultiFactorRequired && <Badge tone="success">Two-step verification</Badge>}
    {listSignInMethods(user).length === 0 && <span className="gf-muted gf-small">None</span>}
  </span>
)

const NoUsers = ({ isFiltered }: { readonly isFiltered: boolean }) => {
  const { id } = useProject()
  const act = useAct()
  if (isFiltered) return <Empty title="No user found">No name, email or ID matches.</Empty>
  return (
    <Teach
      icon="user"
      title="No users yet"
      action={
        <ActButton variant="primary" act={act} run={() => addSampleUsers(id)} done="Sample users added.">
          Add sample users
        </ActButton>
      }
    >
      <p>
        People who sign up in your app appear here at once. Sample users sign in with the password{" "}
        <code>{samplePassword}</code>.
      </p>
      <Failure error={act.error} />
    </Teach>
  )
}
