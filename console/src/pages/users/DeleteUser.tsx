import { useNavigate } from "react-router"
import { Card } from "#screens/components/Card"
import { DialogButton } from "../../components/DialogButton.tsx"
import { useProject } from "../../lib/Project.tsx"
import { nameOf, type User } from "../../lib/users.ts"

/** Deletes a user. */
export const DeleteUser = ({ user }: { readonly user: User }) => {
  const { app, to } = useProject()
  const navigate = useNavigate()
  return (
    <Card title="Delete user" description="The account goes with all that belongs to it." tone="danger">
      <div>
        <DialogButton
          button="Delete user"
          variant="danger-quiet"
          title={`Delete ${nameOf(user)}?`}
          submit="Delete user"
          tone="danger"
          done={`${nameOf(user)} was deleted.`}
          act={async () => {
            await app.users.delete(user.id)
            await navigate(to("users"))
          }}
        >
          <p>Sessions, memberships, addresses and keys go, too. A snapshot taken before brings them back.</p>
        </DialogButton>
      </div>
    </Card>
  )
}
