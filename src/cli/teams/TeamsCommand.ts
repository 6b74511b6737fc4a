/** `gatefold teams …`: the teams of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, jsonValue, text, yes } from "../Flags.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const common = { ...targetFlags, json }

const importTeams = Effect.promise(() => import("./Teams.ts"))

const team = Argument.String("team").pipe(Argument.withDescription("Id of the team"))
const user = Argument.String("user").pipe(Argument.withDescription("Id or e-mail address of a user"))

const fields = {
  profileImageUrl: text("profile-image-url", "Picture; empty removes it"),
  clientMetadata: jsonValue("client-metadata", "What members may read and write, in place of what there was"),
  clientReadOnlyMetadata: jsonValue("client-read-only-metadata", "What members may read"),
  serverMetadata: jsonValue("server-metadata", "What only servers see")
}

const list = Command.make(
  "list",
  { ...common, user: text("user", "Only teams of this user (id or e-mail address)") },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importTeams).list(input)
  })
).pipe(
  Command.withDescription("Show teams, a line for each"),
  Command.withExamples([{ command: "gatefold teams list --user ann@example.org", description: "Those of a user" }])
)

const get = Command.make(
  "get",
  { ...common, team },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importTeams).get(input)
  })
).pipe(
  Command.withDescription("Show one team"),
  Command.withExamples([{ command: "gatefold teams get <id> --json", description: "For programs" }])
)

const create = Command.make(
  "create",
  {
    ...common,
    name: Argument.String("name").pipe(Argument.withDescription("Name that members see")),
    creator: text("creator", "Its first member, with the permissions of creators (id or e-mail address)"),
    ...fields
  },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importTeams).create(input)
  })
).pipe(
  Command.withDescription("Create a team"),
  Command.withExamples([{ command: "gatefold teams create Acme --creator ann@example.org", description: "For Ann" }])
)

const update = Command.make(
  "update",
  { ...common, team, displayName: text("display-name", "Name that members see"), ...fields },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importTeams).update(input)
  })
).pipe(
  Command.withDescription("Change a team; what is not given stays as it is"),
  Command.withExamples([{ command: "gatefold teams update <id> --display-name Acme", description: "Another name" }])
)

const remove = Command.make(
  "delete",
  { ...common, team, yes },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importTeams).remove(input)
  })
).pipe(
  Command.withDescription("Delete a team, after asking"),
  Command.withExamples([{ command: "gatefold teams delete <id> --yes", description: "Without asking" }])
)

const members = Command.make("members").pipe(
  Command.withDescription("Who is in a team"),
  Command.withSubcommands([
    Command.make(
      "list",
      { ...common, team },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importTeams).listMembers(input)
      })
    ).pipe(
      Command.withDescription("Show the members of a team"),
      Command.withExamples([{ command: "gatefold teams members list <id>", description: "A line for each" }])
    ),
    Command.make(
      "add",
      { ...common, team, user },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importTeams).addMember(input)
      })
    ).pipe(
      Command.withDescription("Make a user a member, without an invitation"),
      Command.withExamples([{ command: "gatefold teams members add <id> ann@example.org", description: "By address" }])
    ),
    Command.make(
      "remove",
      { ...common, team, user, yes },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importTeams).removeMember(input)
      })
    ).pipe(
      Command.withDescription("Remove a member, after asking"),
      Command.withExamples([
        { command: "gatefold teams members remove <id> ann@example.org --yes", description: "Without asking" }
      ])
    )
  ])
)

const invite = Command.make(
  "invite",
  {
    ...common,
    team,
    email: Argument.String("email").pipe(Argument.withDescription("Address to mail the invitation to")),
    callbackUrl: Flag.String("callback-url").pipe(
      Flag.withDescription("Page of your app that the link leads to; its domain must be trusted")
    )
  },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importTeams).invite(input)
  })
).pipe(
  Command.withDescription("Mail an invitation to a team"),
  Command.withExamples([
    {
      command:
        "gatefold teams invite <id> bob@example.org --callback-url https://app.example.org/handler/team-invitation",
      description: "The page accepts the invitation"
    }
  ])
)

/** `gatefold teams`. */
export const teams = Command.make("teams").pipe(
  Command.withDescription("List and change the teams of a project, and their members"),
  Command.withSubcommands([list, get, create, update, remove, members, invite])
)
