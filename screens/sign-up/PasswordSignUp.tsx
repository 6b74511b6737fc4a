import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { PasswordField } from "../components/PasswordField.tsx"
import { errorFor } from "../lib/describeError.ts"
import { onSubmit, text } from "../lib/form.ts"
import { useText } from "../text/Text.tsx"

export const PasswordSignUp = () => {
  const t = useText()
  const signUp = useAction(Password.signUp)
  return (
    <form
      className="gf-stack"
      onSubmit={onSubmit((form) => void signUp.run({ email: text(form, "email"), password: text(form, "password") }))}
    >
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        required
        error={errorFor(t, signUp.error, "UserWithEmailAlreadyExists")}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`8 to ${Password.maxLength} characters. A few words are easier to remember than symbols.`}
        error={errorFor(t, signUp.error, "PasswordTooShort", "PasswordTooLong")}
      />
      <FormError error={signUp.error} except={["UserWithEmailAlreadyExists", "PasswordTooShort", "PasswordTooLong"]} />
      <Button variant="primary" type="submit" block isPending={signUp.isPending}>
        Create account
      </Button>
    </form>
  )
}
