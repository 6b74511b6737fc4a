import { Badge } from "#screens/components/Badge"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { SegmentedControl } from "#screens/components/SegmentedControl"
import { Table } from "#screens/components/Table"
import { text } from "#screens/lib/form"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { given, listOf } from "../../lib/forms.ts"
import { useProject } from "../../lib/Project.tsx"
import { useQuery } from "../../lib/useQuery.ts"
import { useRead } from "../../lib/useRead.ts"

type Scope = "team" | "project"

const scopes: ReadonlyArray<{ readonly value: Scope; readonly label: string }> = [
  { value: "team", label: "In teams" },
  { value: "project", label: "In the project" }
]

/** What can be permitted. Who has a permission is on the pages of users and teams. */
export const PermissionsPage = () => {
  const { app, id: projectId } = useProject()
  const [wanted, setScope] = useQuery("scope")
  const scope: Scope = wanted === "project" ? "project" : "team"
  const read = useRead(`definitions ${projectId} ${scope}`, (signal) =>
    app.permissionDefinitions.list(scope, { signal })
  )
  return (
    <Page
      title="Permissions"
      description="What can be permitted; to whom, the pages of users and teams say."
      actions={
        <DialogButton
          button="New permission"
          variant="primary"
          title={scope === "team" ? "New permission in teams" : "New permission in the project"}
          submit="Create permission"
          done="The permission is there."
          act={(form) =>
            app.permissionDefinitions.create({
              scope,
              id: text(form, "id").trim(),
              description: given(form, "description"),
              containedPermissionIds: listOf(text(form, "contained"))
            })
          }
        >
          <Field
            label="Id"
            name="id"
            required
            autoFocus
            autoComplete="off"
            hint="Lower-case letters, digits, _ and :"
          />
          <DefinitionFields />
        </DialogButton>
      }
    >
      <div className="scope">
        <SegmentedControl label="Scope" options={scopes} value={scope} onChange={setScope} />
      </div>
      <Card title={scope === "team" ? "Permissions of members in a team" : "Permissions of users in the project"}>
        <Loaded read={read}>
          {(definitions) =>
            definitions.length === 0 ? (
              <Empty title="No permissions" />
            ) : (
              <Table label="Permissions" columns={["Id", "Description", "Includes", ""]}>
                {definitions.map(({ containedPermissionIds, description, id }) => (
                  <tr key={id}>
                    <th scope="row">
                      <code>{id}</code>
                    </th>
                    <td>{description}</td>
                    <td>
                      <span className="gf-row">
                        {containedPermissionIds.map((contained) => (
                          <Badge key={contained}>{contained}</Badge>
                        ))}
                      </span>
                    </td>
                    <td className="gf-cell-actions">
                      {id.startsWith("$") ? (
                        <Badge>Built in</Badge>
                      ) : (
                        <span className="actions">
                          <DialogButton
                            button="Edit"
                            label={`Edit ${id}`}
                            size="small"
                            title={`Edit ${id}`}
                            submit="Save"
                            act={(form) =>
                              app.permissionDefinitions.update({
                                scope,
                                id,
                                description: text(form, "description"),
                                containedPermissionIds: listOf(text(form, "contained"))
                              })
                            }
                          >
                            <DefinitionFields description={description} contained={containedPermissionIds} />
                          </DialogButton>
                          <DialogButton
                            button="Delete"
                            label={`Delete ${id}`}
                            size="small"
                            title={`Delete ${id}?`}
                            submit="Delete permission"
                            tone="danger"
                            act={() => app.permissionDefinitions.delete({ scope, id })}
                          >
                            <p>Whoever holds it loses it.</p>
                          </DialogButton>
                        </span>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

interface DefinitionFieldsProps {
  readonly description?: string | undefined
  readonly contained?: ReadonlyArray<string>
}

const DefinitionFields = ({ contained = [], description = "" }: DefinitionFieldsProps) => (
  <>
    <Field label="Description" name="description" defaultValue={description} autoComplete="off" />
    <Field
      label="Includes"
      name="contained"
      defaultValue={contained.join(", ")}
      autoComplete="off"
      hint="Ids of other permissions, with commas between them."
    />
  </>
)
