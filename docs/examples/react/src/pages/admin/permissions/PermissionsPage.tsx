import { useAction, useResource } from "gatefold/react"
import { useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { ConfirmDialog } from "#screens/components/ConfirmDialog"
import { Loaded } from "#screens/components/Loaded"
import { SegmentedControl } from "#screens/components/SegmentedControl"
import type { PermissionDefinition } from "../../../../../backend/AdminProjectContract.ts"
import * as Admin from "../Admin.ts"
import { AdminTable } from "../AdminTable.tsx"
import { CreatePermission } from "./CreatePermission.tsx"
import { EditPermission } from "./EditPermission.tsx"
import type { PermissionScope } from "./PermissionScope.ts"

const scopes: ReadonlyArray<{ readonly value: PermissionScope; readonly label: string }> = [
  { value: "team", label: "In teams" },
  { value: "project", label: "In the project" }
]

/** Lists the permissions. */
export const PermissionsPage = () => {
  const [scope, setScope] = useState<PermissionScope>("team")
  const [isCreating, setCreating] = useState(false)
  return (
    <Card
      title="Permissions"
      description={
        scope === "team"
          ? "Members hold them in one team. Those with $ are built in."
          : "Users hold them in the whole project."
      }
      actions={
        <>
          <SegmentedControl label="Scope" options={scopes} value={scope} onChange={setScope} />
          <Button variant="primary" onClick={() => setCreating(true)}>
            New permission
          </Button>
        </>
      }
    >
      <Definitions scope={scope} isCreating={isCreating} onCreated={() => setCreating(false)} />
    </Card>
  )
}

interface DefinitionsProps {
  readonly scope: PermissionScope
  readonly isCreating: boolean
  readonly onCreated: () => void
}

const Definitions = ({ isCreating, onCreated, scope }: DefinitionsProps) => {
  const definitions = useResource(Admin.listDefinitions, { scope }, { as: "result" })
  const [edited, setEdited] = useState<PermissionDefinition>()
  const [going, setGoing] = useState<PermissionDefinition>()
  return (
    <Loaded read={definitions} rows={6}>
      {(definitions) => (
        <>
          <AdminTable label="Permissions" columns={["Permission", { minor: "Contains" }, ""]}>
            {definitions.map((definition) => (
              <tr key={definition.id}>
                <th scope="row">
                  <span className="gf-list-main">
                    <span className="gf-mono">{definition.id}</span>
                    <span className="gf-muted gf-small">{definition.description}</span>
                  </span>
                </th>
                <td data-minor>
                  <span className="gf-row badges">
                    {definition.containedPermissionIds.map((id) => (
                      <Badge key={id}>
                        <span className="gf-mono">{id}</span>
                      </Badge>
                    ))}
                  </span>
                </td>
                <td className="gf-cell-actions">
                  {definition.isSystem ? (
                    <Badge>Built in</Badge>
                  ) : (
                    <span className="admin-actions">
                      <Button size="small" aria-label={`Edit ${definition.id}`} onClick={() => setEdited(definition)}>
                        Edit
                      </Button>
                      <Button
                        size="small"
                        variant="danger-quiet"
                        aria-label={`Delete ${definition.id}`}
                        onClick={() => setGoing(definition)}
                      >
                        Delete
                      </Button>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </AdminTable>
          {isCreating && <CreatePermission scope={scope} others={definitions} onClose={onCreated} />}
          {edited !== undefined && (
            <EditPermission
              scope={scope}
              definition={edited}
              others={definitions.filter(({ id }) => id !== edited.id)}
              onClose={() => setEdited(undefined)}
            />
          )}
          {going !== undefined && <Delete scope={scope} definition={going} onClose={() => setGoing(undefined)} />}
        </>
      )}
    </Loaded>
  )
}

interface DeleteProps {
  readonly scope: PermissionScope
  readonly definition: PermissionDefinition
  readonly onClose: () => void
}

const Delete = ({ definition: { id }, onClose, scope }: DeleteProps) => {
  const remove = useAction(Admin.deleteDefinition)
  const run = async () => {
    const result = await remove.run({ scope, id })
    if (result.ok) onClose()
  }
  return (
    <ConfirmDialog
      title={`Delete ${id}?`}
      confirm="Delete permission"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      Nobody holds it any more, and no other permission contains it.
    </ConfirmDialog>
  )
}
