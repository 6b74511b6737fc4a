import { useTeams, useUser } from "gatefold/react"
import { Avatar } from "../components/Avatar.tsx"
import { Badge } from "../components/Badge.tsx"
import { Card } from "../components/Card.tsx"
import { Empty } from "../components/Empty.tsx"
import { Link } from "../components/Link.tsx"
import { PageHeader } from "../components/PageHeader.tsx"
import { pages } from "../lib/pages.ts"
import { CreateTeam } from "./CreateTeam.tsx"
import { ReceivedInvitations } from "./ReceivedInvitations.tsx"
import { SelectTeam } from "./SelectTeam.tsx"

/** All teams of the user, and the way to a new one. */
export const TeamList = () => {
  const user = useUser({ or: "redirect" })
  const teams = useTeams()
  return (
    <div className="gf-page">
      <PageHeader title="Teams" description="Work together with others: each team has members with permissions." />
      <Card title="Your teams">
        {teams.length === 0 ? (
          <Empty title="No team yet">Create one below, or open an invitation that you got by e-mail.</Empty>
        ) : (
          <ul className="gf-list gf-list-short">
            {teams.map((team) => (
              <li key={team.id}>
                <Avatar name={team.displayName} image={team.profileImageUrl} />
                <span className="gf-list-main">
                  <Link className="gf-team-link gf-truncate" to={`${pages.teams}/${team.id}`}>
                    {team.displayName}
                  </Link>
                </span>
                {user.selectedTeamId === team.id ? (
                  <Badge tone="accent">Current team</Badge>
                ) : (
                  <SelectTeam team={team} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <ReceivedInvitations />
      <CreateTeam />
    </div>
  )
}
