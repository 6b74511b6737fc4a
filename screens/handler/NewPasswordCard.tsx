import { Password } from "gatefold"
import type { HandlerStates } from "gatefold/react"
import { useState } from "react"
import { Button } from "../components/Button.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { FormError } from "../components/FormError.tsx"
import { PasswordField } from "../components/PasswordField.tsx"
import { errorFor } from "../lib/describeError.ts"
import { onSubmit, text } from "../lib/form.ts"
import { AuthCard } from "../components/AuthCard.tsx"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"

type Ready = Extract<HandlerStates["passwordReset"], { readonly status: "ready" }>

const minLength = 8

/** The form for a new password. The code is spent even when the password is refused, so that is checked before. */
export const NewPasswordCard = ({ error, isPending, submit }: Ready) => {
  const t = useText()
  const [problems, setProblems] = useState<{ readonly length?: string; readonly repeat?: string }>({})
  const check = (password: string, repeated: string) => {
    const { length: characters } = [...password]
    const length =
      characters < minLength || characters > Password.maxLength
        ? `Use ${minLength} to ${Password.maxLength} characters.`
        : undefined
    const repeat = password === repeated ? undefined : "The two passwords differ."
    setProblems({ ...(length !== undefined && { length }), ...(repeat !== undefined && { repeat }) })
    return length === undefined && repeat === undefined
  }
  return (
    <AuthCard title="Set a new password" description="All your sessions end, and you sign in with the new password.">
      <form
        className="gf-stack"
        onSubmit={onSubmit((form) => {
          const password = text(form, "password")
          if (check(password, text(form, "repeated"))) void submit(password)
        })}
      >
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          autoFocus
          error={problems.length ?? errorFor(t, error, "PasswordTooShort", "PasswordTooLong")}
        />
        <PasswordField
          label="Repeat the new password"
          name="repeated"
          autoComplete="new-password"
          error={problems.repeat}
        />
        <FormError error={error} except={["PasswordTooShort", "PasswordTooLong"]} />
        {error !== undefined && <ButtonLink to={pages.forgotPassword}>Ask for a new link</ButtonLink>}
        <Button variant="primary" type="submit" block isPending={isPending}>
          Set password
        </Button>
      </form>
    </AuthCard>
  )
}
