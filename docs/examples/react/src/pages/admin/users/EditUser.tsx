import { useAction } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { PictureField } from "#screens/components/PictureField"
import { useToast } from "#screens/components/Toaster"
import { describeFieldError } from "#screens/lib/describeError"
import { onSubmit, readText } from "#screens/lib/form"
import { useText } from "#screens/text/Text"
import type { UserDetails } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"
import { SecondFactor } from "./SecondFactor.tsx"
import { userName } from "./userName.ts"

/** Changes name, address and picture of a user. */
export const EditUser = ({ details: { user } }: { readonly details: UserDetails }) => {
  const t = useText()
  const update = useAction(Admin.updateUser)
  const setPicture = useAction(Admin.updateUser)
  const tell = useToast()
  const run = async (form: FormData) => {
    const displayName = readText(form, "displayName").trim() || null
    const primaryEmail = readText(form, "email").trim() || null
    const result = await update.run({
      userId: user.id,
      displayName,
      ...(primaryEmail !== user.primaryEmail && { primaryEmail }),
      ...(primaryEmail !== null && { primaryEmailVerified: form.has("verified") })
    })
    if (result.ok) tell("The profile was changed.")
  }
  return (
    <Card title="Profile">
      <FormError error={setPicture.error} />
      <PictureField
        label="Picture"
        name={userName(user)}
        image={user.profileImageUrl}
        onChange={async (profileImageUrl) => (await setPicture.run({ userId: user.id, profileImageUrl })).ok}
      />
      {/* a new one when what it changes was changed */}
      <form
        key={`${user.displayName} ${user.primaryEmail} ${user.primaryEmailVerified}`}
        className="gf-stack"
        onSubmit={onSubmit((form) => void run(form))}
      >
        <FormError error={update.error} except={["UserWithEmailAlreadyExists"]} />
        <Field label="Name" name="displayName" autoComplete="off" defaultValue={user.displayName ?? ""} />
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={user.primaryEmail ?? ""}
          error={
            describeFieldError(t, update.error, "UserWithEmailAlreadyExists") &&
            "Another user signs in with this address."
          }
        />
        <CheckField label="The address is verified" name="verified" defaultChecked={user.primaryEmailVerified} />
        <div>
          <Button type="submit" variant="primary" isPending={update.isPending}>
            Save
          </Button>
        </div>
      </form>
      {user.isMultiFactorRequired && <SecondFactor user={user} />}
    </Card>
  )
}
