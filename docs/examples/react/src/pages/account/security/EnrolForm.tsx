import { Mfa } from "gatefold"
import { Redacted } from "effect"
import { useAction } from "gatefold/react"
import { Button } from "../../../components/Button.tsx"
import { CopyButton } from "../../../components/CopyButton.tsx"
import { Field } from "../../../components/Field.tsx"
import { FormError } from "../../../components/FormError.tsx"
import { errorFor } from "../../../lib/describeError.ts"
import { onSubmit, text } from "../../../lib/form.ts"
import { QrCode } from "./QrCode.tsx"

export interface EnrolFormProps {
  readonly enrolment: Mfa.Enrolment
  readonly onEnabled: () => void
  readonly onClose: () => void
}

/** Shows the secret, and takes the first digits as the proof that the app has it. */
export const EnrolForm = ({ enrolment, onClose, onEnabled }: EnrolFormProps) => {
  const enable = useAction(Mfa.enable)
  const manualKey = Redacted.value(enrolment.manualKey)
  const save = async (totp: string) => {
    const result = await enable.run({ secret: enrolment.secret, totp })
    if (result.ok) onEnabled()
  }
  return (
    <form className="stack" onSubmit={onSubmit((form) => void save(text(form, "totp")))}>
      <div className="enrolment">
        <QrCode enrolment={enrolment} />
        <div className="stack-tight">
          <p className="small">1. Scan this with your authenticator app, or type the key.</p>
          <p className="small">2. Enter the six digits that the app shows.</p>
        </div>
      </div>
      <div className="secret">
        <code aria-label="Key">{manualKey}</code>
        <CopyButton text={manualKey} what="key" />
      </div>
      <Field
        label="Six-digit code"
        name="totp"
        className="input-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*[0-9]{6}\s*"
        title="Six digits"
        maxLength={8}
        required
        error={errorFor(enable.error, "InvalidTotpCode")}
      />
      <FormError error={enable.error} except={["InvalidTotpCode"]} />
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" isPending={enable.isPending}>
          Turn on
        </Button>
      </div>
    </form>
  )
}
