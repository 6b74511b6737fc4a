import { CodeField } from "../components/CodeField.tsx"
import { type AppFailure, describeFieldError } from "../lib/describeError.ts"
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
    <CodeField
      label={label ?? t.twoStep.code}
      name="totp"
      inputMode="numeric"
      pattern="\s*[0-9]{6}\s*"
      title={t.twoStep.format}
      autoFocus={autoFocus}
      error={describeFieldError(t, error, "InvalidTotpCode")}
    />
  )
}
