import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { AuthCard } from "../components/AuthCard.tsx"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { HandlerButton, HandlerLink } from "../components/HandlerLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { onSubmit, readText } from "../lib/form.ts"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"

/** Emails a link for a new password. It does not reveal who has an account. */
export const ForgotPassword = () => {
  const t = useAuthText()
  const send = useAction(Password.sendResetCode)
  const [email, setEmail] = useState("")
  const submit = (address: string) => {
    setEmail(address)
    void send.run({ email: address })
  }
  if (send.status === "success") {
    return (
      <OutcomeCard
        title={t.forgotPassword.sentTitle}
        icon="mail"
        actions={
          <>
            <HandlerButton variant="primary" block to={pages.signIn}>
              {t.forgotPassword.back}
            </HandlerButton>
            <Button variant="ghost" block onClick={send.reset}>
              {t.forgotPassword.otherEmail}
            </Button>
          </>
        }
      >
        <span className="gf-break">{t.forgotPassword.sent({ email })}</span>
      </OutcomeCard>
    )
  }
  return (
    <AuthCard
      title={t.forgotPassword.title}
      description={t.forgotPassword.description}
      footer={<HandlerLink to={pages.signIn}>{t.forgotPassword.back}</HandlerLink>}
    >
      <form className="gf-stack" onSubmit={onSubmit((form) => submit(readText(form, "email").trim()))}>
        <Field
          label={t.common.email}
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          required
          defaultValue={email}
        />
        <FormError error={send.error} />
        <Button variant="primary" type="submit" block isPending={send.isPending}>
          {t.forgotPassword.submit}
        </Button>
      </form>
    </AuthCard>
  )
}
