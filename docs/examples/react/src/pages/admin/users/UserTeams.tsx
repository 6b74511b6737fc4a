import { useAction, useResource } from "gatefold/react"
import { Link } from "react-router"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { FormError } from "#screens/components/FormError"
import { SelectField } from "#screens/components/SelectField"
import { onSubmitThenReset, readText } from "#screens/lib/form"
import type { UserDetails } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"

/** The teams of a user. */
export const UserTeams = ({ details: { teams, user } }: { readonly details: UserDetails }) => {
  const all = useResource(Admin.listTeams, undefined, { as: "result" })
  const add = useAction(Admin.addTeamMember)
  const remove = useAction(Admin.removeTeamMember)
  const userId = user.id
  const others = (all.value ?? []).filter(({ id }) => teams.every((team) => team.id !== id))
  return (
    <Card title="Teams">
      <FormError error={add.error ?? remove.error} />
      {teams.length === 0 ? (
        <p className="gf-muted">In no team.</p>
      ) : (
        <ul className="gf-list" aria-label="Teams">
          {teams.map(({ displayName, id }) => (
            <li key={id}>
              <span className="gf-list-main">
                <Link to={`/admin/teams/${id}`}>{displayName}</Link>
              </span>
              <Button
                size="small"
                isPending={remove.isPending}
                aria-label={`Remove from ${displayName}`}
                onClick={() => void remove.run({ teamId: id, userId })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <form
          className="gf-inline-form"
          onSubmit={onSubmitThenReset(async (form) => (await add.run({ teamId: readText(form, "teamId"), userId })).ok)}
        >
          <SelectField label="Team" name="teamId" defaultValue="" required>
            <option value="" disabled>
              Choose a team
            </option>
            {others.map(({ displayName, id }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
          </SelectField>
          <Button type="submit" isPending={add.isPending}>
            Add
          </Button>
        </form>
      )}
    </Card>
  )
}
