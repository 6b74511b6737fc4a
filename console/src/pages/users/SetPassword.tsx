import type { ButtonLook } from "#screens/components/Button"
import { PasswordField } from "#screens/components/PasswordField"
import { readText } from "#screens/lib/form"
import { DialogButton } from "../../components/DialogButton.tsx"
import { useProject } from "../../lib/Project.tsx"
import type { User } from "../../lib/users.ts"

/** Sets or changes the password of a user. */
export const SetPassword = ({ size, user }: { readonly user: User } & Pick<ButtonLook, "size">) => {
  const { app } = useProject()
  const verb = user.hasPassword ? "Change password" : "Set password"
  return (
    <DialogButton
      button={verb}
      size={size}
      title={verb}
      submit="Save password"
      done="Password saved. All sessions of the user have ended."
      act={(form) => app.users.setPassword({ userId: user.id, password: readText(form, "password") })}
    >
      <PasswordField label="New password" name="password" autoComplete="new-password" autoFocus />
    </DialogButton>
  )
}
