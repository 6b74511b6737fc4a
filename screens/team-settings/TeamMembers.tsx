import { Teams } from "gatefold"
import { useAction, usePermissions, useTeamMembers, useUser } from "gatefold/react"
import { useState } from "react"
import { Avatar } from "../components/Avatar.tsx"
import { Badge } from "../components/Badge.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { Card } from "../components/Card.tsx"
import { ConfirmDialog } from "../components/ConfirmDialog.tsx"
import { Empty } from "../components/Empty.tsx"
import { Icon } from "../components/Icon.tsx"
import { Loaded } from "../components/Loaded.tsx"
import { MenuItem } from "../components/MenuItem.tsx"
import { Row } from "../components/Row.tsx"
import { RowMenu } from "../components/RowMenu.tsx"
import { SearchField } from "../components/SearchField.tsx"
import { Skeleton } from "../components/Skeleton.tsx"
import { useToast } from "../components/Toaster.tsx"
import { nameOf } from "../lib/nameOf.ts"
import { permissionName } from "../lib/permissionName.ts"
import type { TeamProps } from "../lib/Team.ts"
import { type ReadMembers, useMemberDetails } from "../lib/useMemberDetails.ts"
import { useText } from "../text/Text.tsx"
import { NotAllowed } from "./NotAllowed.tsx"
import { TabHeader } from "./TabHeader.tsx"

type Member = NonNullable<ReturnType<typeof useTeamMembers<"value">>>[number]

export interface TeamMembersProps extends TeamProps {
  /** Whether the user has a permission in the team. */
  readonly may: (permission: string) => boolean
  /** The page that invites people. */
  readonly invite: string
  readonly readMembers?: ReadMembers | undefined
}

/** From how many members on there is a field to search them. */
const manyMembers = 8

/** The members of a team. Users with `$remove_members` can remove members. */
export const TeamMembers = ({ invite, may, readMembers, team }: TeamMembersProps) => {
  const t = useText()
  const user = useUser({ or: "redirect" })
  const members = useTeamMembers(team.id, { as: "result" })
  const details = useMemberDetails(readMembers, team.id, members.value)
  const [leaving, setLeaving] = useState<Member>()
  const [query, setQuery] = useState("")
  const emailOf = ({ userId }: Member) => (userId === user.id ? user.primaryEmail : details?.get(userId)?.email)
  const nameIn = (member: Member) =>
    member.displayName ?? (member.userId === user.id ? nameOf(t, user) : (emailOf(member) ?? t.team.unnamed))
  const roleOf = ({ userId }: Member) => {
    const permissions = details?.get(userId)?.permissions
    if (permissions !== undefined) return permissions.map((id) => permissionName(t, id)).join(", ")
    return userId === user.id ? <OwnRole team={team} /> : undefined
  }
  const loading = <Skeleton kind="item" rows={4} />
  const words = query.trim().toLowerCase()
  const inviteLink = (
    <ButtonLink size="small" variant="primary" to={invite}>
      <Icon name="plus" />
      {t.team.invite}
    </ButtonLink>
  )
  if (!may("$read_members")) {
    return <NotAllowed title={t.team.members} />
  }
  return (
    <>
      <TabHeader
        title={t.team.members}
        // A space keeps the line that it will have.
        description={members.value === undefined ? <>&nbsp;</> : t.team.memberCount({ count: members.value.length })}
        actions={may("$invite_members") && members.value?.length !== 1 ? inviteLink : undefined}
      />
      <Card label={t.team.members}>
        <Loaded read={members} loading={loading}>
          {(members) => {
            // Everything at once: rows would become higher.
            if (details === undefined) return loading
            const matches = members.filter((member) =>
              `${nameIn(member)} ${emailOf(member) ?? ""}`.toLowerCase().includes(words)
            )
            return (
              <>
                {members.length >= manyMembers && (
                  <SearchField label={t.team.searchMembers} value={query} onChange={setQuery} />
                )}
                <ul className="gf-rows" aria-label={t.team.members}>
                  {matches.map((member) => (
                    <Row
                      key={member.userId}
                      icon={<Avatar name={nameIn(member)} image={member.profileImageUrl} />}
                      title={nameIn(member)}
                      badges={member.userId === user.id && <Badge>{t.team.you}</Badge>}
                      description={readMembers && emailOf(member)}
                      state={roleOf(member)}
                      actions={
                        member.userId !== user.id && may("$remove_members") ? (
                          <RowMenu what={nameIn(member)}>
                            <MenuItem
                              icon="trash"
                              isDanger
                              label={t.team.removeMember}
                              onSelect={() => setLeaving(member)}
                            />
                          </RowMenu>
                        ) : undefined
                      }
                    />
                  ))}
                </ul>
                {matches.length === 0 && <p className="gf-muted">{t.team.noMatch({ query: query.trim() })}</p>}
                {members.length === 1 && may("$invite_members") && (
                  <Empty icon="team" title={t.team.aloneTitle} action={inviteLink}>
                    {t.team.aloneHint}
                  </Empty>
                )}
              </>
            )
          }}
        </Loaded>
        {leaving !== undefined && (
          <RemoveMember team={team} member={leaving} name={nameIn(leaving)} onClose={() => setLeaving(undefined)} />
        )}
      </Card>
    </>
  )
}

/** The user's own role in the team. The service tells other members' roles only to servers. */
const OwnRole = ({ team }: TeamProps) => {
  const t = useText()
  const permissions = usePermissions({ teamId: team.id, recursive: false }, { as: "result" })
  // A space keeps the row as high as it will be.
  if (permissions.status !== "success") return <>&nbsp;</>
  return permissions.value.map(({ id }) => permissionName(t, id)).join(", ")
}

interface RemoveMemberProps extends TeamProps {
  readonly member: Member
  readonly name: string
  readonly onClose: () => void
}

const RemoveMember = ({ member, name, onClose, team }: RemoveMemberProps) => {
  const t = useText()
  const remove = useAction(Teams.removeMember)
  const tell = useToast()
  const run = async () => {
    const result = await remove.run({ teamId: team.id, userId: member.userId })
    if (!result.ok) return
    tell(t.team.removed({ member: name }))
    onClose()
  }
  return (
    <ConfirmDialog
      title={t.team.removeTitle({ member: name })}
      confirm={t.team.removeSubmit}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {t.team.removeHint({ team: team.displayName })}
    </ConfirmDialog>
  )
}
