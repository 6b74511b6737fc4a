import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { Icon } from "../../components/Icon.tsx"
import { Row } from "../../components/Row.tsx"
import { RowIcon } from "../../components/RowIcon.tsx"
import { Switch } from "../../components/Switch.tsx"
import { useReport } from "../../lib/useReport.ts"
import { useText } from "../../text/Text.tsx"

/** Whether the user may sign in with an emailed link. */
export const EmailLinkRow = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const update = useAction(CurrentUser.update)
  const report = useReport()
  return (
    <Row
      icon={
        <RowIcon>
          <Icon name="mail" />
        </RowIcon>
      }
      title={t.security.link}
      description={t.security.linkHint}
      actions={
        <Switch
          label={t.security.link}
          hasWord
          isOn={user.otpAuthEnabled}
          onChange={async (otpAuthEnabled) =>
            report(await update.run({ otpAuthEnabled }), otpAuthEnabled ? t.security.linkOn : t.security.linkOff)
          }
        />
      }
    />
  )
}
