import { useAction, useResource } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { CheckField } from "../../components/CheckField.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { errorFor } from "../../lib/describeError.ts"
import { text } from "../../lib/form.ts"
import { submit } from "../../lib/submit.ts"
import * as Admin from "./Admin.ts"
import type { PermissionScope } from "./PermissionScope.ts"

/** Defines a permission, which may contain others of the same scope. */
export const CreatePermission = ({ scope }: { readonly scope: PermissionScope }) => {
  const definitions = useResource(Admin.listDefinitions, { scope }, { as: "result" })
  const create = useAction(Admin.createDefinition)
  const tell = useToast()
  const run = async (form: FormData) => {
    const id = text(form, "id").trim()
    const description = text(form, "description").trim()
    const containedPermissionIds = form.getAll("contains").filter((id) => typeof id === "string")
    const result = await create.run({ scope, id, containedPermissionIds, ...(description !== "" && { description }) })
    if (result.ok) tell(`The permission ${id} was created.`)
    return result.ok
  }
  return (
    <Card title={scope === "team" ? "New permission in teams" : "New permission in the project"}>
      <form className="stack" onSubmit={submit(run)}>
        <FormError error={create.error} except={["PermissionIdAlreadyExists"]} />
        <Field
          label="Id"
          name="id"
          className="mono"
          autoComplete="off"
          spellCheck={false}
          pattern="[a-z0-9_:]+"
          title="Lower case letters, digits, _ and :"
          hint="Lower case letters, digits, _ and :, such as notes:delete"
          error={errorFor(create.error, "PermissionIdAlreadyExists")}
          required
        />
        <Field label="Description" name="description" autoComplete="off" />
        {definitions.value !== undefined && definitions.value.length > 0 && (
          <fieldset className="stack-tight">
            <legend className="label">Contains</legend>
            <div className="row">
              {definitions.value.map(({ id }) => (
                <CheckField key={id} label={id} name="contains" value={id} />
              ))}
            </div>
          </fieldset>
        )}
        <div>
          <Button type="submit" variant="primary" isPending={create.isPending}>
            Create permission
          </Button>
        </div>
      </form>
    </Card>
  )
}
