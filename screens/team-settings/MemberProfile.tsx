import { Teams } from "gatefold"
import { useAction, useResource, useUser } from "gatefold/react"
import { Card } from "../components/Card.tsx"
import { NameForm } from "../components/NameForm.tsx"
import { PictureField } from "../components/PictureField.tsx"
import { useToast } from "../components/Toaster.tsx"
import type { TeamProps } from "../lib/Team.ts"
import { useReport } from "../lib/useReport.ts"
import { formatUserName } from "../lib/userName.ts"
import { useText } from "../text/Text.tsx"

/** How the user appears to the others in a team. */
export const MemberProfile = ({ team }: TeamProps) => {
  const t = useText()
  const user = useUser({ or: "redirect" })
  const { displayName, profileImageUrl } = useResource(Teams.getMemberProfile, { teamId: team.id })
  const rename = useAction(Teams.updateOwnProfile)
  const update = useAction(Teams.updateOwnProfile)
  const report = useReport()
  const tell = useToast()
  const save = async (displayName: string) => {
    const result = await rename.run({ teamId: team.id, displayName })
    if (result.ok) tell(t.team.ownSaved)
  }
  return (
    <Card title={t.team.ownTitle} description={t.team.ownHint}>
      <PictureField
        label={t.team.ownPicture}
        name={displayName ?? formatUserName(t, user)}
        image={profileImageUrl}
        onChange={async (profileImageUrl) =>
          report(await update.run({ teamId: team.id, profileImageUrl }), t.team.ownSaved)
        }
      />
      <NameForm
        label={t.team.ownName}
        name={displayName ?? ""}
        autoComplete="off"
        maxLength={100}
        required
        isPending={rename.isPending}
        error={rename.error}
        onSave={(name) => void save(name)}
      />
    </Card>
  )
}
