import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { NameForm } from "../../components/NameForm.tsx"
import { PictureField } from "../../components/PictureField.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { useReport } from "../../lib/useReport.ts"
import { formatUserName } from "../../lib/userName.ts"
import { useText } from "../../text/Text.tsx"

/** The picture, which is saved at once, and the name. */
export const ProfileCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const update = useAction(CurrentUser.update)
  const rename = useAction(CurrentUser.setDisplayName)
  const report = useReport()
  const tell = useToast()
  const save = async (name: string) => {
    const result = await rename.run(name)
    if (result.ok) tell(t.profile.nameSaved)
  }
  return (
    <Card title={t.profile.title}>
      <PictureField
        label={t.profile.picture}
        name={formatUserName(t, user)}
        image={user.profileImageUrl}
        onChange={async (profileImageUrl) =>
          report(
            await update.run({ profileImageUrl }),
            profileImageUrl === null ? t.profile.pictureRemoved : t.profile.pictureSaved
          )
        }
      />
      <NameForm
        label={t.profile.name}
        name={user.displayName ?? ""}
        autoComplete="name"
        maxLength={200}
        isPending={rename.isPending}
        error={rename.error}
        onSave={(name) => void save(name)}
      />
    </Card>
  )
}
