import { Link } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { SelectField } from "#screens/components/SelectField"
import { onSubmit, readText } from "#screens/lib/form"
import { ActButton } from "../../components/ActButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import type { User } from "../../lib/users.ts"

/** The teams of a user. */
export const UserTeams = ({ user }: { readonly user: User }) => {
  const { app, to } = useProject()
  const act = useAct()
  const read = useRead(`teams of ${user.id}`, async (signal) => {
    const [userTeams, allTeams] = await Promise.all([
      app.teams.list({ userId: user.id }, { signal }),
      app.teams.list({}, { signal })
    ])
    return { own: userTeams, others: allTeams.filter(({ id }) => userTeams.every((team) => team.id !== id)) }
  })
  return (
    <Card title="Teams">
      <Failure error={act.error} />
      <Loaded read={read}>
        {({ others, own }) => (
          <>
            {own.length === 0 ? (
              <Empty title="No teams">Add the user to a team below.</Empty>
            ) : (
              <ul className="gf-list">
                {own.map((team) => (
                  <li key={team.id}>
                    <Avatar name={team.displayName} image={team.profileImageUrl} />
                    <span className="gf-list-main">
                      <Link className="row-link" to={to(`teams/${team.id}`)}>
                        {team.displayName}
                      </Link>
                    </span>
                    <ActButton
                      size="small"
                      label={`Remove from ${team.displayName}`}
                      act={act}
                      run={() => app.teams.removeMember({ teamId: team.id, userId: user.id })}
                    >
                      Remove
                    </ActButton>
                  </li>
                ))}
              </ul>
            )}
            {others.length > 0 && (
              <form
                className="gf-inline-form"
                onSubmit={onSubmit((form) => {
                  const teamId = readText(form, "team")
                  void act.run(() => app.teams.addMember({ teamId, userId: user.id }), "Added to the team.")
                })}
              >
                <SelectField label="Add to a team" name="team">
                  {others.map((team) => (
                    <option key={team.id} value={team.id}>
                      {team.displayName}
                    </option>
                  ))}
                </SelectField>
                <Button type="submit" isPending={act.isPending}>
                  Add
                </Button>
              </form>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}
