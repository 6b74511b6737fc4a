import type { MagicLink } from "gatefold"
import { type Action, useProject } from "gatefold/react"
import { AuthCard } from "../components/AuthCard.tsx"
import { FormError } from "../components/FormError.tsx"
import type { SecondFactorError } from "../mfa/SecondFactorCard.tsx"
import { useAuthText } from "../text/AuthText.tsx"
import { LinkNotAllowed } from "./LinkNotAllowed.tsx"
import { PasswordForm } from "./PasswordForm.tsx"

export interface PasswordStepProps {
  readonly email: string
  readonly send: Action<typeof MagicLink.send>
  readonly onMail: () => void
  readonly onBack: () => void
  readonly onSecondFactor: (error: SecondFactorError) => void
}

/** The second step of most: the password, or a mail instead. */
export const PasswordStep = ({ email, onBack, onMail, onSecondFactor, send }: PasswordStepProps) => {
  const t = useAuthText()
  const { magicLinkEnabled } = useProject().config
  const isRefused = send.error?._tag === "UserWithEmailAlreadyExists"
  return (
    <AuthCard title={t.signIn.passwordTitle}>
      <LinkNotAllowed error={send.error} />
      <FormError error={send.error} except={["UserWithEmailAlreadyExists"]} />
      <PasswordForm email={email} onBack={onBack} onSecondFactor={onSecondFactor}>
        {magicLinkEnabled && !isRefused && (
          <button
            type="button"
            className="gf-link-button"
            aria-disabled={send.isPending || undefined}
            onClick={() => (send.isPending ? undefined : onMail())}
          >
            {t.signIn.withLink}
          </button>
        )}
      </PasswordForm>
    </AuthCard>
  )
}
