import { useAction } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Dialog } from "#screens/components/Dialog"
import { FormError } from "#screens/components/FormError"
import { describeFieldError } from "#screens/lib/describeError"
import { onSubmit } from "#screens/lib/form"
import { useText } from "#screens/text/Text"
import type { PermissionDefinition } from "../../../../../backend/AdminProjectContract.ts"
import * as Admin from "../Admin.ts"
import { PermissionFields, permissionOf } from "./PermissionFields.tsx"
import type { PermissionScope } from "./PermissionScope.ts"

export interface EditPermissionProps {
  readonly scope: PermissionScope
  readonly definition: PermissionDefinition
  readonly others: ReadonlyArray<PermissionDefinition>
  readonly onClose: () => void
}

/** Changes a permission, including its ID. Users who have it keep it. */
export const EditPermission = ({ definition, onClose, others, scope }: EditPermissionProps) => {
  const t = useText()
  const update = useAction(Admin.updateDefinition)
  const run = async (form: FormData) => {
    const { id: newId, ...rest } = permissionOf(form)
    const result = await update.run({ scope, id: definition.id, ...(newId !== definition.id && { newId }), ...rest })
    if (result.ok) onClose()
  }
  return (
    <Dialog title={`Change ${definition.id}`} onClose={onClose}>
      <form className="gf-stack" onSubmit={onSubmit((form) => void run(form))}>
        <FormError error={update.error} except={["PermissionIdAlreadyExists"]} />
        <PermissionFields
          definition={definition}
          others={others}
          error={describeFieldError(t, update.error, "PermissionIdAlreadyExists")}
        />
        <div className="gf-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={update.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
