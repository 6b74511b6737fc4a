import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { useRef } from "react"
import { Button } from "../../components/Button.tsx"
import { FormError } from "../../components/FormError.tsx"
import { PasswordField } from "../../components/PasswordField.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { errorFor } from "../../lib/describeError.ts"
import { onSubmit, text } from "../../lib/form.ts"
import { useText } from "../../text/Text.tsx"

const newErrors = ["PasswordTooShort", "PasswordTooLong"] as const

export const ChangePasswordForm = () => {
  const t = useText()
  const change = useAction(Password.update)
  const tell = useToast()
  const element = useRef<HTMLFormElement>(null)
  const save = async (form: FormData) => {
    const result = await change.run({ oldPassword: text(form, "old"), newPassword: text(form, "new") })
    if (!result.ok) return
    element.current?.reset()
    tell("Your password was changed")
  }
  return (
    <form ref={element} className="gf-stack" onSubmit={onSubmit((form) => void save(form))}>
      <PasswordField
        label="Current password"
        name="old"
        autoComplete="current-password"
        error={errorFor(t, change.error, "PasswordConfirmationMismatch")}
      />
      <PasswordField
        label="New password"
        name="new"
        autoComplete="new-password"
        error={errorFor(t, change.error, ...newErrors)}
      />
      <FormError error={change.error} except={["PasswordConfirmationMismatch", ...newErrors]} />
      <div>
        <Button type="submit" isPending={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  )
}
