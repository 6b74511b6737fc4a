import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { useNavigate } from "react-router"
import { ConfirmDialog } from "../../../components/ConfirmDialog.tsx"
import { useToast } from "../../../components/Toaster.tsx"

export const DeleteAccountDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const remove = useAction(CurrentUser.delete)
  const navigate = useNavigate()
  const tell = useToast()
  const confirm = async () => {
    const result = await remove.run()
    if (!result.ok) return
    tell("Your account was deleted")
    await navigate("/", { replace: true })
  }
  return (
    <ConfirmDialog
      title="Delete your account?"
      confirm="Delete account"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      Everything that belongs to it is deleted as well, and nobody can bring it back.
    </ConfirmDialog>
  )
}
