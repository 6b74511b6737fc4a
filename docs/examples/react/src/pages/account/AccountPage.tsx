import { PageTitle } from "../../components/PageTitle.tsx"

export default function AccountPage() {
  return <PageTitle>Account</PageTitle>
}
