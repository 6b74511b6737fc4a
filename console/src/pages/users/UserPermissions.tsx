import { Card } from "#screens/components/Card"
import type { User } from "../../lib/users.ts"
import { Grants } from "../project/Grants.tsx"

/** The project permissions of a user. Team permissions are on the page of the team. */
export const UserPermissions = ({ user }: { readonly user: User }) => (
  <Card
    title="Project permissions"
    description="They apply in the whole project. Team permissions are on the page of each team."
  >
    <Grants userId={user.id} />
  </Card>
)
