import { Card } from "#screens/components/Card"
import { Grants } from "../project/Grants.tsx"
import type { User } from "../../lib/users.ts"

/** The permissions of a user in the whole project; those in a team are on the team's page. */
export const UserPermissions = ({ user }: { readonly user: User }) => (
  <Card title="Permissions in the project" description="Those in a team are on the page of the team.">
    <Grants userId={user.id} />
  </Card>
)
