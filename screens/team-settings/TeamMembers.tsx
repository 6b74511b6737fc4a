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
import { describePermission } from "../lib/permissionName.ts"
import type { TeamProps } from "../lib/Team.ts"
import { type MemberDetails, type ReadMembers, useMemberDetails } from "../lib/useMemberDetails.ts"
import { formatUserName } from "../lib/userName.ts"
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
  const members = useTeamMembers(team.id, { as: "result" })
  const details = useMemberDetails(readMembers, team.id, members.value)
  const loading = <Skeleton kind="item" rows={4} />
  const inviteLink = may("$invite_members") && (
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
        actions={members.value?.length !== 1 && inviteLink}
      />
      <Card label={t.team.members}>
        <Loaded read={members} loading={loading}>
          {(loaded) =>
            // Everything at once: rows would become higher.
            details === undefined ? (
              loading
            ) : (
              <>
                <MemberList
                  team={team}
                  members={loaded}
                  details={details}
                  showsEmails={readMembers !== undefined}
                  mayRemove={may("$remove_members")}
                />
                {loaded.length === 1 && inviteLink && (
                  <Empty icon="team" title={t.team.aloneTitle} action={inviteLink}>
                    {t.team.aloneHint}
                  </Empty>
                )}
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

interface MemberListProps extends TeamProps {
  readonly members: ReadonlyArray<Member>
  readonly details: ReadonlyMap<string, MemberDetails>
  readonly showsEmails: boolean
  readonly mayRemove: boolean
}

const MemberList = ({ details, mayRemove, members, showsEmails, team }: MemberListProps) => {
  const t = useText()
  const user = useUser({ or: "redirect" })
  const [leaving, setLeaving] = useState<Member>()
  const [query, setQuery] = useState("")
  const findEmail = ({ userId }: Member) => (userId === user.id ? user.primaryEmail : details.get(userId)?.email)
  const formatName = (member: Member) =>
    member.displayName ?? (member.userId === user.id ? formatUserName(t, user) : (findEmail(member) ?? t.team.unnamed))
  const describeRole = ({ userId }: Member) => {
    const permissions = details.get(userId)?.permissions
    if (permissions !== undefined) return permissions.map((id) => describePermission(t, id)).join(", ")
    return userId === user.id ? <OwnRole team={team} /> : undefined
  }
  const words = query.trim().toLowerCase()
  const matches = members.filter((member) =>
    `${formatName(member)} ${findEmail(member) ?? ""}`.toLowerCase().includes(words)
  )
  return (
    <>
      {members.length >= manyMembers && <SearchField label={t.team.searchMembers} value={query} onChange={setQuery} />}
      <ul className="gf-rows" aria-label={t.team.members}>
        {matches.map((member) => (
          <Row
            key={member.userId}
            icon={<Avatar name={formatName(member)} image={member.profileImageUrl} />}
            title={formatName(member)}
            badges={member.userId === user.id && <Badge>{t.team.you}</Badge>}
            description={showsEmails ? findEmail(member) : undefined}
            state={describeRole(member)}
            actions={
              member.userId !== user.id && mayRemove ? (
                <RowMenu what={formatName(member)}>
                  <MenuItem icon="trash" isDanger label={t.team.removeMember} onSelect={() => setLeaving(member)} />
                </RowMenu>
              ) : undefined
            }
          />
        ))}
      </ul>
      {matches.length === 0 && <p className="gf-muted">{t.team.noMatch({ query: query.trim() })}</p>}
      {leaving !== undefined && (
        <RemoveMember team={team} member={leaving} name={formatName(leaving)} onClose={() => setLeaving(undefined)} />
      )}
    </>
  )
}

/** The user's own role in the team. The service tells other members' roles only to servers. */
const OwnRole = ({ team }: TeamProps) => {
  const t = useText()
  const permissions = usePermissions({ teamId: team.id, recursive: false }, { as: "result" })
  // A space keeps the row as high as it will be.
  if (permissions.status !== "success") return <>&nbsp;</>
  return permissions.value.map(({ id }) => describePermission(t, id)).join(", ")
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
