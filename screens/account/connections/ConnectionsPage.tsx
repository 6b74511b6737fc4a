import type { CurrentUser } from "gatefold"
import { useProject, useProviderAccounts } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { CardsSkeleton } from "../../components/CardsSkeleton.tsx"
import { Empty } from "../../components/Empty.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { listProviders } from "../../lib/providers.ts"
import { useText } from "../../text/Text.tsx"
import { PartHeader } from "../PartHeader.tsx"
import { AccountRow } from "./AccountRow.tsx"
import { ConnectRow } from "./ConnectRow.tsx"
import { ReadOnlyRow } from "./ReadOnlyRow.tsx"

export const ConnectionsPage = ({ user: { oauthProviders } }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const { enabledOAuthProviders } = useProject().config
  const accounts = useProviderAccounts({ as: "result" })
  // One at a time: what is below would move when it comes.
  if (accounts.status === "pending") {
    return (
      <>
        <PartHeader name="connections" />
        <CardsSkeleton />
      </>
    )
  }
  // The service of 2025-06 sends the accounts with the user.
  const isReadOnly = accounts.status === "failure" && accounts.error._tag === "NotSupportedByService"
  const connected = isReadOnly ? oauthProviders.map(({ id }) => id) : accounts.value?.map(({ provider }) => provider)
  const connectable = listProviders(enabledOAuthProviders).filter((id) => connected?.includes(id) === false)
  const nothing = (
    <Empty icon="link" title={t.connections.emptyTitle}>
      {connectable.length === 0 ? t.connections.noProviders : t.connections.emptyHint}
    </Empty>
  )
  return (
    <>
      <PartHeader name="connections" />
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
          <Loaded read={accounts}>
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
      {connectable.length > 0 && (
        <Card title={t.connections.available} description={t.connections.availableHint}>
          <ul className="gf-rows">
            {connectable.map((id) => (
              <ConnectRow key={id} provider={id} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
