import { Link } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { Table } from "#screens/components/Table"
import { text } from "#screens/lib/form"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { Search } from "../../components/Search.tsx"
import { When } from "../../components/When.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useQuery } from "../../lib/useQuery.ts"
import { useRead } from "../../lib/useRead.ts"

/** The teams of the project. */
export const TeamsPage = () => {
  const { app, id, to } = useProject()
  const [query, search] = useQuery("q")
  const read = useRead(`teams ${id}`, (signal) => app.teams.list({}, { signal }))
  const create = (
    <DialogButton
      button="Create team"
      variant="primary"
      title="Create team"
      submit="Create team"
      done="The team is there."
      act={(form) => app.teams.create({ displayName: text(form, "name") })}
    >
      <Field label="Name" name="name" required autoFocus autoComplete="off" maxLength={100} />
    </DialogButton>
  )
  return (
    <Page title="Teams" description="Groups of users with permissions of their own." actions={create}>
      <Card title="All teams" actions={<Search label="Search by name or id" value={query} onChange={search} />}>
        <Loaded read={read}>
          {(teams) => {
            const wanted = query.trim().toLowerCase()
            const found = teams.filter(
              ({ displayName, id }) => displayName.toLowerCase().includes(wanted) || id === wanted
            )
            return found.length === 0 ? (
              <Empty title={teams.length === 0 ? "No teams yet" : "No team found"} />
            ) : (
              <Table label="Teams" columns={["Team", "Id", "Created"]}>
                {found.map((team) => (
                  <tr key={team.id}>
                    <th scope="row">
                      <span className="cell-user">
                        <Avatar name={team.displayName} image={team.profileImageUrl} />
                        <Link to={to(`teams/${team.id}`)}>{team.displayName}</Link>
                      </span>
                    </th>
                    <td>
                      <code>{team.id}</code>
                    </td>
                    <td>
                      <When at={team.createdAt} />
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }}
        </Loaded>
      </Card>
    </Page>
  )
}
