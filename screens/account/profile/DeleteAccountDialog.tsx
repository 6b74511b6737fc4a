import { CurrentUser } from "gatefold"
import { useAction, useNavigate } from "gatefold/react"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { isGuest } from "../../lib/nameOf.ts"
import { pages } from "../../lib/pages.ts"

export interface DeleteAccountDialogProps {
  readonly user: CurrentUser.CurrentUser
  readonly onClose: () => void
}

export const DeleteAccountDialog = ({ onClose, user }: DeleteAccountDialogProps) => {
  const remove = useAction(CurrentUser.delete)
  const navigate = useNavigate()
  const tell = useToast()
  const confirm = async () => {
    const result = await remove.run()
    if (!result.ok) return
    tell("Your account was deleted")
    navigate(pages.home, { replace: true })
  }
  return (
    <ConfirmDialog
      title="Delete your account?"
      confirm="Delete account"
      typed={user.primaryEmail ?? user.displayName ?? "delete"}
      needsRecentSignIn={!isGuest(user)}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      Everything that belongs to it is deleted as well, and nobody can bring it back.
    </ConfirmDialog>
  )
}
