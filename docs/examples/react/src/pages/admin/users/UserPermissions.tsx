import { useAction, useResource } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { FormError } from "#screens/components/FormError"
import { Icon } from "#screens/components/Icon"
import { SelectField } from "#screens/components/SelectField"
import { onSubmitThenReset, readText } from "#screens/lib/form"
import type { UserDetails } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"

/** The permissions of a user in the whole project. */
export const UserPermissions = ({ details: { permissions, user } }: { readonly details: UserDetails }) => {
  const definitions = useResource(Admin.listDefinitions, { scope: "project" }, { as: "result" })
  const grant = useAction(Admin.grantPermission)
  const revoke = useAction(Admin.revokePermission)
  const others = (definitions.value ?? []).filter(({ id }) => !permissions.includes(id))
  return (
    <Card title="Project permissions" description="Granted permissions, with everything they contain.">
      <FormError error={grant.error ?? revoke.error} />
      {permissions.length === 0 ? (
        <p className="gf-muted">None.</p>
      ) : (
        <ul className="gf-list" aria-label="Granted permissions">
          {permissions.map((permissionId) => (
            <li key={permissionId}>
              <span className="gf-list-main gf-mono">{permissionId}</span>
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
          className="gf-inline-form"
          onSubmit={onSubmitThenReset(
            async (form) => (await grant.run({ userId: user.id, permissionId: readText(form, "permissionId") })).ok
          )}
        >
          <SelectField label="Permission" name="permissionId" defaultValue="" required>
            <option value="" disabled>
              Choose a permission
            </option>
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
