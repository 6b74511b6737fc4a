import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { PictureField } from "../../components/PictureField.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { onSubmit, text } from "../../lib/form.ts"
import { nameOf } from "../../lib/nameOf.ts"
import { useReport } from "../../lib/useReport.ts"
import { useText } from "../../text/Text.tsx"

/** The picture, which is saved at once, and the name. */
export const ProfileCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const update = useAction(CurrentUser.update)
  const rename = useAction(CurrentUser.setDisplayName)
  const report = useReport()
  const tell = useToast()
  const save = async (name: string) => {
    const result = await rename.run(name.trim())
    if (result.ok) tell(t.profile.nameSaved)
  }
  return (
    <Card title={t.profile.title}>
      <PictureField
        label={t.profile.picture}
        name={nameOf(t, user)}
        image={user.profileImageUrl}
        onChange={async (profileImageUrl) =>
          report(
            await update.run({ profileImageUrl }),
            profileImageUrl === null ? t.profile.pictureRemoved : t.profile.pictureSaved
          )
        }
      />
      <form className="gf-stack" onSubmit={onSubmit((form) => void save(text(form, "name")))}>
        <div className="gf-inline-form">
          <Field
            key={user.displayName}
            label={t.profile.name}
            name="name"
            autoComplete="name"
            maxLength={200}
            defaultValue={user.displayName ?? ""}
          />
          <Button type="submit" isPending={rename.isPending}>
            {t.parts.save}
          </Button>
        </div>
        <FormError error={rename.error} />
      </form>
    </Card>
  )
}
