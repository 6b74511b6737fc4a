import { useAction } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Dialog } from "#screens/components/Dialog"
import { FormError } from "#screens/components/FormError"
import { useToast } from "#screens/components/Toaster"
import { describeFieldError } from "#screens/lib/describeError"
import { onSubmit } from "#screens/lib/form"
import { useText } from "#screens/text/Text"
import type { PermissionDefinition } from "../../../../../backend/AdminProjectContract.ts"
import * as Admin from "../Admin.ts"
import { PermissionFields, permissionOf } from "./PermissionFields.tsx"
import type { PermissionScope } from "./PermissionScope.ts"

export interface CreatePermissionProps {
  readonly scope: PermissionScope
  readonly others: ReadonlyArray<PermissionDefinition>
  readonly onClose: () => void
}

/** Defines a permission, which may contain others of the same scope. */
export const CreatePermission = ({ onClose, others, scope }: CreatePermissionProps) => {
  const t = useText()
  const create = useAction(Admin.createDefinition)
  const tell = useToast()
  const run = async (form: FormData) => {
    const permission = permissionOf(form)
    const result = await create.run({ scope, ...permission })
    if (!result.ok) return
    tell(`The permission ${permission.id} was created.`)
    onClose()
  }
  return (
    <Dialog title={scope === "team" ? "New permission in teams" : "New permission in the project"} onClose={onClose}>
      <form className="gf-stack" onSubmit={onSubmit((form) => void run(form))}>
        <FormError error={create.error} except={["PermissionIdAlreadyExists"]} />
        <PermissionFields others={others} error={describeFieldError(t, create.error, "PermissionIdAlreadyExists")} />
        <div className="gf-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={create.isPending}>
            Create permission
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
