import { Mfa, reveal } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { CopyButton } from "../components/CopyButton.tsx"
import { FormError } from "../components/FormError.tsx"
import { onSubmit, readText } from "../lib/form.ts"
import { useText } from "../text/Text.tsx"
import { QrCode } from "./QrCode.tsx"
import { TotpField } from "./TotpField.tsx"

export interface EnrolFormProps {
  readonly enrolment: Mfa.Enrolment
  readonly onEnabled: () => void
  readonly onClose: () => void
}

/** Shows the secret, and takes the first digits as the proof that the app has it. */
export const EnrolForm = ({ enrolment, onClose, onEnabled }: EnrolFormProps) => {
  const t = useText()
  const enable = useAction(Mfa.enable)
  const manualKey = reveal(enrolment.manualKey)
  const save = async (totp: string) => {
    const result = await enable.run({ secret: enrolment.secret, totp })
    if (result.ok) onEnabled()
  }
  return (
    <form className="gf-stack" onSubmit={onSubmit((form) => void save(readText(form, "totp").trim()))}>
      <ol className="gf-steps">
        <li>
          <p>{t.twoStepSetup.stepScan}</p>
          <a className="gf-enrol-app" href={reveal(enrolment.uri)}>
            {t.twoStepSetup.openApp}
          </a>
          <div className="gf-enrol">
            <QrCode enrolment={enrolment} />
            <div className="gf-stack-tight">
              <p>{t.twoStepSetup.stepKey}</p>
              <div className="gf-secret">
                <code>{manualKey}</code>
                <CopyButton isIcon text={manualKey} what={t.twoStepSetup.key} />
              </div>
              <p className="gf-hint">{t.twoStepSetup.recoveryHint}</p>
            </div>
          </div>
        </li>
        <li>
          <TotpField label={t.twoStepSetup.stepCode} error={enable.error} />
        </li>
      </ol>
      <FormError error={enable.error} except={["InvalidTotpCode"]} />
      <div className="gf-dialog-actions">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button variant="primary" type="submit" isPending={enable.isPending}>
          {t.twoStepSetup.turnOn}
        </Button>
      </div>
    </form>
  )
}
