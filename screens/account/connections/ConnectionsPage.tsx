import type { CurrentUser } from "gatefold"
import { useProject, useProviderAccounts } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { Empty } from "../../components/Empty.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { PageHeader } from "../../components/PageHeader.tsx"
import { AccountRow } from "./AccountRow.tsx"
import { ConnectRow } from "./ConnectRow.tsx"
import { ReadOnlyRow } from "./ReadOnlyRow.tsx"

export const ConnectionsPage = ({ user: { oauthProviders } }: { readonly user: CurrentUser.CurrentUser }) => {
  const { enabledOAuthProviders } = useProject().config
  const accounts = useProviderAccounts({ as: "result" })
  // the service of 2025-06 tells one account at each provider, with the user
  const isReadOnly = accounts.status === "failure" && accounts.error._tag === "NotInThisService"
  const isFull = (provider: string) => isReadOnly && oauthProviders.some(({ id }) => id === provider)
  return (
    <>
      <PageHeader
        title="Connections"
        description="Your accounts at other services, and which of them you sign in with."
      />
      <Card title="Connected accounts">
        {isReadOnly ? (
          <ul className="gf-list">
            {oauthProviders.map((account) => (
              <ReadOnlyRow key={account.id} account={account} />
            ))}
          </ul>
        ) : (
          <Loaded read={accounts}>
            {(accounts) =>
              accounts.length === 0 ? (
                <Empty title="No accounts">Connect one below.</Empty>
              ) : (
                <ul className="gf-list">
                  {accounts.map((account) => (
                    <AccountRow key={account.id} account={account} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        )}
      </Card>
      <Card title="Connect an account">
        {enabledOAuthProviders.length === 0 ? (
          <Empty title="No providers">This project has enabled none.</Empty>
        ) : (
          <ul className="gf-list gf-list-short">
            {enabledOAuthProviders
              .filter(({ id }) => !isFull(id))
              .map(({ id }) => (
                <ConnectRow key={id} provider={id} />
              ))}
          </ul>
        )}
      </Card>
    </>
  )
}
