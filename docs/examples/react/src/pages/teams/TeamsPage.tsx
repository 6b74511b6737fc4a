import { PageHeader } from "../../components/PageHeader.tsx"

export default function TeamsPage() {
  return <PageHeader title="Teams" />
}
