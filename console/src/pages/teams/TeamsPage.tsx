import { Link } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { readText } from "#screens/lib/form"
import { CopyId } from "../../components/CopyId.tsx"
import { DataTable } from "../../components/DataTable.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { Search } from "../../components/Search.tsx"
import { Teach } from "../../components/Teach.tsx"
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
      done="Team created."
      act={(form) => app.teams.create({ displayName: readText(form, "name") })}
    >
      <Field label="Name" name="name" required autoFocus autoComplete="off" maxLength={100} />
    </DialogButton>
  )
  const isEmpty = read.status === "done" && read.value.length === 0
  return (
    <Page
      title="Teams"
      count={read.status === "done" && !isEmpty ? read.value.length : undefined}
      description="Groups of users with permissions of their own."
      actions={!isEmpty && create}
      tools={!isEmpty && <Search label="Search by name or ID" value={query} onChange={search} />}
    >
      <Loaded read={read} rows={6}>
        {(teams) => {
          const term = query.trim().toLowerCase()
          const matches = teams.filter(({ displayName, id }) => displayName.toLowerCase().includes(term) || id === term)
          if (teams.length === 0) {
            return (
              <Teach icon="team" title="No teams yet" action={create}>
                <p>Teams that users create in your app appear here.</p>
              </Teach>
            )
          }
          return matches.length === 0 ? (
            <Empty title="No team found">No name or ID matches.</Empty>
          ) : (
            <section className="sheet" aria-label="All teams">
              <DataTable
                label="Teams"
                rows={matches}
                keyOf={(team) => team.id}
                toOf={(team) => to(`teams/${team.id}`)}
                initialSort="-created"
                columns={[
                  {
                    id: "name",
                    label: "Team",
                    by: ({ displayName }) => displayName,
                    cell: (team) => (
                      <span className="cell-user">
                        <Avatar name={team.displayName} image={team.profileImageUrl} />
                        <Link className="gf-truncate row-link" data-row to={to(`teams/${team.id}`)}>
                          {team.displayName}
                        </Link>
                      </span>
                    )
                  },
                  {
                    id: "created",
                    label: "Created",
                    by: ({ createdAt }) => Number(createdAt),
                    cell: ({ createdAt }) => <When at={createdAt} />
                  },
                  { id: "id", label: "", isMinor: true, cell: ({ id }) => <CopyId text={id} what="team ID" /> }
                ]}
              />
            </section>
          )
        }}
      </Loaded>
    </Page>
  )
}
