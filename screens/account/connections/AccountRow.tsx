import { ProviderAccounts } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { FormError } from "../../components/FormError.tsx"
import { SettingField } from "../../components/SettingField.tsx"
import { ProviderIcon } from "../../components/ProviderIcon.tsx"
import { providerName } from "../../lib/providers.ts"

/** An account at a provider, and what it is good for. */
export const AccountRow = ({ account }: { readonly account: ProviderAccounts.ProviderAccount }) => {
  const update = useAction(ProviderAccounts.update)
  const remove = useAction(ProviderAccounts.delete)
  const [isRemoving, setRemoving] = useState(false)
  const { allowSignIn, id, provider } = account
  const name = providerName(provider)
  const title = account.email ?? "An account without an address"
  return (
    <li aria-label={title}>
      <span className="gf-list-icon">
        <ProviderIcon provider={provider} />
      </span>
      <div className="gf-list-main">
        <span>{name}</span>
        <span className="gf-muted gf-small gf-break">{title}</span>
      </div>
      <SettingField
        label="Sign in with it"
        isOn={allowSignIn}
        onChange={async (allowSignIn) => (await update.run({ id, allowSignIn })).ok}
      />
      <Button size="small" variant="danger-quiet" onClick={() => setRemoving(true)}>
        Remove
      </Button>
      <FormError error={update.error} />
      {isRemoving && (
        <ConfirmDialog
          title={`Remove this ${name} account?`}
          confirm="Remove account"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => void remove.run(id)}
          onClose={() => setRemoving(false)}
        >
          This app forgets {title}
          {allowSignIn ? ", and you can no longer sign in with it" : ""}.
        </ConfirmDialog>
      )}
    </li>
  )
}
