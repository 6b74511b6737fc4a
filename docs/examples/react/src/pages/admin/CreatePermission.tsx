import { useAction, useResource } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { FormError } from "../../components/FormError.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { errorFor } from "../../lib/describeError.ts"
import { submit } from "../../lib/submit.ts"
import * as Admin from "./Admin.ts"
import { PermissionFields, permissionOf } from "./PermissionFields.tsx"
import type { PermissionScope } from "./PermissionScope.ts"

/** Defines a permission, which may contain others of the same scope. */
export const CreatePermission = ({ scope }: { readonly scope: PermissionScope }) => {
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
      <form className="stack" onSubmit={submit(run)}>
        <FormError error={create.error} except={["PermissionIdAlreadyExists"]} />
        <PermissionFields
          others={definitions.value ?? []}
          error={errorFor(create.error, "PermissionIdAlreadyExists")}
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
