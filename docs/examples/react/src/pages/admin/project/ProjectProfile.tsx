import { useAction } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { useToast } from "#screens/components/Toaster"
import { onSubmit, readText } from "#screens/lib/form"
import * as Admin from "../Admin.ts"
import type { ProjectProps } from "./ProjectProps.ts"

/** The project's name, which also appears in emails. */
export const ProjectProfile = ({ project: { description, displayName, id } }: ProjectProps) => {
  const update = useAction(Admin.updateProject)
  const tell = useToast()
  const run = async (form: FormData) => {
    const result = await update.run({
      displayName: readText(form, "displayName").trim(),
      description: readText(form, "description").trim()
    })
    if (result.ok) tell("The project was changed.")
  }
  return (
    <Card title="Project" description={<span className="gf-mono">{id}</span>}>
      <form className="gf-stack" onSubmit={onSubmit((form) => void run(form))}>
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
