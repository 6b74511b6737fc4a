import { useAction } from "gatefold/react"
import { useState } from "react"
import { useNavigate } from "react-router"
import type { UserDetails } from "../../../../backend/AdminContract.ts"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { FormError } from "../../components/FormError.tsx"
import { useToast } from "../../components/Toaster.tsx"
import * as Admin from "./Admin.ts"
import { userName } from "./userName.ts"

/** Signs a user out everywhere, or deletes the account. */
export const UserExit = ({ details: { user } }: { readonly details: UserDetails }) => {
  const [isAsked, setAsked] = useState(false)
  const signOut = useAction(Admin.signOutUser)
  const remove = useAction(Admin.deleteUser)
  const navigate = useNavigate()
  const tell = useToast()
  const endSessions = async () => {
    const result = await signOut.run({ userId: user.id })
    if (result.ok) tell(`${userName(user)} was signed out everywhere.`)
  }
  const deleteUser = async () => {
    const result = await remove.run({ userId: user.id })
    if (!result.ok) return
    tell(`${userName(user)} was deleted.`)
    void navigate("/admin/users")
  }
  return (
    <Card title="Ways out" tone="danger">
      <FormError error={signOut.error} />
      <div className="row">
        <Button isPending={signOut.isPending} onClick={() => void endSessions()}>
          Sign out everywhere
        </Button>
        <Button variant="danger-quiet" onClick={() => setAsked(true)}>
          Delete user
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`Delete ${userName(user)}?`}
          confirm="Delete user"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => void deleteUser()}
          onClose={() => setAsked(false)}
        >
          The account goes with its memberships, sessions and addresses. This cannot be undone.
        </ConfirmDialog>
      )}
    </Card>
  )
}
