/** `gatefold teams …` manages the teams of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { json, jsonValue, text, url, yes } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const common = { ...targetFlags, json }

const loadTeams = () => import("./Teams.ts")

const team = Argument.String("team").pipe(Argument.withDescription("Team ID"))
const user = Argument.String("user").pipe(Argument.withDescription("User ID or email"))

const fields = {
  profileImageUrl: text("profile-image-url", "URL of the team image; empty removes it"),
  clientMetadata: jsonValue("client-metadata", "Metadata that members can read and write. Replaces the previous value"),
  clientReadOnlyMetadata: jsonValue("client-read-only-metadata", "Metadata that members can read"),
  serverMetadata: jsonValue("server-metadata", "Metadata that only servers can read")
}

const list = Command.make(
  "list",
  { ...common, user: text("user", "Only teams of this user (ID or email)") },
  lazyHandler(loadTeams, ({ list }) => list)
).pipe(
  Command.withDescription("List teams"),
  Command.withExamples([{ command: "gatefold teams list --user ann@example.org", description: "The teams of a user" }])
)

const get = Command.make(
  "get",
  { ...common, team },
  lazyHandler(loadTeams, ({ get }) => get)
).pipe(
  Command.withDescription("Show a team"),
  Command.withExamples([{ command: "gatefold teams get <id> --json", description: "As JSON, for programs" }])
)

const create = Command.make(
  "create",
  {
    ...common,
    name: Argument.String("name").pipe(Argument.withDescription("Display name")),
    creator: text("creator", "Creator of the team, who becomes its first member (user ID or email)"),
    ...fields
  },
  lazyHandler(loadTeams, ({ create }) => create)
).pipe(
  Command.withDescription("Create a team"),
  Command.withExamples([
    { command: "gatefold teams create Acme --creator ann@example.org", description: "With Ann as its creator" }
  ])
)

const update = Command.make(
  "update",
  { ...common, team, displayName: text("display-name", "Display name"), ...fields },
  lazyHandler(loadTeams, ({ update }) => update)
).pipe(
  Command.withDescription("Update a team. Omitted fields keep their value"),
  Command.withExamples([{ command: "gatefold teams update <id> --display-name Acme", description: "Rename a team" }])
)

const remove = Command.make(
  "delete",
  { ...common, team, yes },
  lazyHandler(loadTeams, ({ remove }) => remove)
).pipe(
  Command.withDescription("Delete a team, after a confirmation"),
  Command.withExamples([{ command: "gatefold teams delete <id> --yes", description: "Without confirmation" }])
)

const members = Command.make("members").pipe(
  Command.withDescription("List, add and remove the members of a team"),
  Command.withSubcommands([
    Command.make(
      "list",
      { ...common, team },
      lazyHandler(loadTeams, ({ listMembers }) => listMembers)
    ).pipe(
      Command.withDescription("List the members of a team"),
      Command.withExamples([{ command: "gatefold teams members list <id>", description: "All members of a team" }])
    ),
    Command.make(
      "add",
      { ...common, team, user },
      lazyHandler(loadTeams, ({ addMember }) => addMember)
    ).pipe(
      Command.withDescription("Add a user to a team without an invitation"),
      Command.withExamples([{ command: "gatefold teams members add <id> ann@example.org", description: "By email" }])
    ),
    Command.make(
      "remove",
      { ...common, team, user, yes },
      lazyHandler(loadTeams, ({ removeMember }) => removeMember)
    ).pipe(
      Command.withDescription("Remove a member, after a confirmation"),
      Command.withExamples([
        { command: "gatefold teams members remove <id> ann@example.org --yes", description: "Without confirmation" }
      ])
    )
  ])
)

const invite = Command.make(
  "invite",
  {
    ...common,
    team,
    email: Argument.String("email").pipe(Argument.withDescription("Email of the person to invite")),
    callbackUrl: url(
      "callback-url",
      "Page of your app that the link opens. Its domain must be trusted",
      "https://app.example.com/handler/team-invitation"
    )
  },
  lazyHandler(loadTeams, ({ invite }) => invite)
).pipe(
  Command.withDescription("Email an invitation to a team"),
  Command.withExamples([
    {
      command:
        "gatefold teams invite <id> bob@example.org --callback-url https://app.example.org/handler/team-invitation",
      description: "The auth pages of your app accept the invitation"
    }
  ])
)

/** `gatefold teams`. */
export const teams = Command.make("teams").pipe(
  Command.withDescription("Manage the teams of a project and their members"),
  Command.withSubcommands([list, get, create, update, remove, members, invite])
)
