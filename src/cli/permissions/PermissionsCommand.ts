/** `gatefold permissions …`: definitions of permissions, and who has them. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, on, text, yes } from "../Flags.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const common = { ...targetFlags, json }

const importPermissions = Effect.promise(() => import("./Permissions.ts"))

const scope = Flag.Literals("scope", ["team", "project"]).pipe(
  Flag.withDescription("Where users hold it: in a team, or in the whole project"),
  Flag.optional
)

const id = Argument.String("id").pipe(Argument.withDescription("Id of the permission, such as edit_invoices"))

const definition = {
  ...common,
  scope,
  id,
  description: text("description", "What it is for"),
  contains: text("contains", "Ids of permissions that go with it, with commas between them")
}

const definitions = Command.make("definitions").pipe(
  Command.withDescription("The permissions that there are; this needs the super secret admin key"),
  Command.withSubcommands([
    Command.make(
      "list",
      { ...common, scope },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importPermissions).listDefinitions(input)
      })
    ).pipe(
      Command.withDescription("Show them, a line for each"),
      Command.withExamples([
        { command: "gatefold permissions definitions list --scope project", description: "Those of the whole project" }
      ])
    ),
    Command.make(
      "create",
      definition,
      Effect.fnUntraced(function* (input) {
        yield* (yield* importPermissions).createDefinition(input)
      })
    ).pipe(
      Command.withDescription("Define one"),
      Command.withExamples([
        {
          command: "gatefold permissions definitions create edit_invoices --scope team --contains read_invoices",
          description: "Who may edit may read"
        }
      ])
    ),
    Command.make(
      "update",
      { ...definition, newId: text("new-id", "Another id; who has it keeps it") },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importPermissions).updateDefinition(input)
      })
    ).pipe(
      Command.withDescription("Change one; what is not given stays as it is"),
      Command.withExamples([
        {
          command: "gatefold permissions definitions update edit_invoices --new-id write_invoices",
          description: "Another id"
        }
      ])
    ),
    Command.make(
      "delete",
      { ...common, scope, id, yes },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importPermissions).removeDefinition(input)
      })
    ).pipe(
      Command.withDescription("Delete one, after asking"),
      Command.withExamples([
        { command: "gatefold permissions definitions delete edit_invoices --yes", description: "Without asking" }
      ])
    )
  ])
)

const user = {
  ...common,
  user: Argument.String("user").pipe(Argument.withDescription("Id or e-mail address of a user")),
  team: text("team", "Id of a team (default: in the whole project)")
}

const named = { ...user, permission: Argument.String("permission").pipe(Argument.withDescription("Its id")) }

const list = Command.make(
  "list",
  { ...user, direct: on("direct", "Without those that come with others") },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importPermissions).list(input)
  })
).pipe(
  Command.withDescription("Show the permissions of a user"),
  Command.withExamples([{ command: "gatefold permissions list ann@example.org --team <id>", description: "In a team" }])
)

const grant = Command.make(
  "grant",
  named,
  Effect.fnUntraced(function* (input) {
    yield* (yield* importPermissions).grant(input)
  })
).pipe(
  Command.withDescription("Grant a permission"),
  Command.withExamples([
    { command: "gatefold permissions grant ann@example.org edit_invoices --team <id>", description: "In a team" }
  ])
)

const revoke = Command.make(
  "revoke",
  named,
  Effect.fnUntraced(function* (input) {
    yield* (yield* importPermissions).revoke(input)
  })
).pipe(
  Command.withDescription("Revoke a permission that was granted"),
  Command.withExamples([
    { command: "gatefold permissions revoke ann@example.org edit_invoices --team <id>", description: "In a team" }
  ])
)

/** `gatefold permissions`. */
export const permissions = Command.make("permissions").pipe(
  Command.withDescription("Define permissions, and grant them to users"),
  Command.withSubcommands([definitions, list, grant, revoke])
)
