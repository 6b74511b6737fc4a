import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { readText } from "#screens/lib/form"
import type { PermissionDefinition } from "../../../../../backend/AdminProjectContract.ts"

export interface PermissionFieldsProps {
  /** The existing permission. */
  readonly definition?: PermissionDefinition | undefined
  /** The permissions that it may contain. */
  readonly others: ReadonlyArray<PermissionDefinition>
  /** The problem with the ID. */
  readonly error: string | undefined
}

/** The fields of a permission. */
export const PermissionFields = ({ definition, error, others }: PermissionFieldsProps) => (
  <>
    <Field
      label="ID"
      name="id"
      className="gf-mono"
      autoComplete="off"
      spellCheck={false}
      pattern="[a-z0-9_:]+"
      title="Lowercase letters, digits, _ and :"
      hint="Lowercase letters, digits, _ and :, such as notes:delete"
      defaultValue={definition?.id}
      error={error}
      required
    />
    <Field label="Description" name="description" autoComplete="off" defaultValue={definition?.description ?? ""} />
    {others.length > 0 && (
      <fieldset className="gf-stack-tight">
        <legend className="gf-label">Contains</legend>
        <div className="gf-row">
          {others.map(({ id }) => (
            <CheckField
              key={id}
              label={id}
              name="contains"
              value={id}
              defaultChecked={definition?.containedPermissionIds.includes(id)}
            />
          ))}
        </div>
      </fieldset>
    )}
  </>
)

/** The entered values. */
export const permissionOf = (form: FormData) => ({
  id: readText(form, "id").trim(),
  description: readText(form, "description").trim(),
  containedPermissionIds: form.getAll("contains").filter((id) => typeof id === "string")
})
