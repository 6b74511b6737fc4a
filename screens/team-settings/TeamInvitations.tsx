import { TeamInvitations as Invitations } from "gatefold"
import { RequirePermission, useAction, useInvitations } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { Icon } from "../components/Icon.tsx"
import { Loaded } from "../components/Loaded.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { useToast } from "../components/Toaster.tsx"
import { onSubmitThenReset, text } from "../lib/form.ts"
import type { TeamProps } from "../lib/Team.ts"

/** Invites people by e-mail; for those with `$invite_members`. */
export const TeamInvitations = ({ team }: TeamProps) => {
  const send = useAction(Invitations.send)
  const tell = useToast()
  const run = async (form: FormData) => {
    const email = text(form, "email").trim()
    const result = await send.run({ teamId: team.id, email })
    if (result.ok) tell(`The invitation is on its way to ${email}.`)
    return result.ok
  }
  return (
    <Card title="Invitations" description="Whoever opens the link in the mail can join, within seven days.">
      <form className="gf-stack" onSubmit={onSubmitThenReset(run)}>
        <FormError error={send.error} />
        <div className="gf-inline-form">
          <Field label="E-mail address" name="email" type="email" autoComplete="off" required />
          <Button type="submit" variant="primary" isPending={send.isPending}>
            Invite
          </Button>
        </div>
      </form>
      {/* The service lists them to those who may see the members. */}
      <RequirePermission permission="$read_members" teamId={team.id}>
        <Pending team={team} />
      </RequirePermission>
    </Card>
  )
}

const Pending = ({ team }: TeamProps) => {
  const invitations = useInvitations(team.id, { as: "result" })
  const revoke = useAction(Invitations.revoke)
  return (
    <Loaded read={invitations} rows={1}>
      {(invitations) =>
        invitations.length === 0 ? (
          <p className="gf-muted gf-small">No invitation is pending.</p>
        ) : (
          <>
            <FormError error={revoke.error} />
            <ul className="gf-list" aria-label="Pending invitations">
              {invitations.map((invitation) => (
                <li key={invitation.id}>
                  <span className="gf-list-icon">
                    <Icon name="mail" />
                  </span>
                  <span className="gf-list-main">
                    <span className="gf-truncate">{invitation.recipientEmail}</span>
                    <span className="gf-muted gf-small">
                      Expires <RelativeTime date={invitation.expiresAt} />
                    </span>
                  </span>
                  <RequirePermission permission="$remove_members" teamId={team.id}>
                    <Button
                      size="small"
                      isPending={revoke.isPending}
                      aria-label={`Revoke the invitation of ${invitation.recipientEmail}`}
                      onClick={() => void revoke.run({ teamId: team.id, id: invitation.id })}
                    >
                      Revoke
                    </Button>
                  </RequirePermission>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  )
}
