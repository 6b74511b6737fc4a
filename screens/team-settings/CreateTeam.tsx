import { Teams } from "gatefold"
import { useAction, useNavigate, useProject } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { Notice } from "../components/Notice.tsx"
import { pages } from "../lib/pages.ts"
import { onSubmitThenReset, text } from "../lib/form.ts"

/** Creates a team and goes to its page; where the project lets users do so. */
export const CreateTeam = () => {
  const { config } = useProject()
  const create = useAction(Teams.create)
  const navigate = useNavigate()
  const run = async (form: FormData) => {
    const result = await create.run({ displayName: text(form, "displayName").trim() })
    if (result.ok) navigate(`${pages.teams}/${result.value.id}`)
    return result.ok
  }
  return (
    <Card title="New team" description="You become its first member, with all permissions.">
      {config.clientTeamCreationEnabled ? (
        <form className="gf-stack" onSubmit={onSubmitThenReset(run)}>
          <FormError error={create.error} />
          <div className="gf-inline-form">
            <Field label="Name of the team" name="displayName" autoComplete="off" maxLength={100} required />
            <Button type="submit" variant="primary" isPending={create.isPending}>
              Create team
            </Button>
          </div>
        </form>
      ) : (
        <Notice>In this project only servers create teams. Ask an admin to turn “Users create teams” on.</Notice>
      )}
    </Card>
  )
}
