/** `gatefold permissions …` defines permissions and grants them to users. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { id, json, on, text, yes } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const common = { ...targetFlags, json }

const loadPermissions = () => import("./Permissions.ts")

const scope = Flag.Literals("scope", ["team", "project"]).pipe(
  Flag.withDescription("Scope: users hold the permission in a team or in the whole project"),
  Flag.optional
)

const permissionId = Argument.String("id").pipe(Argument.withDescription("Permission ID, such as edit_invoices"))

const definition = {
  ...common,
  scope,
  id: permissionId,
  description: text("description", "Purpose of the permission"),
  contains: text("contains", "Permission IDs that it includes, separated by commas")
}

const definitions = Command.make("definitions").pipe(
  Command.withDescription("Define permissions. Requires the super secret admin key"),
  Command.withSubcommands([
    Command.make(
      "list",
      { ...common, scope },
      lazyHandler(loadPermissions, ({ listDefinitions }) => listDefinitions)
    ).pipe(
      Command.withDescription("List defined permissions"),
      Command.withExamples([
        {
          command: "gatefold permissions definitions list --scope project",
          description: "Permissions of the whole project"
        }
      ])
    ),
    Command.make(
      "create",
      definition,
      lazyHandler(loadPermissions, ({ createDefinition }) => createDefinition)
    ).pipe(
      Command.withDescription("Define a permission"),
      Command.withExamples([
        {
          command: "gatefold permissions definitions create edit_invoices --scope team --contains read_invoices",
          description: "A permission that includes another"
        }
      ])
    ),
    Command.make(
      "update",
      { ...definition, newId: text("new-id", "New ID. Users keep the permission") },
      lazyHandler(loadPermissions, ({ updateDefinition }) => updateDefinition)
    ).pipe(
      Command.withDescription("Update a definition. Omitted fields keep their value"),
      Command.withExamples([
        {
          command: "gatefold permissions definitions update edit_invoices --new-id write_invoices",
          description: "Rename a permission"
        }
      ])
    ),
    Command.make(
      "delete",
      { ...common, scope, id: permissionId, yes },
      lazyHandler(loadPermissions, ({ removeDefinition }) => removeDefinition)
    ).pipe(
      Command.withDescription("Delete a definition, after a confirmation"),
      Command.withExamples([
        { command: "gatefold permissions definitions delete edit_invoices --yes", description: "Without confirmation" }
      ])
    )
  ])
)

const user = {
  ...common,
  user: Argument.String("user").pipe(Argument.withDescription("User ID or email")),
  team: id("team", "Team ID (default: the whole project)")
}

const named = { ...user, permission: Argument.String("permission").pipe(Argument.withDescription("Permission ID")) }

const list = Command.make(
  "list",
  { ...user, direct: on("direct", "Only directly granted permissions, without inherited ones") },
  lazyHandler(loadPermissions, ({ list }) => list)
).pipe(
  Command.withDescription("List the permissions of a user. Includes inherited permissions"),
  Command.withExamples([{ command: "gatefold permissions list ann@example.org --team <id>", description: "In a team" }])
)

const grant = Command.make(
  "grant",
  named,
  lazyHandler(loadPermissions, ({ grant }) => grant)
).pipe(
  Command.withDescription("Grant a permission to a user"),
  Command.withExamples([
    { command: "gatefold permissions grant ann@example.org edit_invoices --team <id>", description: "In a team" }
  ])
)

const revoke = Command.make(
  "revoke",
  named,
  lazyHandler(loadPermissions, ({ revoke }) => revoke)
).pipe(
  Command.withDescription("Revoke a permission from a user"),
  Command.withExamples([
    { command: "gatefold permissions revoke ann@example.org edit_invoices --team <id>", description: "In a team" }
  ])
)

/** `gatefold permissions`. */
export const permissions = Command.make("permissions").pipe(
  Command.withDescription("Define permissions and grant them to users"),
  Command.withSubcommands([definitions, list, grant, revoke])
)
