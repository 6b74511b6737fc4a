import { Button } from "#screens/components/Button"
import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { PasswordField } from "#screens/components/PasswordField"
import { FormDialog } from "../../components/FormDialog.tsx"
import { readOptionalText, isChecked } from "../../lib/forms.ts"
import { useProject } from "../../lib/Project.tsx"
import { useQuery } from "../../lib/useQuery.ts"

/** Creates a user without sending an email. `?create=yes` opens it. */
export const CreateUser = () => {
  const { app } = useProject()
  const [dialog, setDialog] = useQuery("create")
  return (
    <>
      <Button variant="primary" onClick={() => setDialog("yes")}>
        Create user
      </Button>
      {dialog !== "" && (
        <FormDialog
          title="Create user"
          submit="Create user"
          done="User created."
          onClose={() => setDialog("")}
          act={async (form) => {
            const primaryEmail = readOptionalText(form, "email")
            const displayName = readOptionalText(form, "name")
            const password = readOptionalText(form, "password")
            await app.users.create({
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
          <Field label="Email" name="email" type="email" autoComplete="off" />
          <CheckField label="Email is verified" name="verified" defaultChecked />
          <PasswordField
            label="Password"
            name="password"
            required={false}
            autoComplete="new-password"
            hint="8 to 70 characters. Leave empty for none."
          />
        </FormDialog>
      )}
    </>
  )
}
