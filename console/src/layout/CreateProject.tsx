import { Field } from "#screens/components/Field"
import { DialogButton } from "../components/DialogButton.tsx"
import { call } from "../lib/control.ts"
import { given } from "../lib/forms.ts"

/** Adds a project to the emulator; its keys are made on its page of keys. */
export const CreateProject = ({ onCreated }: { readonly onCreated: (id: string) => void }) => (
  <DialogButton
    button="New"
    label="New project"
    title="New project"
    submit="Create project"
    done="The project is there. Make keys for your app under “API keys”."
    act={async (form) => {
      const id = crypto.randomUUID()
      const displayName = given(form, "name") ?? "Project"
      await call("seed", { method: "POST", body: { projects: [{ id, displayName }] } })
      onCreated(id)
    }}
  >
    <Field label="Name" name="name" required maxLength={100} autoFocus autoComplete="off" />
  </DialogButton>
)
