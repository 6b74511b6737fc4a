import { useAction, useResource } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { FormError } from "#screens/components/FormError"
import { useToast } from "#screens/components/Toaster"
import { errorFor } from "#screens/lib/describeError"
import { useText } from "#screens/text/Text"
import { onSubmitThenReset } from "#screens/lib/form"
import * as Admin from "../Admin.ts"
import { PermissionFields, permissionOf } from "./PermissionFields.tsx"
import type { PermissionScope } from "./PermissionScope.ts"

/** Defines a permission, which may contain others of the same scope. */
export const CreatePermission = ({ scope }: { readonly scope: PermissionScope }) => {
  const t = useText()
  const definitions = useResource(Admin.listDefinitions, { scope }, { as: "result" })
  const create = useAction(Admin.createDefinition)
  const tell = useToast()
  const run = async (form: FormData) => {
    const permission = permissionOf(form)
    const result = await create.run({ scope, ...permission })
    if (result.ok) tell(`The permission ${permission.id} was created.`)
    return result.ok
  }
  return (
    <Card title={scope === "team" ? "New permission in teams" : "New permission in the project"}>
      <form className="gf-stack" onSubmit={onSubmitThenReset(run)}>
        <FormError error={create.error} except={["PermissionIdAlreadyExists"]} />
        <PermissionFields
          others={definitions.value ?? []}
          error={errorFor(t, create.error, "PermissionIdAlreadyExists")}
        />
        <div>
          <Button type="submit" variant="primary" isPending={create.isPending}>
            Create permission
          </Button>
        </div>
      </form>
    </Card>
  )
}
