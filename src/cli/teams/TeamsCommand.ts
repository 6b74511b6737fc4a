/** `gatefold teams …` manages the teams of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { jsonValue, text, url, yes } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { commonFlags } from "../target/TargetFlags.ts"

const teamsCommand = makeLazyCommand(() => import("./Teams.ts"))

const team = Argument.String("team").pipe(Argument.withDescription("Team ID"))
const user = Argument.String("user").pipe(Argument.withDescription("User ID or email"))

export const fieldFlags = {
  profileImageUrl: text("profile-image-url", "URL of the team image; empty removes it"),
  clientMetadata: jsonValue("client-metadata", "Metadata that members can read and write. Replaces the previous value"),
  clientReadOnlyMetadata: jsonValue("client-read-only-metadata", "Metadata that members can read"),
  serverMetadata: jsonValue("server-metadata", "Metadata that only servers can read")
}

const list = teamsCommand("list", {
  description: "List teams",
  examples: { "gatefold teams list --user ann@example.org": "The teams of a user" },
  flags: { ...commonFlags, user: text("user", "Only teams of this user (ID or email)") },
  run: (module) => module.list
})

const get = teamsCommand("get", {
  description: "Show a team",
  examples: { "gatefold teams get <id> --json": "As JSON, for programs" },
  flags: { ...commonFlags, team },
  run: (module) => module.get
})

const create = teamsCommand("create", {
  description: "Create a team",
  examples: { "gatefold teams create Acme --creator ann@example.org": "With Ann as its creator" },
  flags: {
    ...commonFlags,
    name: Argument.String("name").pipe(Argument.withDescription("Display name")),
    creator: text("creator", "Creator of the team, who becomes its first member (user ID or email)"),
    ...fieldFlags
  },
  run: (module) => module.create
})

const update = teamsCommand("update", {
  description: "Update a team. Omitted fields keep their value",
  examples: { "gatefold teams update <id> --display-name Acme": "Rename a team" },
  flags: { ...commonFlags, team, displayName: text("display-name", "Display name"), ...fieldFlags },
  run: (module) => module.update
})

const remove = teamsCommand("delete", {
  description: "Delete a team, after a confirmation",
  examples: { "gatefold teams delete <id> --yes": "Without confirmation" },
  flags: { ...commonFlags, team, yes },
  run: (module) => module.remove
})

const members = Command.make("members").pipe(
  Command.withDescription("List, add and remove the members of a team"),
  Command.withSubcommands([
    teamsCommand("list", {
      description: "List the members of a team",
      examples: { "gatefold teams members list <id>": "All members of a team" },
      flags: { ...commonFlags, team },
      run: (module) => module.listMembers
    }),
    teamsCommand("add", {
      description: "Add a user to a team without an invitation",
      examples: { "gatefold teams members add <id> ann@example.org": "By email" },
      flags: { ...commonFlags, team, user },
      run: (module) => module.addMember
    }),
    teamsCommand("remove", {
      description: "Remove a member, after a confirmation",
      examples: { "gatefold teams members remove <id> ann@example.org --yes": "Without confirmation" },
      flags: { ...commonFlags, team, user, yes },
      run: (module) => module.removeMember
    })
  ])
)

const invite = teamsCommand("invite", {
  description: "Email an invitation to a team",
  examples: {
    "gatefold teams invite <id> bob@example.org --callback-url https://app.example.org/handler/team-invitation":
      "The auth pages of your app accept the invitation"
  },
  flags: {
    ...commonFlags,
    team,
    email: Argument.String("email").pipe(Argument.withDescription("Email of the person to invite")),
    callbackUrl: url(
      "callback-url",
      "Page of your app that the link opens. Its domain must be trusted",
      "https://app.example.com/handler/team-invitation"
    )
  },
  run: (module) => module.invite
})

export const teams = Command.make("teams").pipe(
  Command.withDescription("Manage the teams of a project and their members"),
  Command.withSubcommands([list, get, create, update, remove, members, invite])
)
