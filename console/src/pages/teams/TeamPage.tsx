import { useNavigate, useParams } from "react-router"
import { Avatar } from "#screens/components/Avatar"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { readText } from "#screens/lib/form"
import { CopyId } from "../../components/CopyId.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { When } from "../../components/When.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useRead } from "../../lib/useRead.ts"
import { ApiKeys } from "../project/ApiKeys.tsx"
import { MetadataCard } from "../project/MetadataCard.tsx"
import { TeamMembers } from "./TeamMembers.tsx"

type Team = NonNullable<Awaited<ReturnType<ReturnType<typeof useProject>["app"]["teams"]["find"]>>>

/** One team: its name and actions first, then members, API keys and metadata. */
export const TeamPage = () => {
  const { app, id, to } = useProject()
  const { teamId = "" } = useParams()
  const read = useRead(`team ${id} ${teamId}`, (signal) => app.teams.find(teamId, { signal }))
  const team = read.status === "done" ? read.value : null
  return (
    <Page
      title={team?.displayName ?? "Team"}
      back={{ to: to("teams"), label: "All teams" }}
      {...(team !== null && { header: <TeamHeader team={team} /> })}
    >
      <Loaded read={read} rows={5}>
        {(team) =>
          team === null ? (
            <Empty title="This team does not exist">It may have been deleted.</Empty>
          ) : (
            <>
              <TeamMembers teamId={team.id} />
              <ApiKeys owner={{ teamId: team.id }} />
              <MetadataCard
                key={team.id}
                values={team}
                save={(values) => app.teams.update({ teamId: team.id, ...values })}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const TeamHeader = ({ team }: { readonly team: Team }) => (
  <header className="profile">
    <Avatar name={team.displayName} image={team.profileImageUrl} size="large" />
    <div className="profile-main">
      <h1 className="gf-break">{team.displayName}</h1>
      <p>
        Created <When at={team.createdAt} />
      </p>
    </div>
    <div className="profile-actions">
      <RenameTeam team={team} />
      <DeleteTeam team={team} />
      <CopyId text={team.id} what="team ID" />
    </div>
  </header>
)

const RenameTeam = ({ team }: { readonly team: Team }) => {
  const { app } = useProject()
  return (
    <DialogButton
      button="Rename"
      title="Rename team"
      submit="Save"
      done="Team renamed."
      act={(form) => app.teams.update({ teamId: team.id, displayName: readText(form, "name") })}
    >
      <Field label="Name" name="name" required autoFocus defaultValue={team.displayName} autoComplete="off" />
    </DialogButton>
  )
}

const DeleteTeam = ({ team }: { readonly team: Team }) => {
  const { app, to } = useProject()
  const navigate = useNavigate()
  return (
    <DialogButton
      button="Delete team"
      variant="danger-quiet"
      title={`Delete ${team.displayName}?`}
      submit="Delete team"
      tone="danger"
      done={`${team.displayName} was deleted.`}
      act={async () => {
        await app.teams.delete(team.id)
        await navigate(to("teams"))
      }}
    >
      <p>This also deletes its memberships, permissions and keys. Its members stay users of the project.</p>
    </DialogButton>
  )
}
