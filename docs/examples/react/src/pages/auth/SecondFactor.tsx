import { Mfa } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Dialog } from "../../components/Dialog.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { type AppFailure, errorFor } from "../../lib/describeError.ts"
import { onSubmit, text } from "../../lib/form.ts"

export interface SecondFactorProps {
  /** What a sign-in failed with. */
  readonly error: AppFailure | undefined
  readonly onCancel: () => void
}

/** Asks for the six digits when that is all that a sign-in lacks, and finishes it. */
export const SecondFactor = ({ error, onCancel }: SecondFactorProps) => {
  const signIn = useAction(Mfa.signIn)
  if (error?._tag !== "MultiFactorAuthenticationRequired") return null
  const { attemptCode } = error.details
  return (
    <Dialog title="Two-factor authentication" onClose={onCancel}>
      <p>Enter the six digits that your authenticator app shows now.</p>
      <form className="stack" onSubmit={onSubmit((form) => void signIn.run({ attemptCode, totp: text(form, "totp") }))}>
        <Field
          label="Six-digit code"
          name="totp"
          className="input-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*[0-9]{6}\s*"
          title="Six digits"
          maxLength={8}
          autoFocus
          required
          error={errorFor(signIn.error, "InvalidTotpCode")}
        />
        <FormError error={signIn.error} except={["InvalidTotpCode"]} />
        <div className="dialog-actions">
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit" isPending={signIn.isPending}>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
