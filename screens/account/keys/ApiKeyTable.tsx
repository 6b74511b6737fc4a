import { useApiKeys } from "gatefold/react"
import { Empty } from "../../components/Empty.tsx"
import { Table } from "../../components/Table.tsx"
import { ApiKeyRow } from "./ApiKeyRow.tsx"

export const ApiKeyTable = () => {
  const keys = useApiKeys()
  if (keys.length === 0) return <Empty title="No keys yet">What you create above is listed here.</Empty>
  return (
    <Table label="Your API keys" columns={["Description", "Key", "Status", "Expires", "Created", ""]}>
      {keys.map((key) => (
        <ApiKeyRow key={key.id} apiKey={key} />
      ))}
    </Table>
  )
}
