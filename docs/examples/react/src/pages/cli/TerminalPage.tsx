import { PageHeader } from "../../components/PageHeader.tsx"

export default function TerminalPage() {
  return <PageHeader title="Terminal" />
}
