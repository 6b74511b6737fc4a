import { type CurrentUser, Mfa } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { ConfirmDialog } from "../components/ConfirmDialog.tsx"
import { Icon } from "../components/Icon.tsx"
import { OnOff } from "../components/OnOff.tsx"
import { Row } from "../components/Row.tsx"
import { RowIcon } from "../components/RowIcon.tsx"
import { useToast } from "../components/Toaster.tsx"
import { useText } from "../text/Text.tsx"
import { EnrolDialog } from "./EnrolDialog.tsx"

export interface AuthenticatorCardProps {
  readonly user: CurrentUser.CurrentUser
  /** Default: "Two-step verification". */
  readonly title?: string | undefined
}

/** The second factor: six digits of an authenticator app. */
export const AuthenticatorCard = ({ title, user }: AuthenticatorCardProps) => {
  const t = useText()
  const disable = useAction(Mfa.disable)
  const [dialog, setDialog] = useState<"enrol" | "disable">()
  const tell = useToast()
  const close = () => setDialog(undefined)
  const turnOff = async () => {
    const result = await disable.run()
    if (!result.ok) return
    close()
    tell(t.twoStepSetup.turnedOff)
  }
  const isOn = user.isMultiFactorRequired
  return (
    <Card title={title ?? t.twoStep.title}>
      <ul className="gf-rows">
        <Row
          icon={
            <RowIcon>
              <Icon name="phone" />
            </RowIcon>
          }
          title={t.twoStepSetup.app}
          description={isOn ? t.twoStepSetup.onHint : t.twoStepSetup.hint}
          state={<OnOff isOn={isOn} />}
          actions={
            isOn ? (
              <Button
                size="small"
                variant="danger-quiet"
                aria-label={`${t.twoStepSetup.turnOff}: ${t.twoStepSetup.app}`}
                onClick={() => setDialog("disable")}
              >
                {t.twoStepSetup.turnOff}
              </Button>
            ) : (
              <Button size="small" aria-label={t.twoStepSetup.setUpApp} onClick={() => setDialog("enrol")}>
                {t.twoStepSetup.setUp}
              </Button>
            )
          }
        />
      </ul>
      {dialog === "enrol" && <EnrolDialog onClose={close} />}
      {dialog === "disable" && (
        <ConfirmDialog
          title={t.twoStepSetup.turnOffTitle}
          confirm={t.twoStepSetup.turnOff}
          needsRecentSignIn
          isPending={disable.isPending}
          error={disable.error}
          onConfirm={() => void turnOff()}
          onClose={close}
        >
          {t.twoStepSetup.turnOffHint}
        </ConfirmDialog>
      )}
    </Card>
  )
}
