import { ContactChannels } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { FormError } from "../../components/FormError.tsx"
import { useToast } from "../../components/Toaster.tsx"

/** One address, and what can be done with it. */
export const EmailRow = ({ channel }: { readonly channel: ContactChannels.ContactChannel }) => {
  const verify = useAction(ContactChannels.sendVerification)
  const update = useAction(ContactChannels.update)
  const remove = useAction(ContactChannels.delete)
  const [isRemoving, setRemoving] = useState(false)
  const tell = useToast()
  const { id, isPrimary, isVerified, usedForAuth, value } = channel
  const sendMail = async () => {
    const result = await verify.run({ id })
    if (result.ok) tell(`We sent a link to ${value}`)
  }
  return (
    <li aria-label={value}>
      <div className="gf-list-main">
        <span className="gf-break">{value}</span>
        <span className="gf-row">
          {isPrimary && <Badge tone="accent">Primary</Badge>}
          {isVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
          {usedForAuth && <Badge>Used for sign-in</Badge>}
        </span>
      </div>
      <div className="gf-row">
        {!isVerified && (
          <Button size="small" isPending={verify.isPending} onClick={() => void sendMail()}>
            Send verification
          </Button>
        )}
        {!isPrimary && (
          <Button size="small" isPending={update.isPending} onClick={() => void update.run({ id, isPrimary: true })}>
            Make primary
          </Button>
        )}
        <Button
          size="small"
          isPending={update.isPending}
          onClick={() => void update.run({ id, usedForAuth: !usedForAuth })}
        >
          {usedForAuth ? "Stop using for sign-in" : "Use for sign-in"}
        </Button>
        <Button size="small" variant="danger-quiet" onClick={() => setRemoving(true)}>
          Remove
        </Button>
      </div>
      <FormError error={verify.error ?? update.error} />
      {isRemoving && (
        <ConfirmDialog
          title="Remove this address?"
          confirm="Remove address"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => void remove.run(id)}
          onClose={() => setRemoving(false)}
        >
          {value} gets no more mails{usedForAuth ? ", and you can no longer sign in with it" : ""}.
        </ConfirmDialog>
      )}
    </li>
  )
}
