import { Teams } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { PictureField } from "../components/PictureField.tsx"
import { useToast } from "../components/Toaster.tsx"
import { onSubmit, text } from "../lib/form.ts"
import type { TeamProps } from "../lib/Team.ts"

/** What a team is called and how it looks; for those with `$update_team`. */
export const TeamProfile = ({ team }: TeamProps) => {
  const update = useAction(Teams.update)
  const tell = useToast()
  const change = async (what: { readonly displayName: string } | { readonly profileImageUrl: string | null }) => {
    const result = await update.run({ teamId: team.id, ...what })
    if (result.ok) tell("The team was changed.")
  }
  return (
    <Card title="Team profile">
      <FormError error={update.error} />
      <PictureField
        label="Picture"
        name={team.displayName}
        image={team.profileImageUrl}
        isPending={update.isPending}
        onChange={(profileImageUrl) => void change({ profileImageUrl })}
      />
      <form
        className="gf-inline-form"
        onSubmit={onSubmit((form) => void change({ displayName: text(form, "displayName").trim() }))}
      >
        <Field
          label="Name"
          name="displayName"
          defaultValue={team.displayName}
          autoComplete="off"
          maxLength={100}
          required
        />
        <Button type="submit" isPending={update.isPending}>
          Rename
        </Button>
      </form>
    </Card>
  )
}
