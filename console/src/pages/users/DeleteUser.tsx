import { useNavigate } from "react-router"
import { DialogButton } from "../../components/DialogButton.tsx"
import { useProject } from "../../lib/Project.tsx"
import { formatUserName, type User } from "../../lib/users.ts"

/** Deletes a user. */
export const DeleteUser = ({ user }: { readonly user: User }) => {
  const { app, to } = useProject()
  const navigate = useNavigate()
  return (
    <DialogButton
      button="Delete user"
      variant="danger-quiet"
      title={`Delete ${formatUserName(user)}?`}
      submit="Delete user"
      tone="danger"
      done={`${formatUserName(user)} was deleted.`}
      act={async () => {
        await app.users.delete(user.id)
        await navigate(to("users"))
      }}
    >
      <p>This also deletes their sessions, memberships and keys. Save the state first to get them back.</p>
    </DialogButton>
  )
}
