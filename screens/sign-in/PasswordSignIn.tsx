import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { PasswordField } from "../components/PasswordField.tsx"
import { onSubmit, text } from "../lib/form.ts"
import { HandlerLink } from "../components/HandlerLink.tsx"
import { SecondFactor } from "../mfa/SecondFactor.tsx"
import { pages } from "../lib/pages.ts"

export const PasswordSignIn = () => {
  const signIn = useAction(Password.signIn)
  return (
    <>
      <form
        className="gf-stack"
        onSubmit={onSubmit((form) => void signIn.run({ email: text(form, "email"), password: text(form, "password") }))}
      >
        <Field label="E-mail address" name="email" type="email" autoComplete="username" autoFocus required />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <FormError error={signIn.error} except={["MultiFactorAuthenticationRequired"]} />
        <Button variant="primary" type="submit" block isPending={signIn.isPending}>
          Sign in
        </Button>
        {/* Last, so that the Tab key leads from the password to the button. */}
        <p className="gf-form-aside">
          <HandlerLink to={pages.forgotPassword}>Forgot password?</HandlerLink>
        </p>
      </form>
      <SecondFactor error={signIn.error} onCancel={signIn.reset} />
    </>
  )
}
