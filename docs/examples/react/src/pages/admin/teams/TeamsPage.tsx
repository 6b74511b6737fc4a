import { useResource } from "gatefold/react"
import { useState } from "react"
import { Link, useSearchParams } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { Loaded } from "#screens/components/Loaded"
import { RelativeTime } from "#screens/components/RelativeTime"
import type { Team } from "../../../../../backend/AdminTeamsContract.ts"
import * as Admin from "../Admin.ts"
import { AdminTable } from "../AdminTable.tsx"
import { CreateTeam } from "./CreateTeam.tsx"

/** All teams of the project. */
export const TeamsPage = () => {
  const teams = useResource(Admin.listTeams, undefined, { as: "result" })
  const [params, setParams] = useSearchParams()
  const [query, setQuery] = useState(params.get("q") ?? "")
  const [isCreating, setCreating] = useState(false)
  const search = (query: string) => {
    setQuery(query)
    setParams(query === "" ? {} : { q: query }, { replace: true })
  }
  return (
    <Card
      title="Teams"
      description={teams.value === undefined ? "Counting …" : countOf(teams.value.length)}
      actions={
        <Button variant="primary" onClick={() => setCreating(true)}>
          Create team
        </Button>
      }
    >
      <Field
        label="Search"
        type="search"
        placeholder="Name or ID"
        value={query}
        onChange={({ currentTarget }) => search(currentTarget.value)}
      />
      <Loaded read={teams} rows={5}>
        {(teams) => <TeamTable teams={teams.filter(matches(query))} isSearch={query.trim() !== ""} />}
      </Loaded>
      {isCreating && <CreateTeam onClose={() => setCreating(false)} />}
    </Card>
  )
}

const countOf = (count: number): string => (count === 1 ? "1 team" : `${count} teams`)

/** The service answers all teams at once, and does not search among them. */
const matches = (query: string) => {
  const wanted = query.trim().toLowerCase()
  return ({ displayName, id }: Team) => id === wanted || displayName.toLowerCase().includes(wanted)
}

const TeamTable = ({ isSearch, teams }: { readonly teams: ReadonlyArray<Team>; readonly isSearch: boolean }) => {
  if (teams.length === 0) {
    return isSearch ? (
      <Empty title="No team found">No team's name contains this.</Empty>
    ) : (
      <Empty title="No teams yet">
        Teams appear here when users create them in your app. You can also create one here.
      </Empty>
    )
  }
  return (
    <AdminTable label="Teams" columns={["Team", "Created"]}>
      {teams.map(({ createdAt, displayName, id, profileImageUrl }) => (
        <tr key={id}>
          <th scope="row">
            <span className="cell-user">
              <Avatar name={displayName} image={profileImageUrl} />
              <Link className="gf-truncate" to={`/admin/teams/${id}`}>
                {displayName}
              </Link>
            </span>
          </th>
          <td>
            <RelativeTime date={createdAt} />
          </td>
        </tr>
      ))}
    </AdminTable>
  )
}
