import { ContactChannels } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { MenuItem } from "../../components/MenuItem.tsx"
import { Row } from "../../components/Row.tsx"
import { RowMenu } from "../../components/RowMenu.tsx"
import { useReport } from "../../lib/useReport.ts"
import { useWanted } from "../../lib/useWanted.ts"
import { useText } from "../../text/Text.tsx"

/** One address, and what can be done with it. */
export const EmailRow = ({ channel }: { readonly channel: ContactChannels.ContactChannel }) => {
  const t = useText()
  const verify = useAction(ContactChannels.sendVerification)
  const update = useAction(ContactChannels.update)
  const remove = useAction(ContactChannels.delete)
  const report = useReport()
  const [isRemoving, setRemoving] = useState(false)
  const { id, isPrimary, isVerified, value } = channel
  const email = { email: value }
  const [usedForAuth, setUsedForAuth] = useWanted(channel.usedForAuth, async (usedForAuth) =>
    report(
      await update.run({ id, usedForAuth }),
      usedForAuth ? t.emails.nowForSignIn(email) : t.emails.notForSignIn(email)
    )
  )
  const sendLink = async () => report(await verify.run({ id }), t.emails.linkSent(email))
  const makePrimary = async () => report(await update.run({ id, isPrimary: true }), t.emails.madePrimary(email))
  const confirmRemoval = async () => {
    const result = await remove.run(id)
    if (result.ok) report(result, t.emails.removed(email))
  }
  return (
    <Row
      label={value}
      title={value}
      badges={
        <>
          {isPrimary && <Badge>{t.emails.primary}</Badge>}
          {!isVerified && <Badge tone="warning">{t.emails.unverified}</Badge>}
        </>
      }
      description={usedForAuth ? t.emails.forSignIn : t.emails.noSignIn}
      actions={
        <>
          {!isVerified && (
            <Button
              size="small"
              aria-label={t.emails.verifyWhat(email)}
              isPending={verify.isPending}
              onClick={() => void sendLink()}
            >
              {t.emails.verify}
            </Button>
          )}
          <RowMenu what={value}>
            {!isPrimary && <MenuItem icon="check" label={t.emails.makePrimary} onSelect={() => void makePrimary()} />}
            <MenuItem
              icon="signIn"
              label={usedForAuth ? t.emails.stopSignIn : t.emails.useForSignIn}
              onSelect={() => setUsedForAuth(!usedForAuth)}
            />
            <hr />
            <MenuItem icon="trash" isDanger label={t.emails.remove} onSelect={() => setRemoving(true)} />
          </RowMenu>
        </>
      }
    >
      {isRemoving && (
        <ConfirmDialog
          title={t.emails.removeTitle(email)}
          confirm={t.emails.remove}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => void confirmRemoval()}
          onClose={() => setRemoving(false)}
        >
          {usedForAuth ? t.emails.removeSignInHint : t.emails.removeHint}
        </ConfirmDialog>
      )}
    </Row>
  )
}
