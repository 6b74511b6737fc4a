import { AuthCard } from "../components/AuthCard.tsx"
import { Button } from "../components/Button.tsx"
import { useAuthText } from "../text/AuthText.tsx"
import { type SecondFactorError, SecondFactorForm } from "./SecondFactorForm.tsx"

export type { SecondFactorError } from "./SecondFactorForm.tsx"

export interface SecondFactorCardProps {
  readonly error: SecondFactorError
  readonly onCancel: () => void
}

/** The last step of a sign-in, as a page: six digits. */
export const SecondFactorCard = ({ error, onCancel }: SecondFactorCardProps) => {
  const t = useAuthText()
  return (
    <AuthCard icon="shield" title={t.twoStep.title} description={t.twoStep.description} footer={t.twoStep.lost}>
      <SecondFactorForm error={error}>
        {(isPending) => (
          <div className="gf-auth-actions">
            <Button variant="primary" type="submit" block isPending={isPending}>
              {t.twoStep.submit}
            </Button>
            <Button variant="ghost" block onClick={onCancel}>
              {t.common.cancel}
            </Button>
          </div>
        )}
      </SecondFactorForm>
    </AuthCard>
  )
}
