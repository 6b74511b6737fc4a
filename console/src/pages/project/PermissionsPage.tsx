import { Badge } from "#screens/components/Badge"
import { Field } from "#screens/components/Field"
import { SegmentedControl } from "#screens/components/SegmentedControl"
import { readText } from "#screens/lib/form"
import { type Column, DataTable } from "../../components/DataTable.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { RowActions } from "../../components/RowActions.tsx"
import { Teach } from "../../components/Teach.tsx"
import { readOptionalText, splitList } from "../../lib/forms.ts"
import { useProject } from "../../lib/Project.tsx"
import { useQuery } from "../../lib/useQuery.ts"
import { useRead } from "../../lib/useRead.ts"

type Scope = "team" | "project"

const scopes: ReadonlyArray<{ readonly value: Scope; readonly label: string }> = [
  { value: "team", label: "In teams" },
  { value: "project", label: "In the project" }
]

/** The permissions of the project. Pages of users and teams grant them. */
export const PermissionsPage = () => {
  const { app, id: projectId } = useProject()
  const [requested, setScope] = useQuery("scope")
  const scope: Scope = requested === "project" ? "project" : "team"
  const read = useRead(`definitions ${projectId} ${scope}`, (signal) =>
    app.permissionDefinitions.list(scope, { signal })
  )
  return (
    <Page
      title="Permissions"
      description="Define permissions here, and grant them to users and team members."
      actions={
        <DialogButton
          button="Create permission"
          variant="primary"
          title={scope === "team" ? "Create team permission" : "Create project permission"}
          submit="Create permission"
          done="Permission created."
          act={(form) =>
            app.permissionDefinitions.create({
              scope,
              id: readText(form, "id").trim(),
              description: readOptionalText(form, "description"),
              containedPermissionIds: splitList(readText(form, "contained"))
            })
          }
        >
          <Field label="ID" name="id" required autoFocus autoComplete="off" hint="Lowercase letters, digits, _ and :" />
          <DefinitionFields />
        </DialogButton>
      }
      tools={<SegmentedControl label="Scope" options={scopes} value={scope} onChange={setScope} />}
    >
      <Loaded read={read} rows={5}>
        {(definitions) =>
          definitions.length === 0 ? (
            <Teach icon="idBadge" title={scope === "team" ? "No team permissions yet" : "No project permissions yet"}>
              <p>
                {scope === "team"
                  ? "A team permission holds in one team, such as notes:write. Grant it on the page of a team."
                  : "A project permission holds everywhere, such as billing:read. Grant it on the page of a user."}
              </p>
            </Teach>
          ) : (
            <Groups scope={scope} definitions={definitions} />
          )
        }
      </Loaded>
    </Page>
  )
}

interface Definition {
  readonly id: string
  readonly description?: string | undefined
  readonly containedPermissionIds: ReadonlyArray<string>
}

interface GroupsProps {
  readonly scope: Scope
  readonly definitions: ReadonlyArray<Definition>
}

const isBuiltIn = ({ id }: Definition): boolean => id.startsWith("$")

/** The project's own permissions, then those that every project has. */
const Groups = ({ definitions, scope }: GroupsProps) => {
  const customDefinitions = definitions.filter((definition) => !isBuiltIn(definition))
  const builtIn = definitions.filter(isBuiltIn)
  // An empty column would take half of the width.
  const includesAny = builtIn.some(({ containedPermissionIds }) => containedPermissionIds.length > 0)
  return (
    <>
      {customDefinitions.length > 0 && (
        <section className="sheet" aria-label={scope === "team" ? "Team permissions" : "Project permissions"}>
          <DataTable
            label="Permissions"
            rows={customDefinitions}
            keyOf={({ id }) => id}
            columns={[
              ...columns,
              { id: "actions", label: "", cell: (definition) => <Actions scope={scope} definition={definition} /> }
            ]}
          />
        </section>
      )}
      {builtIn.length > 0 && (
        <section className="gf-stack-tight" aria-labelledby="built-in">
          <h2 id="built-in" className="list-title">
            Built in <span className="count">{builtIn.length}</span>
          </h2>
          <div className="sheet">
            <DataTable
              label="Built-in permissions"
              param="built-in"
              rows={builtIn}
              keyOf={({ id }) => id}
              columns={includesAny ? columns : columns.slice(0, 1)}
            />
          </div>
        </section>
      )}
    </>
  )
}

const columns: ReadonlyArray<Column<Definition>> = [
  {
    id: "id",
    label: "Permission",
    by: ({ id }) => id,
    cell: ({ description, id }) => (
      <span className="gf-list-main">
        <code>{id}</code>
        <span className="gf-muted gf-small">{description}</span>
      </span>
    )
  },
  {
    id: "includes",
    label: "Includes",
    isMinor: true,
    by: ({ containedPermissionIds }) => containedPermissionIds.length,
    cell: ({ containedPermissionIds }) => (
      <span className="gf-row badges">
        {containedPermissionIds.map((contained) => (
          <Badge key={contained}>{contained}</Badge>
        ))}
      </span>
    )
  }
]

const Actions = ({ definition, scope }: { readonly definition: Definition; readonly scope: Scope }) => {
  const { app } = useProject()
  const { containedPermissionIds, description, id } = definition
  return (
    <RowActions
      what={id}
      actions={[
        {
          icon: "pencil",
          label: "Edit",
          title: `Edit ${id}`,
          submit: "Save",
          act: (form) =>
            app.permissionDefinitions.update({
              scope,
              id,
              description: readText(form, "description"),
              containedPermissionIds: splitList(readText(form, "contained"))
            }),
          children: <DefinitionFields description={description} contained={containedPermissionIds} />
        },
        {
          icon: "trash",
          label: "Delete",
          title: `Delete ${id}?`,
          submit: "Delete permission",
          tone: "danger",
          act: () => app.permissionDefinitions.delete({ scope, id }),
          children: <p>Everyone who has this permission loses it.</p>
        }
      ]}
    />
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
      hint="IDs of other permissions, separated by commas."
    />
  </>
)
