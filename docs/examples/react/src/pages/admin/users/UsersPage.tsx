import { useState } from "react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { SelectField } from "#screens/components/SelectField"
import { CreateUser } from "./CreateUser.tsx"
import { UserCount } from "./UserCount.tsx"
import { orderNames, orderOf, userOrders } from "./userOrders.ts"
import { UserSearch } from "./UserSearch.tsx"
import { UserTable } from "./UserTable.tsx"
import { useUserList } from "./useUserList.ts"

/** All users of the project. */
export const UsersPage = () => {
  const list = useUserList()
  const [isCreating, setCreating] = useState(false)
  return (
    <Card
      title="Users"
      description={<UserCount query={list.query} />}
      actions={
        <Button variant="primary" onClick={() => setCreating(true)}>
          Create user
        </Button>
      }
    >
      <div className="gf-inline-form">
        <UserSearch query={list.query} onSearch={list.search} />
        <SelectField
          label="Sort"
          value={list.order}
          onChange={({ currentTarget }) => list.sort(orderOf(currentTarget.value))}
        >
          {orderNames.map((name) => (
            <option key={name} value={name}>
              {userOrders[name].label}
            </option>
          ))}
        </SelectField>
      </div>
      <UserTable list={list} />
      {isCreating && <CreateUser onClose={() => setCreating(false)} />}
    </Card>
  )
}
