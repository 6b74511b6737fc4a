import { type CurrentUser, Passkey } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { FormError } from "../../components/FormError.tsx"
import { useToast } from "../../components/Toaster.tsx"

export const PasskeyCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const register = useAction(Passkey.register)
  const remove = useAction(Passkey.remove)
  const [isRemoving, setRemoving] = useState(false)
  const tell = useToast()
  const add = async () => {
    const result = await register.run()
    if (result.ok) tell("Your passkey was saved")
  }
  const confirmRemoval = async () => {
    const result = await remove.run()
    if (!result.ok) return
    setRemoving(false)
    tell("Your passkey was removed")
  }
  return (
    <Card
      title="Passkey"
      description="Sign in with your fingerprint, your face or the PIN of your device."
      actions={user.passkeyAuthEnabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
    >
      <div className="gf-row">
        <Button isPending={register.isPending} onClick={() => void add()}>
          {user.passkeyAuthEnabled ? "Replace passkey" : "Add a passkey"}
        </Button>
        {user.passkeyAuthEnabled && (
          <Button variant="danger-quiet" onClick={() => setRemoving(true)}>
            Remove passkey
          </Button>
        )}
      </div>
      <FormError error={register.error} />
      {isRemoving && (
        <ConfirmDialog
          title="Remove your passkey?"
          confirm="Remove"
          needsRecentSignIn
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => void confirmRemoval()}
          onClose={() => setRemoving(false)}
        >
          You can no longer sign in with it. Delete it on your device as well: only you can do that.
        </ConfirmDialog>
      )}
    </Card>
  )
}
