import { Teams } from "gatefold"
import { RequirePermission, useAction, usePermissions, useTeamMembers, useUser } from "gatefold/react"
import { useState } from "react"
import { Avatar } from "../components/Avatar.tsx"
import { Badge } from "../components/Badge.tsx"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { ConfirmDialog } from "../components/ConfirmDialog.tsx"
import { Loaded } from "../components/Loaded.tsx"
import { useToast } from "../components/Toaster.tsx"
import { nameOf } from "../lib/nameOf.ts"
import type { TeamProps } from "../lib/Team.ts"

type Member = NonNullable<ReturnType<typeof useTeamMembers<"value">>>[number]

/** The name of a member. The service tells the email address of others to servers only. */
const memberName = (member: Member): string => member.displayName ?? `Member ${member.userId.slice(0, 8)}`

/** Who is in a team. Members can be removed by those with `$remove_members`. */
export const TeamMembers = ({ team }: TeamProps) => {
  const user = useUser({ or: "redirect" })
  const members = useTeamMembers(team.id, { as: "result" })
  const [leaving, setLeaving] = useState<Member>()
  const nameIn = (member: Member) =>
    member.displayName === null && member.userId === user.id ? nameOf(user) : memberName(member)
  return (
    <Card title="Members" description="In the order in which they joined.">
      <Loaded read={members}>
        {(members) => (
          <ul className="gf-list gf-list-short">
            {members.map((member) => (
              <li key={member.userId}>
                <Avatar name={nameIn(member)} image={member.profileImageUrl} />
                <span className="gf-list-main gf-truncate">{nameIn(member)}</span>
                {member.userId === user.id ? (
                  <>
                    <OwnRoles team={team} />
                    <Badge>You</Badge>
                  </>
                ) : (
                  <RequirePermission permission="$remove_members" teamId={team.id}>
                    <Button
                      size="small"
                      variant="danger-quiet"
                      aria-label={`Remove ${memberName(member)}`}
                      onClick={() => setLeaving(member)}
                    >
                      Remove
                    </Button>
                  </RequirePermission>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {leaving !== undefined && <RemoveMember team={team} member={leaving} onClose={() => setLeaving(undefined)} />}
    </Card>
  )
}

/** What the user is in the team. The service tells the roles of others to servers only. */
const OwnRoles = ({ team }: TeamProps) => {
  const permissions = usePermissions({ teamId: team.id, recursive: false }, { as: "result" })
  if (permissions.status !== "success") return null
  return permissions.value.map(({ id }) => <Badge key={id}>{roleName(id)}</Badge>)
}

/** `team_admin` is "Admin". */
const roleName = (id: string): string => {
  const words = id.replace(/^(?:team_|\$)/, "").replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface RemoveMemberProps extends TeamProps {
  readonly member: Member
  readonly onClose: () => void
}

const RemoveMember = ({ member, onClose, team }: RemoveMemberProps) => {
  const remove = useAction(Teams.removeMember)
  const tell = useToast()
  const run = async () => {
    const result = await remove.run({ teamId: team.id, userId: member.userId })
    if (!result.ok) return
    tell(`${memberName(member)} is no longer in the team.`)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Remove ${memberName(member)}?`}
      confirm="Remove member"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      They lose access to {team.displayName} at once. You can invite them again.
    </ConfirmDialog>
  )
}
