import { useDeferredValue, useState } from "react"
import { Link } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { CheckField } from "#screens/components/CheckField"
import { Empty } from "#screens/components/Empty"
import { Table } from "#screens/components/Table"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { Search } from "../../components/Search.tsx"
import { When } from "../../components/When.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useProjects } from "../../lib/Projects.tsx"
import { useQuery } from "../../lib/useQuery.ts"
import { useRead } from "../../lib/useRead.ts"
import { methodsOf, nameOf, type User } from "../../lib/users.ts"
import { CreateUser } from "./CreateUser.tsx"

const step = 50

/** The users of the project, newest first. */
export const UsersPage = () => {
  const { app, id } = useProject()
  const { isCurrent } = useProjects()
  const [query, search] = useQuery("q")
  const [guests, showGuests] = useQuery("guests")
  const [limit, setLimit] = useState(step)
  const wanted = useDeferredValue(query.trim())
  const read = useRead(`users ${id} ${wanted} ${guests} ${limit}`, (signal) =>
    app.users.list(
      {
        limit,
        desc: true,
        orderBy: "signedUpAt",
        ...(wanted !== "" && { query: wanted }),
        // the service of 2025-06 lists everybody, and refuses both
        ...(isCurrent && { includeRestricted: true, ...(guests !== "" && { includeAnonymous: true }) })
      },
      { signal }
    )
  )
  return (
    <Page title="Users" description="Who has an account in this project." actions={<CreateUser />}>
      <Card
        title="All users"
        actions={
          <div className="gf-row">
            <Search label="Search by name, address or id" value={query} onChange={search} />
            {isCurrent && (
              <CheckField
                label="Guests, too"
                checked={guests !== ""}
                onChange={({ currentTarget }) => showGuests(currentTarget.checked ? "yes" : "")}
              />
            )}
          </div>
        }
      >
        <Loaded read={read} rows={6}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <Empty title={wanted === "" ? "No users yet" : "Nobody found"}>
                {wanted === ""
                  ? "Whoever signs up in your app is listed here at once; or create somebody."
                  : "No user has this in their name, address or id."}
              </Empty>
            ) : (
              <>
                <Table label="Users" columns={["User", "Signs in with", "Signed up", "Last active"]}>
                  {items.map((user) => (
                    <UserRow key={user.id} user={user} />
                  ))}
                </Table>
                {nextCursor !== null && (
                  <div className="more">
                    <Button onClick={() => setLimit(limit + step)}>Show more</Button>
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

const UserRow = ({ user }: { readonly user: User }) => {
  const { to } = useProject()
  return (
    <tr>
      <th scope="row">
        <span className="cell-user">
          <Avatar name={nameOf(user)} image={user.profileImageUrl} />
          <span className="gf-list-main">
            <Link className="gf-truncate" to={to(`users/${user.id}`)}>
              {nameOf(user)}
            </Link>
            {user.displayName !== null && user.displayName !== "" && (
              <span className="gf-muted gf-small gf-truncate">{user.primaryEmail}</span>
            )}
          </span>
        </span>
      </th>
      <td>
        <Methods user={user} />
      </td>
      <td>
        <When at={user.signedUpAt} />
      </td>
      <td>
        <When at={user.lastActiveAt} />
      </td>
    </tr>
  )
}

/** How a user signs in, and what is special about that. */
export const Methods = ({ user }: { readonly user: User }) => (
  <span className="gf-row">
    {methodsOf(user).map((method) => (
      <Badge key={method}>{method}</Badge>
    ))}
    {user.isMultiFactorRequired && <Badge tone="success">Second factor</Badge>}
    {user.isAnonymous && <Badge tone="warning">Guest</Badge>}
    {user.isRestricted && !user.isAnonymous && <Badge tone="warning">Restricted</Badge>}
    {methodsOf(user).length === 0 && !user.isAnonymous && <span className="gf-muted">Nothing yet</span>}
  </span>
)
