import { useAction, useResource } from "gatefold/react"
import { useState } from "react"
import { Link, useNavigate, useParams } from "react-router"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { ConfirmDialog } from "#screens/components/ConfirmDialog"
import { Facts } from "#screens/components/Facts"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { Icon } from "#screens/components/Icon"
import { Loaded } from "#screens/components/Loaded"
import { RelativeTime } from "#screens/components/RelativeTime"
import { useToast } from "#screens/components/Toaster"
import { onSubmit, readText } from "#screens/lib/form"
import type { Team } from "../../../../../backend/AdminTeamsContract.ts"
import * as Admin from "../Admin.ts"
import { TeamMembers } from "./TeamMembers.tsx"

/** Everything about one team. */
export const TeamPage = () => {
  const { teamId = "" } = useParams()
  const details = useResource(Admin.getTeam, { teamId }, { as: "result" })
  return (
    <>
      <p>
        <Link className="admin-back" to="/admin/teams">
          <Icon name="chevronBack" />
          All teams
        </Link>
      </p>
      <Loaded read={details} rows={5}>
        {(details) => (
          <div className="gf-stack-loose">
            <TeamProfile key={details.team.displayName} team={details.team} />
            <TeamMembers details={details} />
            <DeleteTeam team={details.team} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const TeamProfile = ({ team: { createdAt, displayName, id } }: { readonly team: Team }) => {
  const rename = useAction(Admin.renameTeam)
  return (
    <Card title={displayName}>
      <Facts
        facts={[
          ["ID", <span className="gf-mono">{id}</span>],
          ["Created", <RelativeTime date={createdAt} />]
        ]}
      />
      <FormError error={rename.error} />
      <form
        className="gf-inline-form"
        onSubmit={onSubmit(
          (form) => void rename.run({ teamId: id, displayName: readText(form, "displayName").trim() })
        )}
      >
        <Field label="Name" name="displayName" autoComplete="off" defaultValue={displayName} required />
        <Button type="submit" isPending={rename.isPending}>
          Save
        </Button>
      </form>
    </Card>
  )
}

const DeleteTeam = ({ team: { displayName, id } }: { readonly team: Team }) => {
  const remove = useAction(Admin.deleteTeam)
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const tell = useToast()
  const run = async () => {
    if (!(await remove.run({ teamId: id })).ok) return
    tell(`The team ${displayName} was deleted.`)
    void navigate("/admin/teams")
  }
  return (
    <Card title="Delete team" description="Deletes the team. Its users keep their accounts." tone="danger">
      <div>
        <Button variant="danger-quiet" onClick={() => setAsked(true)}>
          Delete team
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`Delete ${displayName}?`}
          confirm="Delete team"
          typed={displayName}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => void run()}
          onClose={() => setAsked(false)}
        >
          The team goes with its memberships, permissions and API keys. This cannot be undone.
        </ConfirmDialog>
      )}
    </Card>
  )
}
