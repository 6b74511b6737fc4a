import { TeamInvitations as Invitations } from "gatefold"
import { RequirePermission, useAction, useInvitations } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { Empty } from "../components/Empty.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { Loaded } from "../components/Loaded.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { Row } from "../components/Row.tsx"
import { Skeleton } from "../components/Skeleton.tsx"
import { useToast } from "../components/Toaster.tsx"
import { onSubmitThenReset, readText } from "../lib/form.ts"
import type { TeamProps } from "../lib/Team.ts"
import { useReport } from "../lib/useReport.ts"
import { useWanted } from "../lib/useWanted.ts"
import { useText } from "../text/Text.tsx"
import { TabHeader } from "./TabHeader.tsx"

/** Invites people by email; for those with `$invite_members`. */
export const TeamInvitations = ({ team }: TeamProps) => {
  const t = useText()
  const send = useAction(Invitations.send)
  const tell = useToast()
  const run = async (form: FormData) => {
    const email = readText(form, "email").trim()
    const result = await send.run({ teamId: team.id, email })
    if (result.ok) tell(t.team.invitationSent({ email }))
    return result.ok
  }
  return (
    <>
      <TabHeader title={t.team.invitations} />
      <Card title={t.team.inviteTitle} description={t.team.inviteHint}>
        <form className="gf-stack" onSubmit={onSubmitThenReset(run)}>
          <div className="gf-inline-form">
            <Field label={t.team.email} name="email" type="email" autoComplete="off" required />
            <Button type="submit" variant="primary" isPending={send.isPending}>
              {t.team.sendInvitation}
            </Button>
          </div>
          <FormError error={send.error} />
        </form>
      </Card>
      {/* The service lists them to those who may see the members. */}
      <RequirePermission permission="$read_members" teamId={team.id}>
        <Pending team={team} />
      </RequirePermission>
    </>
  )
}

const Pending = ({ team }: TeamProps) => {
  const t = useText()
  const invitations = useInvitations(team.id, { as: "result" })
  return (
    <Card title={t.team.pending}>
      <Loaded read={invitations} loading={<Skeleton kind="item" rows={2} />}>
        {(invitations) =>
          invitations.length === 0 ? (
            <Empty icon="mail" title={t.team.noInvitationsTitle}>
              {t.team.noInvitationsHint}
            </Empty>
          ) : (
            <ul className="gf-rows" aria-label={t.team.pending}>
              {invitations.map((invitation) => (
                <Invitation key={invitation.id} team={team} invitation={invitation} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

interface InvitationProps extends TeamProps {
  readonly invitation: NonNullable<ReturnType<typeof useInvitations<"value">>>[number]
}

const Invitation = ({ invitation: { expiresAt, id, recipientEmail }, team }: InvitationProps) => {
  const t = useText()
  const revoke = useAction(Invitations.revoke)
  const report = useReport()
  const named = { email: recipientEmail }
  const [isGone, setGone] = useWanted(false, async () =>
    report(await revoke.run({ teamId: team.id, id }), t.team.invitationRevoked(named))
  )
  if (isGone) return null
  return (
    <Row
      title={recipientEmail}
      description={<RelativeTime date={expiresAt} in={t.team.pendingExpires} />}
      actions={
        <RequirePermission permission="$remove_members" teamId={team.id}>
          <Button
            size="small"
            variant="danger-quiet"
            aria-label={t.team.revokeInvitationOf(named)}
            onClick={() => setGone(true)}
          >
            {t.team.revokeInvitation}
          </Button>
        </RequirePermission>
      }
    />
  )
}
