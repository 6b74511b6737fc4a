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

export interface PasswordSignInProps {
  readonly email: string
  readonly onEmailChange: (email: string) => void
}

export const PasswordSignIn = ({ email, onEmailChange }: PasswordSignInProps) => {
  const signIn = useAction(Password.signIn)
  return (
    <>
      <form
        className="gf-stack"
        onSubmit={onSubmit((form) => void signIn.run({ email: text(form, "email"), password: text(form, "password") }))}
      >
        <Field
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus={email === ""}
          required
          defaultValue={email}
          onChange={(event) => onEmailChange(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          // The address is there already for those who come from the other form.
          autoFocus={email !== ""}
        />
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
