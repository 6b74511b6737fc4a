import { TeamInvitations } from "gatefold"
import { useAction, type useReceivedInvitations } from "gatefold/react"
import { Avatar } from "../components/Avatar.tsx"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { Row } from "../components/Row.tsx"
import { useReport } from "../lib/useReport.ts"
import { useText } from "../text/Text.tsx"

export interface ReceivedInvitationsProps {
  readonly invitations: NonNullable<ReturnType<typeof useReceivedInvitations<"value">>>
}

/** The invitations to the user's verified addresses, which need no email; empty without invitations. */
export const ReceivedInvitations = ({ invitations }: ReceivedInvitationsProps) => {
  const t = useText()
  const accept = useAction(TeamInvitations.acceptReceived)
  const report = useReport()
  if (invitations.length === 0) return null
  return (
    <Card title={t.teams.invitedTitle}>
      <ul className="gf-rows" aria-label={t.teams.invitedTitle}>
        {/* The service of 2025-06 does not name the team, and has no such list. */}
        {invitations.map(({ expiresAt, id, recipientEmail, teamDisplayName = t.team.label }) => (
          <Row
            key={id}
            icon={<Avatar name={teamDisplayName} kind="team" />}
            title={teamDisplayName}
            description={
              <span className="gf-dots">
                <span>{t.teams.invitedTo({ email: recipientEmail })}</span>
                <RelativeTime date={expiresAt} in={t.teams.expires} />
              </span>
            }
            actions={
              <Button
                size="small"
                variant="primary"
                isPending={accept.isPending}
                aria-label={t.teams.joinWhat({ team: teamDisplayName })}
                onClick={async () => void report(await accept.run(id), t.teams.joined({ team: teamDisplayName }))}
              >
                {t.teams.join}
              </Button>
            }
          />
        ))}
      </ul>
    </Card>
  )
}
