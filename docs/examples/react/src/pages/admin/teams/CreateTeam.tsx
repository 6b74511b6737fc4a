import { useAction } from "gatefold/react"
import { useNavigate } from "react-router"
import { Button } from "#screens/components/Button"
import { Dialog } from "#screens/components/Dialog"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { useToast } from "#screens/components/Toaster"
import { onSubmit, readText } from "#screens/lib/form"
import * as Admin from "../Admin.ts"

/** Creates a team without members, and goes to it. */
export const CreateTeam = ({ onClose }: { readonly onClose: () => void }) => {
  const create = useAction(Admin.createTeam)
  const navigate = useNavigate()
  const tell = useToast()
  const run = async (form: FormData) => {
    const result = await create.run({ displayName: readText(form, "displayName").trim() })
    if (!result.ok) return
    tell(`The team ${result.value.displayName} was created.`)
    void navigate(`/admin/teams/${result.value.id}`)
  }
  return (
    <Dialog title="Create team" onClose={onClose}>
      <form className="gf-stack" onSubmit={onSubmit((form) => void run(form))}>
        <FormError error={create.error} />
        <Field
          label="Name"
          name="displayName"
          autoComplete="off"
          autoFocus
          required
          hint="The team starts without members. Add them on its page."
        />
        <div className="gf-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
