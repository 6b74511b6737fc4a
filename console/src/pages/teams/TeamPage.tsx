import { Ids } from "gatefold"
import { useNavigate, useParams } from "react-router"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { onSubmit, text } from "#screens/lib/form"
import { CopyId } from "../../components/CopyId.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import { ApiKeys } from "../project/ApiKeys.tsx"
import { MetadataCard } from "../project/MetadataCard.tsx"
import { TeamMembers } from "./TeamMembers.tsx"

type Team = NonNullable<Awaited<ReturnType<ReturnType<typeof useProject>["app"]["teams"]["find"]>>>

/** One team: its profile, members, API keys and metadata. */
export const TeamPage = () => {
  const { app, id, to } = useProject()
  const { teamId = "" } = useParams()
  const read = useRead(`team ${id} ${teamId}`, (signal) => app.teams.find(Ids.TeamId.unchecked(teamId), { signal }))
  const name = read.status === "done" ? read.value?.displayName : undefined
  return (
    <Page title={name ?? "Team"} back={{ to: to("teams"), label: "All teams" }}>
      <Loaded read={read} rows={5}>
        {(team) =>
          team === null ? (
            <Empty title="This team does not exist">It may have been deleted.</Empty>
          ) : (
            <>
              <TeamProfile team={team} />
              <TeamMembers teamId={team.id} />
              <ApiKeys owner={{ teamId: team.id }} />
              <MetadataCard
                key={team.id}
                values={team}
                save={(values) => app.teams.update({ teamId: team.id, ...values })}
              />
              <DeleteTeam team={team} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const TeamProfile = ({ team }: { readonly team: Team }) => {
  const { app } = useProject()
  const act = useAct()
  return (
    <Card title="Profile">
      <form
        key={team.displayName}
        className="gf-inline-form"
        onSubmit={onSubmit(
          (form) =>
            void act.run(() => app.teams.update({ teamId: team.id, displayName: text(form, "name") }), "Team saved.")
        )}
      >
        <Field label="Name" name="name" required defaultValue={team.displayName} autoComplete="off" />
        <Button type="submit" isPending={act.isPending}>
          Rename
        </Button>
      </form>
      <Failure error={act.error} />
      <div>
        <CopyId text={team.id} what="team ID" />
      </div>
    </Card>
  )
}

const DeleteTeam = ({ team }: { readonly team: Team }) => {
  const { app, to } = useProject()
  const navigate = useNavigate()
  return (
    <Card title="Delete team" description="Its members stay users of the project." tone="danger">
      <div>
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
          <p>This also deletes its memberships, permissions and keys.</p>
        </DialogButton>
      </div>
    </Card>
  )
}
