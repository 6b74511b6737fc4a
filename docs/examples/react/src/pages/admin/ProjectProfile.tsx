import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { onSubmit, text } from "../../lib/form.ts"
import * as Admin from "./Admin.ts"
import type { ProjectProps } from "./ProjectProps.ts"

/** What the project is called; its name stands in mails. */
export const ProjectProfile = ({ project: { description, displayName, id } }: ProjectProps) => {
  const update = useAction(Admin.updateProject)
  const tell = useToast()
  const run = async (form: FormData) => {
    const result = await update.run({
      displayName: text(form, "displayName").trim(),
      description: text(form, "description").trim()
    })
    if (result.ok) tell("The project was changed.")
  }
  return (
    <Card title="Project" description={<span className="mono">{id}</span>}>
      <form className="stack" onSubmit={onSubmit((form) => void run(form))}>
        <FormError error={update.error} />
        <Field label="Name" name="displayName" defaultValue={displayName} autoComplete="off" required />
        <Field label="Description" name="description" defaultValue={description} autoComplete="off" />
        <div>
          <Button type="submit" isPending={update.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}
