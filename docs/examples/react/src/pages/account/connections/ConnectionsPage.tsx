import type { CurrentUser } from "gatefold"
import { useProject } from "gatefold/react"
import { Card } from "../../../components/Card.tsx"
import { Empty } from "../../../components/Empty.tsx"
import { PageHeader } from "../../../components/PageHeader.tsx"
import { ConnectionRow } from "./ConnectionRow.tsx"

export const ConnectionsPage = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const { enabledOAuthProviders } = useProject().config
  return (
    <>
      <PageHeader title="Connections" description="Accounts at other services that you can sign in with." />
      <Card title="Connected accounts">
        {enabledOAuthProviders.length === 0 ? (
          <Empty title="No providers">This project has enabled none.</Empty>
        ) : (
          <ul className="list">
            {enabledOAuthProviders.map(({ id }) => (
              <ConnectionRow key={id} provider={id} account={user.oauthProviders.find((found) => found.id === id)} />
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
