import type { MagicLink } from "gatefold"
import type { Action } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { onSubmit, readText } from "../lib/form.ts"
import { useAuthText } from "../text/AuthText.tsx"

export interface LinkSignUpProps {
  readonly send: Action<typeof MagicLink.send>
  readonly onEmail: (email: string) => void
}

/** For projects without passwords: a mail with a link and a code creates the account. */
export const LinkSignUp = ({ onEmail, send }: LinkSignUpProps) => {
  const t = useAuthText()
  return (
    <form className="gf-stack" onSubmit={onSubmit((form) => onEmail(readText(form, "email").trim()))}>
      <Field label={t.common.email} name="email" type="email" autoComplete="username" autoFocus required />
      <FormError error={send.error} />
      <Button variant="primary" type="submit" block isPending={send.isPending}>
        {t.common.continue}
      </Button>
    </form>
  )
}
