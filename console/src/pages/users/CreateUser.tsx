import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { PasswordField } from "#screens/components/PasswordField"
import { DialogButton } from "../../components/DialogButton.tsx"
import { given, isChecked } from "../../lib/forms.ts"
import { useProject } from "../../lib/Project.tsx"

/** Creates a user; no mail is sent. */
export const CreateUser = () => {
  const { app } = useProject()
  return (
    <DialogButton
      button="Create user"
      variant="primary"
      title="Create user"
      submit="Create user"
      done="The user is there."
      act={(form) => {
        const primaryEmail = given(form, "email")
        const displayName = given(form, "name")
        const password = given(form, "password")
        return app.users.create({
          ...(displayName !== undefined && { displayName }),
          ...(primaryEmail !== undefined && {
            primaryEmail,
            primaryEmailVerified: isChecked(form, "verified"),
            primaryEmailAuthEnabled: true
          }),
          ...(password !== undefined && { password })
        })
      }}
    >
      <Field label="Name" name="name" autoComplete="off" autoFocus maxLength={256} />
      <Field label="E-mail address" name="email" type="email" autoComplete="off" />
      <CheckField label="The address is verified" name="verified" defaultChecked />
      <PasswordField
        label="Password"
        name="password"
        required={false}
        autoComplete="new-password"
        hint="8 to 70 characters; empty for none."
      />
    </DialogButton>
  )
}
