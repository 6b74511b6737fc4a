import type { CurrentUser } from "gatefold"
import { useProject } from "gatefold/react"
import { PageHeader } from "../../components/PageHeader.tsx"
import { AuthenticatorCard } from "../../mfa/AuthenticatorCard.tsx"
import { MailedLinkCard } from "./MailedLinkCard.tsx"
import { PasskeyCard } from "./PasskeyCard.tsx"
import { PasswordCard } from "./PasswordCard.tsx"

export const SecurityPage = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const { config } = useProject()
  return (
    <>
      <PageHeader title="Security" description="How you sign in." />
      {config.credentialEnabled && <PasswordCard user={user} />}
      {config.passkeyEnabled && <PasskeyCard user={user} />}
      <AuthenticatorCard user={user} />
      {config.magicLinkEnabled && <MailedLinkCard user={user} />}
    </>
  )
}
