/** `gatefold permissions …` defines permissions and grants them to users. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { id, switchFlag, text, yes } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { commonFlags } from "../target/TargetFlags.ts"

const permissionsCommand = makeLazyCommand(() => import("./Permissions.ts"))

const scope = Flag.Literals("scope", ["team", "project"]).pipe(
  Flag.withDescription("Scope: users hold the permission in a team or in the whole project"),
  Flag.optional
)

const permissionId = Argument.String("id").pipe(Argument.withDescription("Permission ID, such as edit_invoices"))

export const definitionFlags = {
  ...commonFlags,
  scope,
  id: permissionId,
  description: text("description", "Purpose of the permission"),
  contains: text("contains", "Permission IDs that it includes, separated by commas")
}

const definitions = Command.make("definitions").pipe(
  Command.withDescription("Define permissions. Requires the super secret admin key"),
  Command.withSubcommands([
    permissionsCommand("list", {
      description: "List defined permissions",
      examples: { "gatefold permissions definitions list --scope project": "Permissions of the whole project" },
      flags: { ...commonFlags, scope },
      run: (module) => module.listDefinitions
    }),
    permissionsCommand("create", {
      description: "Define a permission",
      examples: {
        "gatefold permissions definitions create edit_invoices --scope team --contains read_invoices":
          "A permission that includes another"
      },
      flags: definitionFlags,
      run: (module) => module.createDefinition
    }),
    permissionsCommand("update", {
      description: "Update a definition. Omitted fields keep their value",
      examples: {
        "gatefold permissions definitions update edit_invoices --new-id write_invoices": "Rename a permission"
      },
      flags: { ...definitionFlags, newId: text("new-id", "New ID. Users keep the permission") },
      run: (module) => module.updateDefinition
    }),
    permissionsCommand("delete", {
      description: "Delete a definition, after a confirmation",
      examples: { "gatefold permissions definitions delete edit_invoices --yes": "Without confirmation" },
      flags: { ...commonFlags, scope, id: permissionId, yes },
      run: (module) => module.removeDefinition
    })
  ])
)

export const userFlags = {
  ...commonFlags,
  user: Argument.String("user").pipe(Argument.withDescription("User ID or email")),
  team: id("team", "Team ID (default: the whole project)")
}

const grantFlags = {
  ...userFlags,
  permission: Argument.String("permission").pipe(Argument.withDescription("Permission ID"))
}

const list = permissionsCommand("list", {
  description: "List the permissions of a user. Includes inherited permissions",
  examples: { "gatefold permissions list ann@example.org --team <id>": "In a team" },
  flags: { ...userFlags, direct: switchFlag("direct", "Only directly granted permissions, without inherited ones") },
  run: (module) => module.list
})

const grant = permissionsCommand("grant", {
  description: "Grant a permission to a user",
  examples: { "gatefold permissions grant ann@example.org edit_invoices --team <id>": "In a team" },
  flags: grantFlags,
  run: (module) => module.grant
})

const revoke = permissionsCommand("revoke", {
  description: "Revoke a permission from a user",
  examples: { "gatefold permissions revoke ann@example.org edit_invoices --team <id>": "In a team" },
  flags: grantFlags,
  run: (module) => module.revoke
})

export const permissions = Command.make("permissions").pipe(
  Command.withDescription("Define permissions and grant them to users"),
  Command.withSubcommands([definitions, list, grant, revoke])
)
