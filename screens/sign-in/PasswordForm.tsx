import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import type { ReactNode } from "react"
import { Button } from "../components/Button.tsx"
import { EmailChip } from "../components/EmailChip.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { HandlerLink } from "../components/HandlerLink.tsx"
import { PasswordField } from "../components/PasswordField.tsx"
import { describeFieldError } from "../lib/describeError.ts"
import { onSubmit, readText } from "../lib/form.ts"
import { rememberMethod } from "../lib/lastMethod.ts"
import { pages } from "../lib/pages.ts"
import type { SecondFactorError } from "../mfa/SecondFactorCard.tsx"
import { useAuthText } from "../text/AuthText.tsx"

export interface PasswordFormProps {
  readonly email: string
  /** Whether this form also asks for the address. */
  readonly isAlone?: boolean | undefined
  readonly onBack?: (() => void) | undefined
  readonly onSecondFactor: (error: SecondFactorError) => void
  /** Beside the link for forgotten passwords. */
  readonly children?: ReactNode
}

export const PasswordForm = ({
  children,
  email,
  isAlone = false,
  onBack = () => undefined,
  onSecondFactor
}: PasswordFormProps) => {
  const t = useAuthText()
  const signIn = useAction(Password.signIn)
  const submit = async (form: FormData) => {
    rememberMethod("password")
    const result = await signIn.run({ email: readText(form, "email").trim(), password: readText(form, "password") })
    if (!result.ok && result.error._tag === "MultiFactorAuthenticationRequired") onSecondFactor(result.error)
  }
  return (
    <form className="gf-stack" onSubmit={onSubmit((form) => void submit(form))}>
      {isAlone ? (
        <Field
          label={t.common.email}
          name="email"
          type="email"
          autoComplete="username webauthn"
          autoFocus
          required
          defaultValue={email}
        />
      ) : (
        <EmailChip email={email} onChange={onBack} />
      )}
      <PasswordField
        label={t.common.password}
        name="password"
        autoComplete="current-password"
        autoFocus={!isAlone}
        error={describeFieldError(t, signIn.error, "EmailPasswordMismatch")}
      />
      <FormError error={signIn.error} except={["EmailPasswordMismatch", "MultiFactorAuthenticationRequired"]} />
      <Button variant="primary" type="submit" block isPending={signIn.isPending}>
        {t.common.signIn}
      </Button>
      {/* Last, so that the Tab key leads from the password to the button. */}
      <div className="gf-form-aside">
        <HandlerLink to={pages.forgotPassword}>{t.signIn.forgotPassword}</HandlerLink>
        {children}
      </div>
    </form>
  )
}
