import { type CurrentUser, Passkey } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { FormError } from "../../components/FormError.tsx"
import { Icon } from "../../components/Icon.tsx"
import { MenuItem } from "../../components/MenuItem.tsx"
import { OnOff } from "../../components/OnOff.tsx"
import { Row } from "../../components/Row.tsx"
import { RowIcon } from "../../components/RowIcon.tsx"
import { RowMenu } from "../../components/RowMenu.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { useText } from "../../text/Text.tsx"

/** The passkey: adds, replaces or removes it. */
export const PasskeyRow = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const register = useAction(Passkey.register)
  const remove = useAction(Passkey.remove)
  const [isRemoving, setRemoving] = useState(false)
  const tell = useToast()
  const add = async () => {
    const result = await register.run()
    if (result.ok) tell(t.security.passkeySaved)
  }
  const confirmRemoval = async () => {
    const result = await remove.run()
    if (!result.ok) return
    setRemoving(false)
    tell(t.security.passkeyRemoved)
  }
  return (
    <Row
      icon={
        <RowIcon>
          <Icon name="fingerprint" />
        </RowIcon>
      }
      title={t.security.passkey}
      description={t.security.passkeyHint}
      state={<OnOff isOn={user.passkeyAuthEnabled} />}
      actions={
        user.passkeyAuthEnabled ? (
          <RowMenu what={t.security.passkey}>
            <MenuItem icon="fingerprint" label={t.security.replacePasskey} onSelect={() => void add()} />
            <hr />
            <MenuItem icon="trash" isDanger label={t.security.removePasskey} onSelect={() => setRemoving(true)} />
          </RowMenu>
        ) : (
          <Button
            size="small"
            aria-label={t.security.addPasskey}
            isPending={register.isPending}
            onClick={() => void add()}
          >
            {t.security.add}
          </Button>
        )
      }
    >
      {register.error !== undefined && (
        <div className="gf-item-below">
          <FormError error={register.error} />
        </div>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t.security.removePasskeyTitle}
          confirm={t.security.removePasskey}
          needsRecentSignIn
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => void confirmRemoval()}
          onClose={() => setRemoving(false)}
        >
          {t.security.removePasskeyHint}
        </ConfirmDialog>
      )}
    </Row>
  )
}
