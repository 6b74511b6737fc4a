import { CurrentUser } from "gatefold"
import { useAction, useNavigate } from "gatefold/react"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { pages } from "../../lib/pages.ts"
import { isGuest } from "../../lib/userName.ts"
import { useText } from "../../text/Text.tsx"

export interface DeleteAccountDialogProps {
  readonly user: CurrentUser.CurrentUser
  readonly onClose: () => void
}

export const DeleteAccountDialog = ({ onClose, user }: DeleteAccountDialogProps) => {
  const t = useText()
  const remove = useAction(CurrentUser.delete)
  const navigate = useNavigate()
  const tell = useToast()
  const confirm = async () => {
    const result = await remove.run()
    if (!result.ok) return
    tell(t.profile.deleted)
    navigate(pages.home, { replace: true })
  }
  return (
    <ConfirmDialog
      title={t.profile.deleteTitle}
      confirm={t.profile.deleteAccount}
      typed={user.primaryEmail ?? user.displayName ?? t.profile.deleteWord}
      needsRecentSignIn={!isGuest(user)}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t.profile.deleteConfirm}
    </ConfirmDialog>
  )
}
