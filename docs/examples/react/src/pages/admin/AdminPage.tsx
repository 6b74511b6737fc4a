import { PageHeader } from "../../components/PageHeader.tsx"

export default function AdminPage() {
  return <PageHeader title="Admin" />
}
