import { ProviderAccounts } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { MenuItem } from "../../components/MenuItem.tsx"
import { ProviderIcon } from "../../components/ProviderIcon.tsx"
import { Row } from "../../components/Row.tsx"
import { RowIcon } from "../../components/RowIcon.tsx"
import { RowMenu } from "../../components/RowMenu.tsx"
import { formatProvider } from "../../lib/providers.ts"
import { useReport } from "../../lib/useReport.ts"
import { useWanted } from "../../lib/useWanted.ts"
import { useText } from "../../text/Text.tsx"

/** An account at a provider, and its uses. */
export const AccountRow = ({ account }: { readonly account: ProviderAccounts.ProviderAccount }) => {
  const t = useText()
  const update = useAction(ProviderAccounts.update)
  const remove = useAction(ProviderAccounts.delete)
  const report = useReport()
  const [isRemoving, setRemoving] = useState(false)
  const { email, id, provider } = account
  const name = formatProvider(provider)
  const title = email ?? t.connections.noEmail
  const [allowSignIn, setAllowSignIn] = useWanted(account.allowSignIn, async (allowSignIn) =>
    report(await update.run({ id, allowSignIn }), t.parts.saved)
  )
  const disconnect = async () => {
    const result = await remove.run(id)
    if (result.ok) report(result, t.connections.disconnected({ provider: name }))
  }
  return (
    <Row
      label={`${name}: ${title}`}
      icon={
        <RowIcon>
          <ProviderIcon provider={provider} />
        </RowIcon>
      }
      title={name}
      description={<span className="gf-break">{title}</span>}
      state={allowSignIn ? t.connections.signIn : undefined}
      actions={
        <RowMenu what={`${name}: ${title}`}>
          <MenuItem
            icon="signIn"
            label={allowSignIn ? t.connections.stopSignIn : t.connections.useForSignIn}
            onSelect={() => setAllowSignIn(!allowSignIn)}
          />
          <hr />
          <MenuItem icon="trash" isDanger label={t.connections.disconnect} onSelect={() => setRemoving(true)} />
        </RowMenu>
      }
    >
      {isRemoving && (
        <ConfirmDialog
          title={t.connections.disconnectTitle({ provider: name })}
          confirm={t.connections.disconnect}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => void disconnect()}
          onClose={() => setRemoving(false)}
        >
          {allowSignIn
            ? t.connections.disconnectSignInHint({ account: title })
            : t.connections.disconnectHint({ account: title })}
        </ConfirmDialog>
      )}
    </Row>
  )
}
