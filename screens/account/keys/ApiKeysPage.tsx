import { useProject } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { Notice } from "../../components/Notice.tsx"
import { PageHeader } from "../../components/PageHeader.tsx"
import { ApiKeyTable } from "./ApiKeyTable.tsx"
import { NewApiKeyForm } from "./NewApiKeyForm.tsx"

export const ApiKeysPage = () => {
  const { allowUserApiKeys } = useProject().config
  return (
    <>
      <PageHeader title="API keys" description="For programs that act as you, without your password." />
      {allowUserApiKeys ? (
        <>
          <Card title="New key">
            <NewApiKeyForm />
          </Card>
          <Card title="Your keys">
            <ApiKeyTable />
          </Card>
        </>
      ) : (
        <Notice title="This project has no API keys for users" />
      )}
    </>
  )
}
