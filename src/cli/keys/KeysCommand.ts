/** `gatefold keys …`: API keys of users and teams, and the keys of the project's apps. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, on, text, yes } from "../Flags.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const common = { ...targetFlags, json }

const importKeys = Effect.promise(() => import("./Keys.ts"))

const owner = {
  ...common,
  user: text("user", "Keys of this user (id or e-mail address)"),
  team: text("team", "Keys of the team with this id")
}

const id = Argument.String("id").pipe(Argument.withDescription("Its id, as list shows it"))
const description = Argument.String("description").pipe(Argument.withDescription("What it is for"))
const expiresAt = Flag.Date("expires-at").pipe(Flag.withDescription("Until when it works, such as 2027-01-31"))

const list = Command.make(
  "list",
  owner,
  Effect.fnUntraced(function* (input) {
    yield* (yield* importKeys).list(input)
  })
).pipe(
  Command.withDescription("Show API keys; of each only the last four characters"),
  Command.withExamples([{ command: "gatefold keys list --user ann@example.org", description: "Those of a user" }])
)

const create = Command.make(
  "create",
  {
    ...owner,
    description,
    expiresAt: Flag.optional(expiresAt),
    isPublic: on("public", "It may be published, so that secret scanners leave it alone")
  },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importKeys).create(input)
  })
).pipe(
  Command.withDescription("Create an API key, which is shown only now"),
  Command.withExamples([
    {
      command: `gatefold keys create "CI of Acme" --team <id> --expires-at 2027-01-31`,
      description: "For a team"
    }
  ])
)

const revoke = Command.make(
  "revoke",
  { ...common, id, team: text("team", "Id of the team, if it is a key of a team"), yes },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importKeys).revoke(input)
  })
).pipe(
  Command.withDescription("Revoke an API key for good, after asking"),
  Command.withExamples([{ command: "gatefold keys revoke <id> --yes", description: "Without asking" }])
)

const check = Command.make(
  "check",
  {
    ...common,
    keyStdin: on("key-stdin", "Read the key from standard input"),
    ofTeam: on("of-team", "It is a key of a team")
  },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importKeys).check(input)
  })
).pipe(
  Command.withDescription("Say whether an API key works, and whose it is, or exit with 1"),
  Command.withExamples([{ command: "gatefold keys check --key-stdin < key.txt", description: "A key in a file" }])
)

const project = Command.make("project").pipe(
  Command.withDescription("The keys of the project's apps; this needs the super secret admin key"),
  Command.withSubcommands([
    Command.make(
      "list",
      common,
      Effect.fnUntraced(function* (input) {
        yield* (yield* importKeys).listSets(input)
      })
    ).pipe(
      Command.withDescription("Show the key sets"),
      Command.withExamples([{ command: "gatefold keys project list", description: "A line for each" }])
    ),
    Command.make(
      "create",
      {
        ...common,
        description,
        expiresAt,
        client: on("client", "With a publishable client key"),
        server: on("server", "With a secret server key"),
        admin: on("admin", "With a super secret admin key")
      },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importKeys).createSet(input)
      })
    ).pipe(
      Command.withDescription("Create a key set, which is shown only now, as lines of an env file"),
      Command.withExamples([
        {
          command:
            "gatefold keys project create production --client --server --expires-at 2027-01-31 >> .env.production",
          description: "For an app"
        }
      ])
    ),
    Command.make(
      "revoke",
      { ...common, id, yes },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importKeys).revokeSet(input)
      })
    ).pipe(
      Command.withDescription("Revoke a key set for good, after asking"),
      Command.withExamples([{ command: "gatefold keys project revoke <id> --yes", description: "Without asking" }])
    )
  ])
)

/** `gatefold keys`. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("List, create, check and revoke keys"),
  Command.withSubcommands([list, create, revoke, check, project])
)
