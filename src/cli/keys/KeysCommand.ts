/** `gatefold keys …` manages the API keys of users and teams, and the keys of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { futureDate, id, idArgument, json, on, text, yes } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const common = { ...targetFlags, json }

const loadKeys = () => import("./Keys.ts")

const owner = {
  ...common,
  user: text("user", "Owner of the keys: user ID or email"),
  team: id("team", "Owner of the keys: team ID")
}

const keyId = idArgument("id", "Key ID, as list shows it")
const description = Argument.String("description").pipe(Argument.withDescription("Purpose of the key"))
const expiresAt = futureDate("expires-at", "Expiry date, such as 2027-01-31")

const list = Command.make(
  "list",
  owner,
  lazyHandler(loadKeys, ({ list }) => list)
).pipe(
  Command.withDescription("List API keys. Shows only the last four characters of each"),
  Command.withExamples([{ command: "gatefold keys list --user ann@example.org", description: "The keys of a user" }])
)

const create = Command.make(
  "create",
  {
    ...owner,
    description,
    expiresAt: Flag.optional(expiresAt),
    isPublic: on("public", "Create a publishable key, which secret scanners ignore")
  },
  lazyHandler(loadKeys, ({ create }) => create)
).pipe(
  Command.withDescription("Create an API key. Prints it once"),
  Command.withExamples([
    {
      command: `gatefold keys create "CI of Acme" --team <id> --expires-at 2027-01-31`,
      description: "For a team"
    }
  ])
)

const revoke = Command.make(
  "revoke",
  { ...common, id: keyId, team: id("team", "Team ID, for the key of a team"), yes },
  lazyHandler(loadKeys, ({ revoke }) => revoke)
).pipe(
  Command.withDescription("Permanently revoke an API key, after a confirmation"),
  Command.withExamples([{ command: "gatefold keys revoke <id> --yes", description: "Without confirmation" }])
)

const check = Command.make(
  "check",
  {
    ...common,
    keyStdin: on("key-stdin", "Read the key from standard input"),
    ofTeam: on("of-team", "Check the key of a team")
  },
  lazyHandler(loadKeys, ({ check }) => check)
).pipe(
  Command.withDescription("Check an API key and show its owner. Exits with 1 if it is not valid"),
  Command.withExamples([
    { command: "gatefold keys check --key-stdin < key.txt", description: "Read the key from a file" }
  ])
)

const project = Command.make("project").pipe(
  Command.withDescription("Manage the keys of a project. Requires the super secret admin key"),
  Command.withSubcommands([
    Command.make(
      "list",
      common,
      lazyHandler(loadKeys, ({ listSets }) => listSets)
    ).pipe(
      Command.withDescription("List key sets"),
      Command.withExamples([{ command: "gatefold keys project list", description: "All key sets" }])
    ),
    Command.make(
      "create",
      {
        ...common,
        description,
        expiresAt,
        client: on("client", "Include a publishable client key"),
        server: on("server", "Include a secret server key"),
        admin: on("admin", "Include a super secret admin key")
      },
      lazyHandler(loadKeys, ({ createSet }) => createSet)
    ).pipe(
      Command.withDescription("Create a key set. Prints it once, as lines of an env file"),
      Command.withExamples([
        {
          command:
            "gatefold keys project create production --client --server --expires-at 2027-01-31 >> .env.production",
          description: "Append the keys to an env file"
        }
      ])
    ),
    Command.make(
      "revoke",
      { ...common, id: keyId, yes },
      lazyHandler(loadKeys, ({ revokeSet }) => revokeSet)
    ).pipe(
      Command.withDescription("Permanently revoke a key set, after a confirmation"),
      Command.withExamples([
        { command: "gatefold keys project revoke <id> --yes", description: "Without confirmation" }
      ])
    )
  ])
)

/** `gatefold keys`. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Manage API keys and the keys of a project"),
  Command.withSubcommands([list, create, revoke, check, project])
)
