import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { FormError } from "../../components/FormError.tsx"
import { PasswordField } from "../../components/PasswordField.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { errorFor } from "../../lib/describeError.ts"
import { onSubmit, text } from "../../lib/form.ts"
import { useText } from "../../text/Text.tsx"

const fieldErrors = ["PasswordTooShort", "PasswordTooLong"] as const

/** For users who have signed up without a password. */
export const SetPasswordForm = () => {
  const t = useText()
  const set = useAction(Password.set)
  const tell = useToast()
  const save = async (form: FormData) => {
    const result = await set.run({ password: text(form, "password") })
    if (result.ok) tell("Your password was set")
  }
  return (
    <form className="gf-stack" onSubmit={onSubmit((form) => void save(form))}>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        error={errorFor(t, set.error, ...fieldErrors)}
      />
      <FormError error={set.error} except={fieldErrors} />
      <div>
        <Button type="submit" isPending={set.isPending}>
          Set password
        </Button>
      </div>
    </form>
  )
}
