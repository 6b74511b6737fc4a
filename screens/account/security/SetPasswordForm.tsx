import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { FormError } from "../../components/FormError.tsx"
import { PasswordField } from "../../components/PasswordField.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { describeFieldError } from "../../lib/describeError.ts"
import { onSubmit, readText } from "../../lib/form.ts"
import { useText } from "../../text/Text.tsx"

const fieldErrors = ["PasswordTooShort", "PasswordTooLong"] as const

/** For users who have signed up without a password. */
export const SetPasswordForm = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const set = useAction(Password.set)
  const tell = useToast()
  const save = async (form: FormData) => {
    const result = await set.run({ password: readText(form, "password") })
    if (!result.ok) return
    tell(t.security.passwordWasSet)
    onClose()
  }
  return (
    <form className="gf-inset" onSubmit={onSubmit((form) => void save(form))}>
      <PasswordField
        label={t.security.newPassword}
        name="password"
        autoComplete="new-password"
        autoFocus
        error={describeFieldError(t, set.error, ...fieldErrors)}
      />
      <FormError error={set.error} except={fieldErrors} />
      <div className="gf-row">
        <Button variant="primary" size="small" type="submit" isPending={set.isPending}>
          {t.security.setPassword}
        </Button>
        <Button variant="ghost" size="small" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  )
}
