import { Password } from "gatefold"
import type { HandlerStates } from "gatefold/react"
import { useState } from "react"
import { AuthCard } from "../components/AuthCard.tsx"
import { Button } from "../components/Button.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { FormError } from "../components/FormError.tsx"
import { PasswordField } from "../components/PasswordField.tsx"
import { describeFieldError } from "../lib/describeError.ts"
import { onSubmit, readText } from "../lib/form.ts"
import { pages } from "../lib/pages.ts"
import { minPasswordLength } from "../lib/password.ts"
import { useAuthText } from "../text/AuthText.tsx"

type Ready = Extract<HandlerStates["passwordReset"], { readonly status: "ready" }>

/** The form for a new password. The code is spent even when the password is refused, so that is checked before. */
export const NewPasswordCard = ({ error, isPending, submit }: Ready) => {
  const t = useAuthText()
  const [problems, setProblems] = useState<{ readonly length?: string; readonly repeat?: string }>({})
  const check = (password: string, repeated: string) => {
    const { length: characters } = [...password]
    const length =
      characters < minPasswordLength || characters > Password.maxLength
        ? t.outcome.passwordLength({ min: minPasswordLength, max: Password.maxLength })
        : undefined
    const repeat = password === repeated ? undefined : t.outcome.passwordsDiffer
    setProblems({ ...(length !== undefined && { length }), ...(repeat !== undefined && { repeat }) })
    return length === undefined && repeat === undefined
  }
  return (
    <AuthCard icon="lock" title={t.outcome.resetTitle} description={t.outcome.resetHint}>
      <form
        className="gf-stack"
        onSubmit={onSubmit((form) => {
          const password = readText(form, "password")
          if (check(password, readText(form, "repeated"))) void submit(password)
        })}
      >
        <PasswordField
          label={t.outcome.newPassword}
          name="password"
          autoComplete="new-password"
          autoFocus
          hint={t.signUp.passwordHint({ min: minPasswordLength })}
          error={problems.length ?? describeFieldError(t, error, "PasswordTooShort", "PasswordTooLong")}
        />
        <PasswordField
          label={t.outcome.repeatPassword}
          name="repeated"
          autoComplete="new-password"
          error={problems.repeat}
        />
        <FormError error={error} except={["PasswordTooShort", "PasswordTooLong"]} />
        {error === undefined ? (
          <Button variant="primary" type="submit" block isPending={isPending}>
            {t.outcome.setPassword}
          </Button>
        ) : (
          <ButtonLink variant="primary" block to={pages.forgotPassword}>
            {t.outcome.newLink}
          </ButtonLink>
        )}
      </form>
    </AuthCard>
  )
}
