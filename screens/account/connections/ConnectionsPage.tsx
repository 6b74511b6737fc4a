import type { CurrentUser } from "gatefold"
import { useProject, useProviderAccounts } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { Empty } from "../../components/Empty.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Skeleton } from "../../components/Skeleton.tsx"
import { useText } from "../../text/Text.tsx"
import { AccountRow } from "./AccountRow.tsx"
import { ConnectRow } from "./ConnectRow.tsx"
import { ReadOnlyRow } from "./ReadOnlyRow.tsx"

export const ConnectionsPage = ({ user: { oauthProviders } }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const { enabledOAuthProviders } = useProject().config
  const accounts = useProviderAccounts({ as: "result" })
  // The service of 2025-06 tells one account at each provider, with the user.
  const isReadOnly = accounts.status === "failure" && accounts.error._tag === "NotInThisService"
  const isFull = (provider: string) => isReadOnly && oauthProviders.some(({ id }) => id === provider)
  const offered = enabledOAuthProviders.filter(({ id }) => !isFull(id))
  const nothing = (
    <Empty icon="link" title={t.connections.emptyTitle}>
      {offered.length === 0 ? t.connections.noProviders : t.connections.emptyHint}
    </Empty>
  )
  return (
    <>
      <Card title={t.connections.connected}>
        {isReadOnly ? (
          oauthProviders.length === 0 ? (
            nothing
          ) : (
            <ul className="gf-rows">
              {oauthProviders.map((account) => (
                <ReadOnlyRow key={account.id} account={account} />
              ))}
            </ul>
          )
        ) : (
          <Loaded read={accounts} loading={<Skeleton kind="item" rows={2} />}>
            {(accounts) =>
              accounts.length === 0 ? (
                nothing
              ) : (
                <ul className="gf-rows">
                  {accounts.map((account) => (
                    <AccountRow key={account.id} account={account} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        )}
      </Card>
      {offered.length > 0 && (
        <Card title={t.connections.available} description={t.connections.availableHint}>
          <ul className="gf-rows">
            {offered.map(({ id }) => (
              <ConnectRow key={id} provider={id} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
