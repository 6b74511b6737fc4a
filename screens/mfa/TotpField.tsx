import { Field } from "../components/Field.tsx"
import { type AppFailure, errorFor } from "../lib/describeError.ts"
import { useAuthText } from "../text/AuthText.tsx"

export interface TotpFieldProps {
  /** The error of the form. The field shows it if the digits are wrong. */
  readonly error: AppFailure | undefined
  readonly autoFocus?: boolean
  /** Default: "6-digit code". */
  readonly label?: string | undefined
}

/** The digits of an authenticator app, as `totp` of the form. */
export const TotpField = ({ autoFocus = false, error, label }: TotpFieldProps) => {
  const t = useAuthText()
  return (
    <Field
      label={label ?? t.twoStep.code}
      name="totp"
      className="gf-input-code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*[0-9]{6}\s*"
      title={t.twoStep.format}
      maxLength={8}
      autoFocus={autoFocus}
      required
      error={errorFor(t, error, "InvalidTotpCode")}
    />
  )
}
