import { useAction, useResource } from "gatefold/react"
import type { UserDetails } from "../../../../backend/AdminContract.ts"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { FormError } from "../../components/FormError.tsx"
import { Icon } from "../../components/Icon.tsx"
import { SelectField } from "../../components/SelectField.tsx"
import { onSubmit, text } from "../../lib/form.ts"
import * as Admin from "./Admin.ts"

/** The permissions of a user in the whole project. */
export const UserPermissions = ({ details: { permissions, user } }: { readonly details: UserDetails }) => {
  const definitions = useResource(Admin.listDefinitions, { scope: "project" }, { as: "result" })
  const grant = useAction(Admin.grantPermission)
  const revoke = useAction(Admin.revokePermission)
  const others = (definitions.value ?? []).filter(({ id }) => !permissions.includes(id))
  return (
    <Card title="Project permissions" description="Those that were granted; what they contain counts as well.">
      <FormError error={grant.error ?? revoke.error} />
      {permissions.length === 0 ? (
        <p className="muted">None.</p>
      ) : (
        <ul className="list" aria-label="Granted permissions">
          {permissions.map((permissionId) => (
            <li key={permissionId}>
              <span className="list-main mono">{permissionId}</span>
              <Button
                size="small"
                isPending={revoke.isPending}
                aria-label={`Revoke ${permissionId}`}
                onClick={() => void revoke.run({ userId: user.id, permissionId })}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <form
          className="inline-form"
          onSubmit={onSubmit((form) => void grant.run({ userId: user.id, permissionId: text(form, "permissionId") }))}
        >
          <SelectField label="Permission" name="permissionId">
            {others.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </SelectField>
          <Button type="submit" isPending={grant.isPending}>
            <Icon name="shield" /> Grant
          </Button>
        </form>
      )}
    </Card>
  )
}
