import { useAction } from "gatefold/react"
import { useState } from "react"
import { useNavigate } from "react-router"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { ConfirmDialog } from "#screens/components/ConfirmDialog"
import { useToast } from "#screens/components/Toaster"
import type { UserDetails } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"
import { userName } from "./userName.ts"

/** Deletes a user. */
export const UserExit = ({ details: { user } }: { readonly details: UserDetails }) => {
  const [isAsked, setAsked] = useState(false)
  const remove = useAction(Admin.deleteUser)
  const navigate = useNavigate()
  const tell = useToast()
  const name = userName(user)
  const run = async () => {
    const result = await remove.run({ userId: user.id })
    if (!result.ok) return
    tell(`${name} was deleted.`)
    void navigate("/admin/users")
  }
  return (
    <Card title="Delete user" description="Deletes the account and all its data. You cannot undo this." tone="danger">
      <div>
        <Button variant="danger-quiet" onClick={() => setAsked(true)}>
          Delete user
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirm="Delete user"
          typed={name}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => void run()}
          onClose={() => setAsked(false)}
        >
          The account goes with its memberships, sessions and addresses. This cannot be undone.
        </ConfirmDialog>
      )}
    </Card>
  )
}
