import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { onSubmit, text } from "../lib/form.ts"
import { AuthCard } from "../components/AuthCard.tsx"
import { HandlerLink } from "../components/HandlerLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { pages } from "../lib/pages.ts"

/** Mails a link for a new password. It does not tell who has an account. */
export const ForgotPassword = () => {
  const send = useAction(Password.sendResetCode)
  if (send.status === "success") {
    return (
      <OutcomeCard title="Check your mail" actions={<Button onClick={send.reset}>Use another address</Button>}>
        If there is an account with that address, a link to set a new password is on its way. It works once.
      </OutcomeCard>
    )
  }
  return (
    <AuthCard
      title="Forgot your password?"
      description="We will mail you a link to set a new one."
      footer={<HandlerLink to={pages.signIn}>Back to the sign-in page</HandlerLink>}
    >
      <form className="gf-stack" onSubmit={onSubmit((form) => void send.run({ email: text(form, "email") }))}>
        <Field label="E-mail address" name="email" type="email" autoComplete="username" autoFocus required />
        <FormError error={send.error} />
        <Button variant="primary" type="submit" block isPending={send.isPending}>
          Mail me a link
        </Button>
      </form>
    </AuthCard>
  )
}
