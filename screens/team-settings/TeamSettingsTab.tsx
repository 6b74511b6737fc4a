import type { TeamProps } from "../lib/Team.ts"
import { useText } from "../text/Text.tsx"
import { LeaveTeam } from "./LeaveTeam.tsx"
import { MemberProfile } from "./MemberProfile.tsx"
import { TabHeader } from "./TabHeader.tsx"
import { TeamPermissions } from "./TeamPermissions.tsx"
import { TeamProfile } from "./TeamProfile.tsx"

export interface TeamSettingsTabProps extends TeamProps {
  /** Whether the user has a permission in the team. */
  readonly may: (permission: string) => boolean
}

/** The team's name, the user's profile in it, and leaving or deleting the team. */
export const TeamSettingsTab = ({ may, team }: TeamSettingsTabProps) => {
  const t = useText()
  return (
    <>
      <TabHeader title={t.team.settings} />
      {may("$update_team") && <TeamProfile team={team} />}
      <MemberProfile team={team} />
      <TeamPermissions team={team} />
      <LeaveTeam team={team} mayDelete={may("$delete_team")} />
    </>
  )
}
