import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Facts } from "../../components/Facts.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { RelativeTime } from "../../components/RelativeTime.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { onSubmit, text } from "../../lib/form.ts"

export const NameCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const rename = useAction(CurrentUser.setDisplayName)
  const tell = useToast()
  const save = async (name: string) => {
    const result = await rename.run(name.trim())
    if (result.ok) tell("Your name was saved")
  }
  return (
    <Card title="Name">
      <form className="gf-inline-form" onSubmit={onSubmit((form) => void save(text(form, "name")))}>
        <Field
          key={user.displayName}
          label="Display name"
          name="name"
          autoComplete="name"
          maxLength={200}
          defaultValue={user.displayName ?? ""}
        />
        <Button type="submit" isPending={rename.isPending}>
          Save
        </Button>
      </form>
      <FormError error={rename.error} />
      <Facts
        facts={[
          ["E-mail address", user.primaryEmail ?? "None"],
          ["Member since", <RelativeTime key="since" date={user.signedUpAt} />],
          [
            "User id",
            <code key="id" className="gf-break">
              {user.id}
            </code>
          ]
        ]}
      />
    </Card>
  )
}
