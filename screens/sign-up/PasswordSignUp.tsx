import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { HandlerLink } from "../components/HandlerLink.tsx"
import { PasswordField } from "../components/PasswordField.tsx"
import { describeFieldError } from "../lib/describeError.ts"
import { onSubmit, readText } from "../lib/form.ts"
import { rememberMethod } from "../lib/lastMethod.ts"
import { pages } from "../lib/pages.ts"
import { minPasswordLength } from "../lib/password.ts"
import { useAuthText } from "../text/AuthText.tsx"

export const PasswordSignUp = () => {
  const t = useAuthText()
  const signUp = useAction(Password.signUp)
  const submit = (form: FormData) => {
    rememberMethod("password")
    void signUp.run({ email: readText(form, "email").trim(), password: readText(form, "password") })
  }
  return (
    <form className="gf-stack" onSubmit={onSubmit(submit)}>
      <Field
        label={t.common.email}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        required
        error={describeFieldError(t, signUp.error, "UserWithEmailAlreadyExists")}
      />
      {signUp.error?._tag === "UserWithEmailAlreadyExists" && (
        <p className="gf-small">
          <HandlerLink to={pages.signIn}>{t.signUp.accountExists}</HandlerLink>
        </p>
      )}
      <PasswordField
        label={t.common.password}
        name="password"
        autoComplete="new-password"
        hint={t.signUp.passwordHint({ min: minPasswordLength })}
        error={describeFieldError(t, signUp.error, "PasswordTooShort", "PasswordTooLong")}
      />
      <FormError error={signUp.error} except={["UserWithEmailAlreadyExists", "PasswordTooShort", "PasswordTooLong"]} />
      <Button variant="primary" type="submit" block isPending={signUp.isPending}>
        {t.signUp.submit}
      </Button>
    </form>
  )
}
