import { type CurrentUser, Password } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { FormError } from "../../components/FormError.tsx"
import { PasswordField } from "../../components/PasswordField.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { describeFieldError } from "../../lib/describeError.ts"
import { onSubmit, readText } from "../../lib/form.ts"
import { useText } from "../../text/Text.tsx"

const newErrors = ["PasswordTooShort", "PasswordTooLong"] as const

export interface ChangePasswordFormProps {
  readonly user: CurrentUser.CurrentUser
  readonly onClose: () => void
}

export const ChangePasswordForm = ({ onClose, user }: ChangePasswordFormProps) => {
  const t = useText()
  const change = useAction(Password.update)
  const tell = useToast()
  const save = async (form: FormData) => {
    const result = await change.run({ oldPassword: readText(form, "old"), newPassword: readText(form, "new") })
    if (!result.ok) return
    tell(t.security.passwordChanged)
    onClose()
  }
  return (
    <form className="gf-inset" onSubmit={onSubmit((form) => void save(form))}>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={user.primaryEmail ?? ""} readOnly hidden />
      <PasswordField
        label={t.security.currentPassword}
        name="old"
        autoComplete="current-password"
        autoFocus
        error={describeFieldError(t, change.error, "PasswordConfirmationMismatch")}
      />
      <PasswordField
        label={t.security.newPassword}
        name="new"
        autoComplete="new-password"
        hint={t.security.changeHint}
        error={describeFieldError(t, change.error, ...newErrors)}
      />
      <FormError error={change.error} except={["PasswordConfirmationMismatch", ...newErrors]} />
      <div className="gf-row">
        <Button variant="primary" size="small" type="submit" isPending={change.isPending}>
          {t.security.changePassword}
        </Button>
        <Button variant="ghost" size="small" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  )
}
