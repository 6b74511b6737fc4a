import { Teams } from "gatefold"
import { useAction, useNavigate } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Dialog } from "../components/Dialog.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { onSubmit, readText } from "../lib/form.ts"
import { useText } from "../text/Text.tsx"

export interface CreateTeamProps {
  /** Of the list of teams. */
  readonly path: string
  readonly onClose: () => void
}

/** Creates a team and goes to its page. */
export const CreateTeam = ({ onClose, path }: CreateTeamProps) => {
  const t = useText()
  const create = useAction(Teams.create)
  const navigate = useNavigate()
  const run = async (form: FormData) => {
    const result = await create.run({ displayName: readText(form, "displayName").trim() })
    if (result.ok) navigate(`${path}/${result.value.id}`)
  }
  return (
    <Dialog title={t.teams.createTitle} onClose={onClose}>
      <form className="gf-stack" onSubmit={onSubmit((form) => void run(form))}>
        <Field
          label={t.teams.name}
          name="displayName"
          hint={t.teams.createHint}
          autoComplete="off"
          maxLength={100}
          autoFocus
          required
        />
        <FormError error={create.error} />
        <div className="gf-dialog-actions">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="primary" isPending={create.isPending}>
            {t.teams.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
