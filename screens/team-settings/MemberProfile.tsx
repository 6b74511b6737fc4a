import { Teams } from "gatefold"
import { useAction, useResource } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { Loaded } from "../components/Loaded.tsx"
import { PictureField } from "../components/PictureField.tsx"
import { useToast } from "../components/Toaster.tsx"
import { onSubmit, text } from "../lib/form.ts"
import type { TeamProps } from "../lib/Team.ts"

/** How the user appears to the others in a team. */
export const MemberProfile = ({ team }: TeamProps) => {
  const profile = useResource(Teams.getMemberProfile, { teamId: team.id }, { as: "result" })
  const update = useAction(Teams.updateOwnProfile)
  const tell = useToast()
  const change = async (what: { readonly displayName: string } | { readonly profileImageUrl: string | null }) => {
    const result = await update.run({ teamId: team.id, ...what })
    if (result.ok) tell("Your profile in this team was changed.")
  }
  return (
    <Card title="You in this team" description="The others see this name and picture, in this team only.">
      <FormError error={update.error} />
      <Loaded read={profile}>
        {({ displayName, profileImageUrl }) => (
          <>
            <PictureField
              label="Your picture"
              name={displayName ?? "You"}
              image={profileImageUrl}
              isPending={update.isPending}
              onChange={(profileImageUrl) => void change({ profileImageUrl })}
            />
            <form
              className="gf-inline-form"
              onSubmit={onSubmit((form) => void change({ displayName: text(form, "displayName").trim() }))}
            >
              <Field
                label="Your name"
                name="displayName"
                defaultValue={displayName ?? ""}
                autoComplete="off"
                maxLength={100}
                required
              />
              <Button type="submit" isPending={update.isPending}>
                Save
              </Button>
            </form>
          </>
        )}
      </Loaded>
    </Card>
  )
}
