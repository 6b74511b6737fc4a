import { RequirePermission, useProject, useTeams, useUser } from "gatefold/react"
import type { ReactNode } from "react"
import { Badge } from "../components/Badge.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { PageHeader } from "../components/PageHeader.tsx"
import { Skeleton } from "../components/Skeleton.tsx"
import { Link } from "../components/Link.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { LeaveTeam } from "./LeaveTeam.tsx"
import { MemberProfile } from "./MemberProfile.tsx"
import { SelectTeam } from "./SelectTeam.tsx"
import type { Team } from "../lib/Team.ts"
import { TeamApiKeys } from "./TeamApiKeys.tsx"
import { TeamInvitations } from "./TeamInvitations.tsx"
import { TeamMembers } from "./TeamMembers.tsx"
import { TeamPermissions } from "./TeamPermissions.tsx"
import { TeamProfile } from "./TeamProfile.tsx"
import { pages } from "../lib/pages.ts"

export interface TeamPageProps {
  readonly teamId: string
  /** What the app itself has for a team. */
  readonly children?: ((team: Team) => ReactNode) | undefined
}

/** Everything about one team, as far as the user may see it. */
export const TeamPage = ({ children, teamId }: TeamPageProps) => {
  const user = useUser({ or: "redirect" })
  const team = useTeams().find(({ id }) => id === teamId)
  const { config } = useProject()
  if (team === undefined) {
    return (
      <OutcomeCard
        title="Not your team"
        icon="team"
        actions={<ButtonLink to={pages.teams}>Go to your teams</ButtonLink>}
      >
        There is no such team, or you are not a member of it.
      </OutcomeCard>
    )
  }
  const may = (permission: string) => ({ permission, teamId: team.id, loading: <Skeleton kind="block" /> })
  return (
    <div className="gf-page" key={team.id}>
      <PageHeader
        title={team.displayName}
        description={<Link to={pages.teams}>All teams</Link>}
        actions={
          user.selectedTeamId === team.id ? <Badge tone="accent">Current team</Badge> : <SelectTeam team={team} />
        }
      />
      <div className="gf-team-grid">
        <div className="gf-stack-loose">
          <RequirePermission {...may("$read_members")}>
            <TeamMembers team={team} />
          </RequirePermission>
          <RequirePermission {...may("$invite_members")}>
            <TeamInvitations team={team} />
          </RequirePermission>
          {children?.(team)}
          {config.allowTeamApiKeys && (
            <RequirePermission {...may("$manage_api_keys")}>
              <TeamApiKeys team={team} />
            </RequirePermission>
          )}
        </div>
        <div className="gf-stack-loose">
          <RequirePermission {...may("$update_team")}>
            <TeamProfile team={team} />
          </RequirePermission>
          <MemberProfile team={team} />
          <TeamPermissions team={team} />
          <LeaveTeam team={team} />
        </div>
      </div>
    </div>
  )
}
