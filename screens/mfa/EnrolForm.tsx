import { Mfa, reveal } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { CopyButton } from "../components/CopyButton.tsx"
import { FormError } from "../components/FormError.tsx"
import { onSubmit, text } from "../lib/form.ts"
import { QrCode } from "./QrCode.tsx"
import { TotpField } from "./TotpField.tsx"

export interface EnrolFormProps {
  readonly enrolment: Mfa.Enrolment
  readonly onEnabled: () => void
  readonly onClose: () => void
}

/** Shows the secret, and takes the first digits as the proof that the app has it. */
export const EnrolForm = ({ enrolment, onClose, onEnabled }: EnrolFormProps) => {
  const enable = useAction(Mfa.enable)
  const manualKey = reveal(enrolment.manualKey)
  const save = async (totp: string) => {
    const result = await enable.run({ secret: enrolment.secret, totp })
    if (result.ok) onEnabled()
  }
  return (
    <form className="gf-stack" onSubmit={onSubmit((form) => void save(text(form, "totp")))}>
      <div className="gf-enrolment">
        <QrCode enrolment={enrolment} />
        <div className="gf-stack-tight">
          <p className="gf-small">1. Scan this with your authenticator app, or type the key.</p>
          <p className="gf-small">2. Enter the six digits that the app shows.</p>
        </div>
      </div>
      <div className="gf-secret">
        <code aria-label="Key">{manualKey}</code>
        <CopyButton text={manualKey} what="key" />
      </div>
      <TotpField error={enable.error} />
      <FormError error={enable.error} except={["InvalidTotpCode"]} />
      <div className="gf-dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" isPending={enable.isPending}>
          Turn on
        </Button>
      </div>
    </form>
  )
}
