import { PageTitle } from "../../components/PageTitle.tsx"

export default function HandlerPage() {
  return <PageTitle>Sign in</PageTitle>
}
