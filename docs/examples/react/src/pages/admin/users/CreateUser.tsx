import { Redacted } from "effect"
import { useAction } from "gatefold/react"
import { useNavigate } from "react-router"
import { Button } from "#screens/components/Button"
import { CheckField } from "#screens/components/CheckField"
import { Dialog } from "#screens/components/Dialog"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { PasswordField } from "#screens/components/PasswordField"
import { useToast } from "#screens/components/Toaster"
import { describeFieldError } from "#screens/lib/describeError"
import { onSubmit, readText } from "#screens/lib/form"
import { useText } from "#screens/text/Text"
import * as Admin from "../Admin.ts"
import { userName } from "./userName.ts"

/** Creates a user, and goes to them. */
export const CreateUser = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const create = useAction(Admin.createUser)
  const navigate = useNavigate()
  const tell = useToast()
  const run = async (form: FormData) => {
    const displayName = readText(form, "displayName").trim()
    const password = readText(form, "password")
    const result = await create.run({
      primaryEmail: readText(form, "email").trim(),
      primaryEmailVerified: form.has("verified"),
      ...(displayName !== "" && { displayName }),
      ...(password !== "" && { password: Redacted.make(password) })
    })
    if (!result.ok) return
    tell(`${userName(result.value)} was created.`)
    void navigate(`/admin/users/${result.value.id}`)
  }
  return (
    <Dialog title="Create user" onClose={onClose}>
      <form className="gf-stack" onSubmit={onSubmit((form) => void run(form))}>
        <FormError error={create.error} except={["UserWithEmailAlreadyExists"]} />
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="off"
          autoFocus
          required
          error={
            describeFieldError(t, create.error, "UserWithEmailAlreadyExists") &&
            "Another user signs in with this address."
          }
        />
        <CheckField label="The address is verified" name="verified" />
        <Field label="Name" name="displayName" autoComplete="off" />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={70}
          required={false}
          hint="Optional. Without a password, the user signs in with an emailed link. No email is sent now."
        />
        <div className="gf-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
