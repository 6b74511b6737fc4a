import { Card } from "#screens/components/Card"
import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { SaveForm } from "../../components/SaveForm.tsx"
import { readOptionalText, isChecked } from "../../lib/forms.ts"
import { useProject } from "../../lib/Project.tsx"
import type { User } from "../../lib/users.ts"

/** The name, picture and email address of a user. */
export const EditUser = ({ user }: { readonly user: User }) => {
  const { app } = useProject()
  const save = (form: FormData) => {
    const primaryEmail = readOptionalText(form, "email") ?? null
    return app.users.update({
      userId: user.id,
      displayName: readOptionalText(form, "name") ?? null,
      profileImageUrl: readOptionalText(form, "picture") ?? null,
      ...(primaryEmail !== user.primaryEmail && { primaryEmail }),
      ...(primaryEmail !== null && {
        primaryEmailVerified: isChecked(form, "verified"),
        primaryEmailAuthEnabled: isChecked(form, "signsIn")
      })
    })
  }
  return (
    <Card title="Profile">
      {/* It mounts again when someone else has changed the user. */}
      <SaveForm
        key={JSON.stringify([
          user.displayName,
          user.profileImageUrl,
          user.primaryEmail,
          user.primaryEmailVerified,
          user.primaryEmailAuthEnabled
        ])}
        done="User saved."
        save={save}
      >
        <Field label="Name" name="name" defaultValue={user.displayName ?? ""} maxLength={256} autoComplete="off" />
        <Field label="Picture URL" name="picture" defaultValue={user.profileImageUrl ?? ""} autoComplete="off" />
        <Field label="Email" name="email" type="email" defaultValue={user.primaryEmail ?? ""} autoComplete="off" />
        <CheckField label="Email is verified" name="verified" defaultChecked={user.primaryEmailVerified} />
        <CheckField
          label="Allow sign-in with this email"
          name="signsIn"
          defaultChecked={user.primaryEmailAuthEnabled}
        />
      </SaveForm>
    </Card>
  )
}
