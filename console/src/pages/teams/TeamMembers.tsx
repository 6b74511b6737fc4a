import type { Ids } from "gatefold"
import { useState } from "react"
import { Link } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Dialog } from "#screens/components/Dialog"
import { Empty } from "#screens/components/Empty"
import { MenuItem } from "#screens/components/MenuItem"
import { RowMenu } from "#screens/components/RowMenu"
import { ActButton } from "../../components/ActButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Search } from "../../components/Search.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useProjects } from "../../lib/Projects.tsx"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import { formatUserName } from "../../lib/users.ts"
import { Grants } from "../project/Grants.tsx"

interface OfTeam {
  readonly teamId: Ids.TeamId
}

/** The members of a team and their permissions. */
export const TeamMembers = ({ teamId }: OfTeam) => {
  const { app, to } = useProject()
  const act = useAct()
  const [opened, setOpened] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  const read = useRead(`members ${teamId}`, (signal) => app.teams.listMembers(teamId, { signal }))
  return (
    <Card
      title="Members"
      description="Users of this team, and their permissions in it."
      actions={
        <Button size="small" onClick={() => setAdding(true)}>
          Add member
        </Button>
      }
    >
      <Failure error={act.error} />
      {isAdding && <AddMember teamId={teamId} onClose={() => setAdding(false)} />}
      <Loaded read={read}>
        {(members) =>
          members.length === 0 ? (
            <Empty title="No members yet">Add users here, then grant their permissions in this team.</Empty>
          ) : (
            <ul className="gf-list">
              {members.map(({ displayName, user, userId }) => (
                <li key={userId}>
                  <Avatar name={formatUserName(user)} image={user.profileImageUrl} />
                  <span className="gf-list-main">
                    <Link className="row-link" to={to(`users/${userId}`)}>
                      {formatUserName(user)}
                    </Link>
                    {user.primaryEmail !== formatUserName(user) && (
                      <span className="gf-muted gf-small gf-truncate">{user.primaryEmail}</span>
                    )}
                    {displayName !== null && displayName !== user.displayName && (
                      <span className="gf-muted gf-small">{displayName} in this team</span>
                    )}
                  </span>
                  <RowMenu what={formatUserName(user)}>
                    <MenuItem icon="shield" label="Permissions" onSelect={() => setOpened(userId)} />
                    <MenuItem
                      icon="trash"
                      label="Remove from team"
                      isDanger
                      onSelect={() =>
                        void act.run(
                          () => app.teams.removeMember({ teamId, userId }),
                          `${formatUserName(user)} is no longer in the team.`
                        )
                      }
                    />
                  </RowMenu>
                  {opened === userId && (
                    <Dialog title={`Permissions of ${formatUserName(user)}`} onClose={() => setOpened(undefined)}>
                      <Grants userId={userId} teamId={teamId} />
                      <div className="gf-dialog-actions">
                        <Button onClick={() => setOpened(undefined)}>Done</Button>
                      </div>
                    </Dialog>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

const AddMember = ({ onClose, teamId }: OfTeam & { readonly onClose: () => void }) => {
  const { app } = useProject()
  const { isCurrent } = useProjects()
  const act = useAct()
  const [query, setQuery] = useState("")
  const term = query.trim()
  const read = useRead(`to add ${teamId} ${term}`, async (signal) => {
    const [{ items }, members] = await Promise.all([
      app.users.page(
        {
          limit: 8,
          desc: true,
          orderBy: "signedUpAt",
          ...(term !== "" && { query: term }),
          ...(isCurrent && { includeRestricted: true })
        },
        { signal }
      ),
      app.teams.listMembers(teamId, { signal })
    ])
    return items.filter(({ id }) => members.every(({ userId }) => userId !== id))
  })
  return (
    <Dialog title="Add member" onClose={onClose}>
      <Search label="Search users" value={query} onChange={setQuery} />
      <Failure error={act.error} />
      <Loaded read={read}>
        {(users) =>
          users.length === 0 ? (
            <Empty title="No user to add" />
          ) : (
            <ul className="gf-list">
              {users.map((user) => (
                <li key={user.id}>
                  <Avatar name={formatUserName(user)} image={user.profileImageUrl} />
                  <span className="gf-list-main gf-truncate">{formatUserName(user)}</span>
                  <ActButton
                    size="small"
                    label={`Add ${formatUserName(user)}`}
                    act={act}
                    run={() => app.teams.addMember({ teamId, userId: user.id })}
                    done={`${formatUserName(user)} was added.`}
                  >
                    Add
                  </ActButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="gf-dialog-actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
