import type { CurrentUser } from "gatefold"
import { Card } from "../../components/Card.tsx"
import { CopyButton } from "../../components/CopyButton.tsx"
import { Facts } from "../../components/Facts.tsx"
import { useLanguage, useText } from "../../text/Text.tsx"

/** Facts about the account, such as its ID for support. */
export const DetailsCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const { language } = useLanguage()
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long" })
  return (
    <Card title={t.profile.details}>
      <Facts
        facts={[
          [t.profile.primaryEmail, user.primaryEmail ?? t.parts.none],
          [
            t.profile.memberSince,
            <time key="since" dateTime={user.signedUpAt.toISOString()}>
              {date.format(user.signedUpAt)}
            </time>
          ],
          [
            t.profile.userId,
            <span key="id" className="gf-copied">
              <code className="gf-break">{user.id}</code>
              <CopyButton isIcon text={user.id} what={t.profile.userId} />
            </span>
          ]
        ]}
      />
    </Card>
  )
}
