import { Mfa } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Dialog } from "../components/Dialog.tsx"
import { FormError } from "../components/FormError.tsx"
import type { AppFailure } from "../lib/describeError.ts"
import { onSubmit, text } from "../lib/form.ts"
import { TotpField } from "./TotpField.tsx"

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
      <form
        className="gf-stack"
        onSubmit={onSubmit((form) => void signIn.run({ attemptCode, totp: text(form, "totp") }))}
      >
        <TotpField error={signIn.error} autoFocus />
        <FormError error={signIn.error} except={["InvalidTotpCode"]} />
        <div className="gf-dialog-actions">
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit" isPending={signIn.isPending}>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
