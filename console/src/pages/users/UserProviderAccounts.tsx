import { Badge } from "#screens/components/Badge"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { ProviderIcon } from "#screens/components/ProviderIcon"
import { SelectField } from "#screens/components/SelectField"
import { readText } from "#screens/lib/form"
import { formatProvider } from "#screens/lib/providers"
import { ActButton } from "../../components/ActButton.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { readOptionalText } from "../../lib/forms.ts"
import { useProject } from "../../lib/Project.tsx"
import { providers } from "../../lib/providers.ts"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import type { User } from "../../lib/users.ts"

/** The provider accounts of a user. */
export const UserProviderAccounts = ({ user }: { readonly user: User }) => {
  const { app } = useProject()
  const act = useAct()
  const read = useRead(`accounts ${user.id}`, (signal) => app.providerAccounts.list(user.id, { signal }))
  return (
    <Card
      title="Connected accounts"
      description="Accounts at providers, for sign-in or for API access by the app."
      actions={
        <DialogButton
          button="Add account"
          size="small"
          title="Add account"
          submit="Add account"
          done="Account added."
          act={(form) =>
            app.providerAccounts.create({
              userId: user.id,
              provider: readText(form, "provider"),
              accountId: readText(form, "accountId"),
              email: readOptionalText(form, "email"),
              allowSignIn: true,
              allowConnectedAccounts: true
            })
          }
        >
          <SelectField label="Provider" name="provider">
            {providers.map((id) => (
              <option key={id} value={id}>
                {formatProvider(id)}
              </option>
            ))}
          </SelectField>
          <Field label="Account ID at the provider" name="accountId" required autoComplete="off" />
          <Field label="Email" name="email" type="email" required autoComplete="off" />
        </DialogButton>
      }
    >
      <Failure error={act.error} />
      <Loaded read={read}>
        {(accounts) =>
          accounts.length === 0 ? (
            <Empty title="No connected accounts">They appear after a sign-in with a provider.</Empty>
          ) : (
            <ul className="gf-list">
              {accounts.map((account) => (
                <li key={account.id}>
                  <span className="gf-list-icon">
                    <ProviderIcon provider={account.provider} />
                  </span>
                  <span className="gf-list-main">
                    <span>{formatProvider(account.provider)}</span>
                    <span className="gf-muted gf-small gf-truncate">
                      {[account.email, account.accountId].filter(Boolean).join(" · ")}
                    </span>
                  </span>
                  <span className="actions actions-below">
                    {account.allowSignIn && <Badge tone="success">Sign-in</Badge>}
                    {account.allowConnectedAccounts && <Badge>API access</Badge>}
                    <ActButton
                      size="small"
                      label={`Remove the account at ${formatProvider(account.provider)}`}
                      act={act}
                      run={() => app.providerAccounts.delete({ userId: user.id, id: account.id })}
                      done="Account removed."
                    >
                      Remove
                    </ActButton>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
