/** `gatefold users …` manages the users of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { maxUsersPerPage } from "../../domain/Page.ts"
import { concurrency } from "../bulk/SendFlags.ts"
import { integerBetween, id, jsonValue, switchFlag, text, yes, yesOrNo } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { commonFlags } from "../target/TargetFlags.ts"
import { exportUsers, importUsers } from "./ImportExportCommands.ts"

const usersCommand = makeLazyCommand(() => import("./Users.ts"))

const user = Argument.String("user").pipe(Argument.withDescription("User ID or email"))

export const fieldFlags = {
  email: text(
    "email",
    "Primary email; empty for none. The previous email can still sign in until you delete its channel"
  ),
  emailVerified: yesOrNo("email-verified", "Whether the email is verified"),
  emailSignIn: yesOrNo("email-sign-in", "Allow sign-in with the email (default for new users: yes)"),
  displayName: text("display-name", "Display name; empty removes it"),
  profileImageUrl: text("profile-image-url", "URL of the profile image; empty removes it"),
  clientMetadata: jsonValue(
    "client-metadata",
    "Metadata that the user can read and write. Replaces the previous value"
  ),
  clientReadOnlyMetadata: jsonValue("client-read-only-metadata", "Metadata that the user can read"),
  serverMetadata: jsonValue("server-metadata", "Metadata that only servers can read"),
  askPassword: switchFlag("ask-password", "Prompt for the password"),
  passwordStdin: switchFlag("password-stdin", "Read the password from standard input")
}

const splitDomains = (list: string): ReadonlyArray<string> => list.split(",").flatMap((part) => part.trim() || [])

export const listFlags = {
  ...commonFlags,
  query: text("query", "Filter by name, email or ID"),
  team: id("team", "Only members of this team"),
  orderBy: Flag.Literals("order-by", ["oldest", "newest", "active", "inactive"]).pipe(
    Flag.withDescription(
      "Sort by sign-up date, or with the last active or inactive users first; these two require the current service (default: oldest)"
    ),
    Flag.withDefault("oldest")
  ),
  excludedEmailDomains: Flag.String("excluded-email-domains").pipe(
    Flag.withMetavar("domains"),
    Flag.map(splitDomains),
    Flag.withDescription("Leave out users with an email at these domains, such as example.com,example.org"),
    Flag.optional
  ),
  anonymous: switchFlag("anonymous", "Include anonymous users"),
  limit: integerBetween("limit", [1, maxUsersPerPage], "Page size, 1 to 1000 (default: 100). --all lists more").pipe(
    Flag.withDefault(100)
  ),
  cursor: id("cursor", "Start of the page, as the previous page printed it"),
  all: switchFlag("all", "List all users, page by page")
}

const list = usersCommand("list", {
  description: "List users",
  examples: {
    "gatefold users list --query example.org --order-by newest": "The newest users of a company",
    "gatefold users list --all --json | jq -r .primaryEmail": "All emails"
  },
  flags: listFlags,
  run: (module) => module.list
})

const get = usersCommand("get", {
  description: "Show a user",
  examples: { "gatefold users get ann@example.org": "By email" },
  flags: { ...commonFlags, user },
  run: (module) => module.get
})

const create = usersCommand("create", {
  description: "Create a user. Sends no email",
  examples: {
    "gatefold users create --email ann@example.org --email-verified --display-name Ann --ask-password":
      "A user who can sign in immediately"
  },
  flags: { ...commonFlags, ...fieldFlags },
  run: (module) => module.create
})

export const updateFlags = {
  ...commonFlags,
  user,
  ...fieldFlags,
  removePassword: switchFlag("remove-password", "Remove the password and end all sessions"),
  removeSecondFactor: switchFlag("remove-second-factor", "Remove the authenticator app"),
  restrict: text("restrict", "Restrict the user and show them the reason. Apps refuse restricted users", "reason"),
  liftRestriction: switchFlag("lift-restriction", "Lift the restriction")
}

const update = usersCommand("update", {
  description: "Update a user. Omitted fields keep their value",
  examples: {
    'gatefold users update ann@example.org --server-metadata \'{"plan":"pro"}\'': "Replaces the whole server metadata"
  },
  flags: updateFlags,
  run: (module) => module.update
})

export const deleteFlags = {
  ...commonFlags,
  users: Argument.String("user").pipe(
    Argument.withDescription("User IDs or emails, or - to read them from standard input, one per line"),
    Argument.variadic()
  ),
  file: text("file", "File with one ID or email per line, or CSV, JSON or NDJSON with a column id or email"),
  query: text("query", "Delete users whose name or email contains this"),
  anonymous: switchFlag("anonymous", "With --query: include anonymous users"),
  concurrency,
  yes
}

const remove = makeLazyCommand(() => import("./Delete.ts"))("delete", {
  description: "Delete users, after a confirmation",
  examples: {
    "gatefold users delete ann@example.org --yes": "Without confirmation",
    "gatefold users delete --query @spam.example": "Users whose email contains this",
    "gatefold users delete --file inactive.csv --yes": "The users of a file"
  },
  flags: deleteFlags,
  run: (module) => module.remove
})

export const users = Command.make("users").pipe(
  Command.withDescription("Manage the users of a project"),
  Command.withSubcommands([list, get, create, update, remove, importUsers, exportUsers])
)
