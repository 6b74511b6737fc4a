import { useResource } from "gatefold/react"
import { Link } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Empty } from "#screens/components/Empty"
import { Notice } from "#screens/components/Notice"
import { RelativeTime } from "#screens/components/RelativeTime"
import type { User } from "../../../../../backend/AdminUsersContract.ts"
import { useKept } from "../../../lib/useKept.ts"
import * as Admin from "../Admin.ts"
import { PagedTable } from "../PagedTable.tsx"
import { pageOf } from "../Pager.tsx"
import { SignInMethods } from "./SignInMethods.tsx"
import { userName } from "./userName.ts"
import { userOrders } from "./userOrders.ts"
import type { UserList } from "./useUserList.ts"

/** One page of the user list. */
export const UserTable = ({ list: { order, pages, query } }: { readonly list: UserList }) => {
  const { desc, orderBy } = userOrders[order]
  const read = useKept(
    useResource(
      Admin.listUsers,
      { ...pageOf(pages, 10), orderBy, desc, ...(query !== "" && { query }) },
      { as: "result" }
    )
  )
  return (
    <>
      {read.value?.isPartial === true && (
        <Notice>More than 1,000 users match. Those 1,000 are sorted by activity who signed up last.</Notice>
      )}
      <PagedTable
        label="Users"
        columns={["User", { minor: "Sign-in methods" }, { minor: "Signed up" }, "Last active"]}
        read={read}
        pages={pages}
        empty={
          query === "" ? (
            <Empty title="No users yet">
              Users appear here when they sign up in your app. You can also create one here.
            </Empty>
          ) : (
            <Empty title="No user found">No user's name, email or ID contains this.</Empty>
          )
        }
        row={(user) => <UserRow key={user.id} user={user} />}
      />
    </>
  )
}

const UserRow = ({ user }: { readonly user: User }) => (
  <tr>
    <th scope="row">
      <span className="cell-user">
        <Avatar name={userName(user)} image={user.profileImageUrl} />
        <span className="gf-list-main">
          <Link className="gf-truncate" to={`/admin/users/${user.id}`}>
            {userName(user)}
          </Link>
          {user.displayName !== null && <span className="gf-muted gf-small gf-truncate">{user.primaryEmail}</span>}
        </span>
      </span>
    </th>
    <td data-minor>
      <SignInMethods user={user} />
    </td>
    <td data-minor>
      <RelativeTime date={user.signedUpAt} />
    </td>
    <td>
      <RelativeTime date={user.lastActiveAt} />
    </td>
  </tr>
)
