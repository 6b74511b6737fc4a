import { Teams } from "gatefold"
import { useAction } from "gatefold/react"
import { Card } from "../components/Card.tsx"
import { NameForm } from "../components/NameForm.tsx"
import { PictureField } from "../components/PictureField.tsx"
import { useToast } from "../components/Toaster.tsx"
import type { TeamProps } from "../lib/Team.ts"
import { useReport } from "../lib/useReport.ts"
import { useText } from "../text/Text.tsx"

/** The name and picture of a team, for users with `$update_team`. */
export const TeamProfile = ({ team }: TeamProps) => {
  const t = useText()
  const rename = useAction(Teams.update)
  const update = useAction(Teams.update)
  const report = useReport()
  const tell = useToast()
  const save = async (displayName: string) => {
    const result = await rename.run({ teamId: team.id, displayName })
    if (result.ok) tell(t.team.saved)
  }
  return (
    <Card title={t.team.profileTitle}>
      <PictureField
        label={t.team.picture}
        name={team.displayName}
        kind="team"
        image={team.profileImageUrl}
        onChange={async (profileImageUrl) =>
          report(await update.run({ teamId: team.id, profileImageUrl }), t.team.saved)
        }
      />
      <NameForm
        label={t.team.name}
        name={team.displayName}
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
