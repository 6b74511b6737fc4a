import type { CurrentUser } from "gatefold"
import { useProject } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { Notice } from "../../components/Notice.tsx"
import { isGuest } from "../../lib/userName.ts"
import { AuthenticatorCard } from "../../mfa/AuthenticatorCard.tsx"
import { useText } from "../../text/Text.tsx"
import { PartHeader } from "../PartHeader.tsx"
import { EmailLinkRow } from "./EmailLinkRow.tsx"
import { PasskeyRow } from "./PasskeyRow.tsx"
import { PasswordRow } from "./PasswordRow.tsx"

export const SecurityPage = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const { config } = useProject()
  const ways = [
    config.credentialEnabled && user.hasPassword,
    config.passkeyEnabled && user.passkeyAuthEnabled,
    config.magicLinkEnabled && user.otpAuthEnabled,
    ...user.oauthProviders.map(() => true)
  ].filter(Boolean).length
  const others = Number(config.credentialEnabled) + Number(config.passkeyEnabled) + Number(config.magicLinkEnabled)
  return (
    <>
      <PartHeader name="security" />
      {ways === 1 && others > 1 && !isGuest(user) && (
        <Notice tone="warning" title={t.security.recoveryTitle}>
          <p>{t.security.recoveryHint}</p>
        </Notice>
      )}
      {others > 0 && (
        <Card title={t.security.methods}>
          <ul className="gf-rows">
            {config.credentialEnabled && <PasswordRow user={user} />}
            {config.passkeyEnabled && <PasskeyRow user={user} />}
            {config.magicLinkEnabled && <EmailLinkRow user={user} />}
          </ul>
        </Card>
      )}
      <AuthenticatorCard user={user} />
    </>
  )
}
