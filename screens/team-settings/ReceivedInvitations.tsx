import { TeamInvitations } from "gatefold"
import { useAction, useReceivedInvitations } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { FormError } from "../components/FormError.tsx"
import { Icon } from "../components/Icon.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { useToast } from "../components/Toaster.tsx"

/** The invitations to the user's verified addresses, which need no mail; nothing where there are none. */
export const ReceivedInvitations = () => {
  const received = useReceivedInvitations({ as: "result" })
  const accept = useAction(TeamInvitations.acceptReceived)
  const tell = useToast()
  const invitations = received.value ?? []
  const run = async ({ id, teamDisplayName }: (typeof invitations)[number]) => {
    const result = await accept.run(id)
    if (result.ok) tell(`Welcome to ${teamDisplayName}.`)
  }
  if (invitations.length === 0) return null
  return (
    <Card title="You are invited" description="You can join these teams with the addresses that you have verified.">
      <FormError error={accept.error} />
      <ul className="gf-list" aria-label="Received invitations">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <span className="gf-list-icon">
              <Icon name="team" />
            </span>
            <span className="gf-list-main">
              <span className="gf-truncate">{invitation.teamDisplayName}</span>
              <span className="gf-muted gf-small">
                To {invitation.recipientEmail}, expires <RelativeTime date={invitation.expiresAt} />
              </span>
            </span>
            <Button
              size="small"
              variant="primary"
              isPending={accept.isPending}
              aria-label={`Join ${invitation.teamDisplayName}`}
              onClick={() => void run(invitation)}
            >
              Join
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
