/** `gatefold keys …` manages the API keys of users and teams, and the keys of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { futureDate, id, idArgument, switchFlag, text, yes } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { commonFlags } from "../target/TargetFlags.ts"

const keysCommand = makeLazyCommand(() => import("./Keys.ts"))

export const ownerFlags = {
  ...commonFlags,
  user: text("user", "Owner of the keys: user ID or email"),
  team: id("team", "Owner of the keys: team ID")
}

const keyId = idArgument("id", "Key ID, as list shows it")
const description = Argument.String("description").pipe(Argument.withDescription("Purpose of the key"))
const expiresAt = futureDate("expires-at", "Expiry date, such as 2027-01-31")

const list = keysCommand("list", {
  description: "List API keys. Shows only the last four characters of each",
  examples: { "gatefold keys list --user ann@example.org": "The keys of a user" },
  flags: ownerFlags,
  run: (module) => module.list
})

export const createFlags = {
  ...ownerFlags,
  description,
  expiresAt: Flag.optional(expiresAt),
  isPublic: switchFlag("public", "Create a publishable key, which secret scanners ignore")
}

const create = keysCommand("create", {
  description: "Create an API key. Prints it once",
  examples: { 'gatefold keys create "CI of Acme" --team <id> --expires-at 2027-01-31': "For a team" },
  flags: createFlags,
  run: (module) => module.create
})

const revoke = keysCommand("revoke", {
  description: "Permanently revoke an API key, after a confirmation",
  examples: { "gatefold keys revoke <id> --yes": "Without confirmation" },
  flags: { ...commonFlags, id: keyId, team: id("team", "Team ID, for the key of a team"), yes },
  run: (module) => module.revoke
})

const check = keysCommand("check", {
  description: "Check an API key and show its owner. Exits with 1 if it is not valid",
  examples: { "gatefold keys check --key-stdin < key.txt": "Read the key from a file" },
  flags: {
    ...commonFlags,
    keyStdin: switchFlag("key-stdin", "Read the key from standard input"),
    ofTeam: switchFlag("of-team", "Check the key of a team")
  },
  run: (module) => module.check
})

export const createSetFlags = {
  ...commonFlags,
  description,
  expiresAt,
  client: switchFlag("client", "Include a publishable client key"),
  server: switchFlag("server", "Include a secret server key"),
  admin: switchFlag("admin", "Include a super secret admin key")
}

const project = Command.make("project").pipe(
  Command.withDescription("Manage the keys of a project. Requires the super secret admin key"),
  Command.withSubcommands([
    keysCommand("list", {
      description: "List key sets",
      examples: { "gatefold keys project list": "All key sets" },
      flags: commonFlags,
      run: (module) => module.listSets
    }),
    keysCommand("create", {
      description: "Create a key set. Prints it once, as lines of an env file",
      examples: {
        "gatefold keys project create production --client --server --expires-at 2027-01-31 >> .env.production":
          "Append the keys to an env file"
      },
      flags: createSetFlags,
      run: (module) => module.createSet
    }),
    keysCommand("revoke", {
      description: "Permanently revoke a key set, after a confirmation",
      examples: { "gatefold keys project revoke <id> --yes": "Without confirmation" },
      flags: { ...commonFlags, id: keyId, yes },
      run: (module) => module.revokeSet
    })
  ])
)

export const keys = Command.make("keys").pipe(
  Command.withDescription("Manage API keys and the keys of a project"),
  Command.withSubcommands([list, create, revoke, check, project])
)
