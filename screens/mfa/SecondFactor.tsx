import { Button } from "../components/Button.tsx"
import { Dialog } from "../components/Dialog.tsx"
import type { AppFailure } from "../lib/describeError.ts"
import { useText } from "../text/Text.tsx"
import { SecondFactorForm } from "./SecondFactorForm.tsx"

export interface SecondFactorProps {
  /** The error of the sign-in. */
  readonly error: AppFailure | undefined
  readonly onCancel: () => void
}

/** Asks for the six digits in a dialog when that is all that a sign-in lacks, and finishes it. */
export const SecondFactor = ({ error, onCancel }: SecondFactorProps) => {
  const t = useText()
  if (error?._tag !== "MultiFactorAuthenticationRequired") return null
  return (
    <Dialog title={t.twoStep.title} onClose={onCancel}>
      <p>{t.twoStep.description}</p>
      <SecondFactorForm error={error}>
        {(isPending) => (
          <div className="gf-dialog-actions">
            <Button onClick={onCancel}>{t.common.cancel}</Button>
            <Button variant="primary" type="submit" isPending={isPending}>
              {t.twoStep.submit}
            </Button>
          </div>
        )}
      </SecondFactorForm>
    </Dialog>
  )
}
