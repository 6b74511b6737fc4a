import { useProject, useReceivedInvitations, useTeams, useUser } from "gatefold/react"
import { useState } from "react"
import { Avatar } from "../components/Avatar.tsx"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { Empty } from "../components/Empty.tsx"
import { Icon } from "../components/Icon.tsx"
import { Link } from "../components/Link.tsx"
import { PageHeader } from "../components/PageHeader.tsx"
import { Row } from "../components/Row.tsx"
import { useText } from "../text/Text.tsx"
import { CreateTeam } from "./CreateTeam.tsx"
import { ReceivedInvitations } from "./ReceivedInvitations.tsx"
import { SelectTeam } from "./SelectTeam.tsx"
import { TeamSkeleton } from "./TeamSkeleton.tsx"
import { TeamsShell } from "./TeamsShell.tsx"

export interface TeamListProps {
  /** Where it is shown. */
  readonly path: string
}

/** All teams of the user, and the way to a new one. */
export const TeamList = ({ path }: TeamListProps) => {
  const t = useText()
  const user = useUser({ or: "redirect" })
  const teams = useTeams()
  const received = useReceivedInvitations({ as: "result" })
  const { clientTeamCreationEnabled } = useProject().config
  const [isCreating, setCreating] = useState(false)
  const create = clientTeamCreationEnabled ? (
    <Button size="small" variant="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {t.teams.create}
    </Button>
  ) : undefined
  // They are above the teams, which would move when they come.
  if (received.status === "pending") return <TeamSkeleton isList />
  const invited = received.value ?? []
  return (
    <TeamsShell path={path}>
      <PageHeader title={t.teams.title} description={t.teams.hint} actions={teams.length === 0 ? undefined : create} />
      <ReceivedInvitations invitations={invited} />
      <Card {...(invited.length === 0 ? { label: t.teams.yours } : { title: t.teams.yours })}>
        {teams.length === 0 ? (
          <Empty icon="team" title={t.teams.emptyTitle} action={create}>
            {create === undefined ? t.teams.noCreation : t.teams.emptyHint}
          </Empty>
        ) : (
          <ul className="gf-rows">
            {teams.map((team) => (
              <Row
                key={team.id}
                icon={<Avatar name={team.displayName} image={team.profileImageUrl} kind="team" />}
                title={
                  <Link className="gf-team-link" to={`${path}/${team.id}`}>
                    {team.displayName}
                  </Link>
                }
                actions={
                  user.selectedTeamId === team.id ? (
                    <span className="gf-item-state">{t.teams.current}</span>
                  ) : (
                    <SelectTeam team={team} />
                  )
                }
              />
            ))}
          </ul>
        )}
      </Card>
      {isCreating && <CreateTeam path={path} onClose={() => setCreating(false)} />}
    </TeamsShell>
  )
}
