import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import type { TeamProps } from "../lib/Team.ts"
import { useReport } from "../lib/useReport.ts"
import { useText } from "../text/Text.tsx"

/** Makes a team the one that the user works in. */
export const SelectTeam = ({ team }: TeamProps) => {
  const t = useText()
  const select = useAction(CurrentUser.setSelectedTeam)
  const report = useReport()
  const named = { team: team.displayName }
  return (
    <Button
      size="small"
      isPending={select.isPending}
      aria-label={t.teams.switchTo(named)}
      onClick={async () => void report(await select.run(team.id), t.teams.switched(named))}
    >
      {t.teams.switch}
    </Button>
  )
}
