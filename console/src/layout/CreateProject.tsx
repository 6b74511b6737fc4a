import { Field } from "#screens/components/Field"
import { FormDialog } from "../components/FormDialog.tsx"
import { call } from "../lib/control.ts"
import { readOptionalText } from "../lib/forms.ts"

interface CreateProjectProps {
  readonly onCreated: (id: string) => void
  readonly onClose: () => void
}

/** Adds a project to the emulator. Its keys are created on the page "API keys". */
export const CreateProject = ({ onClose, onCreated }: CreateProjectProps) => (
  <FormDialog
    title="Create project"
    submit="Create project"
    done="Project created. Create keys for your app under “API keys”."
    onClose={onClose}
    act={async (form) => {
      const id = crypto.randomUUID()
      const displayName = readOptionalText(form, "name") ?? "Project"
      await call("seed", { method: "POST", body: { projects: [{ id, displayName }] } })
      onCreated(id)
    }}
  >
    <Field label="Name" name="name" required maxLength={100} autoFocus autoComplete="off" />
  </FormDialog>
)
