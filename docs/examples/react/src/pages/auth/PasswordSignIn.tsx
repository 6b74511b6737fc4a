import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { PasswordField } from "../../components/PasswordField.tsx"
import { onSubmit, text } from "../../lib/form.ts"
import { HandlerLink } from "./HandlerLink.tsx"
import { SecondFactor } from "./SecondFactor.tsx"

export const PasswordSignIn = () => {
  const signIn = useAction(Password.signIn)
  return (
    <>
      <form
        className="stack"
        onSubmit={onSubmit((form) => void signIn.run({ email: text(form, "email"), password: text(form, "password") }))}
      >
        <Field label="E-mail address" name="email" type="email" autoComplete="username" required />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          aside={<HandlerLink to="/handler/forgot-password">Forgot password?</HandlerLink>}
        />
        <FormError error={signIn.error} except={["MultiFactorAuthenticationRequired"]} />
        <Button variant="primary" type="submit" block isPending={signIn.isPending}>
          Sign in
        </Button>
      </form>
      <SecondFactor error={signIn.error} onCancel={signIn.reset} />
    </>
  )
}
