import { useAction } from "gatefold/react"
import { Link } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { FormError } from "#screens/components/FormError"
import type { Member, TeamDetails } from "../../../../../backend/AdminTeamsContract.ts"
import * as Admin from "../Admin.ts"
import { AdminTable } from "../AdminTable.tsx"
import { userName } from "../users/userName.ts"
import { AddMember } from "./AddMember.tsx"

/** The members of a team, with their permissions. */
export const TeamMembers = ({ details: { members, team } }: { readonly details: TeamDetails }) => {
  const remove = useAction(Admin.removeTeamMember)
  return (
    <Card title="Members" description={members.length === 1 ? "1 member" : `${members.length} members`}>
      <FormError error={remove.error} />
      <AddMember team={team} memberIds={members.map(({ userId }) => userId)} />
      {members.length === 0 ? (
        <Empty title="No members yet">Search for a user above to add them.</Empty>
      ) : (
        <AdminTable label="Members" columns={["Member", "Role", ""]}>
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              isPending={remove.isPending}
              onRemove={() => void remove.run({ teamId: team.id, userId: member.userId })}
            />
          ))}
        </AdminTable>
      )}
    </Card>
  )
}

const roles: Readonly<Record<string, string>> = { team_admin: "Admin", team_member: "Member" }

interface MemberRowProps {
  readonly member: Member
  readonly isPending: boolean
  readonly onRemove: () => void
}

const MemberRow = ({ isPending, member, onRemove }: MemberRowProps) => {
  const name = userName({ ...member, id: member.userId })
  return (
    <tr>
      <th scope="row">
        <span className="cell-user">
          <Avatar name={name} image={member.profileImageUrl} />
          <span className="gf-list-main">
            <Link className="gf-truncate" to={`/admin/users/${member.userId}`}>
              {name}
            </Link>
            {member.displayName !== null && (
              <span className="gf-muted gf-small gf-truncate">{member.primaryEmail}</span>
            )}
          </span>
        </span>
      </th>
      <td>
        <span className="gf-row">
          {member.permissions.map((id) => (
            <Badge key={id}>{roles[id] ?? <span className="gf-mono">{id}</span>}</Badge>
          ))}
        </span>
      </td>
      <td className="gf-cell-actions">
        <Button size="small" isPending={isPending} aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </td>
    </tr>
  )
}
