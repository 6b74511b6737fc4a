/** `gatefold users …` manages the users of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { maxUsersPerPage } from "../../domain/Page.ts"
import { between, either, id, json, jsonValue, on, text, yes } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { targetFlags } from "../project/TargetFlags.ts"
import { concurrency, exportUsers, importUsers } from "./ImportExportCommands.ts"

const common = { ...targetFlags, json }

const loadUsers = () => import("./Users.ts")

const user = Argument.String("user").pipe(Argument.withDescription("User ID or email"))

const fields = {
  email: text(
    "email",
    "Primary email; empty for none. The previous email can still sign in until you delete its channel"
  ),
  emailVerified: either("email-verified", "Whether the email is verified"),
  emailSignIn: either("email-sign-in", "Allow sign-in with the email (default for new users: yes)"),
  displayName: text("display-name", "Display name; empty removes it"),
  profileImageUrl: text("profile-image-url", "URL of the profile image; empty removes it"),
  clientMetadata: jsonValue(
    "client-metadata",
    "Metadata that the user can read and write. Replaces the previous value"
  ),
  clientReadOnlyMetadata: jsonValue("client-read-only-metadata", "Metadata that the user can read"),
  serverMetadata: jsonValue("server-metadata", "Metadata that only servers can read"),
  askPassword: on("ask-password", "Prompt for the password"),
  passwordStdin: on("password-stdin", "Read the password from standard input")
}

const domainsIn = (text: string): ReadonlyArray<string> => text.split(",").flatMap((part) => part.trim() || [])

const list = Command.make(
  "list",
  {
    ...common,
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
      Flag.map(domainsIn),
      Flag.withDescription("Leave out users with an email at these domains, such as example.com,example.org"),
      Flag.optional
    ),
    anonymous: on("anonymous", "Include anonymous users"),
    limit: between("limit", [1, maxUsersPerPage], "Page size, 1 to 1000 (default: 100). --all lists more").pipe(
      Flag.withDefault(100)
    ),
    cursor: id("cursor", "Start of the page, as the previous page printed it"),
    all: on("all", "List all users, page by page")
  },
  lazyHandler(loadUsers, ({ list }) => list)
).pipe(
  Command.withDescription("List users"),
  Command.withExamples([
    {
      command: "gatefold users list --query example.org --order-by newest",
      description: "The newest users of a company"
    },
    { command: "gatefold users list --all --json | jq -r .primaryEmail", description: "All emails" }
  ])
)

const get = Command.make(
  "get",
  { ...common, user },
  lazyHandler(loadUsers, ({ get }) => get)
).pipe(
  Command.withDescription("Show a user"),
  Command.withExamples([{ command: "gatefold users get ann@example.org", description: "By email" }])
)

const create = Command.make(
  "create",
  { ...common, ...fields },
  lazyHandler(loadUsers, ({ create }) => create)
).pipe(
  Command.withDescription("Create a user. Sends no email"),
  Command.withExamples([
    {
      command: "gatefold users create --email ann@example.org --email-verified --display-name Ann --ask-password",
      description: "A user who can sign in immediately"
    }
  ])
)

const update = Command.make(
  "update",
  {
    ...common,
    user,
    ...fields,
    removePassword: on("remove-password", "Remove the password and end all sessions"),
    removeSecondFactor: on("remove-second-factor", "Remove the authenticator app"),
    restrict: Flag.String("restrict").pipe(
      Flag.withMetavar("reason"),
      Flag.withDescription("Restrict the user and show them the reason. Apps refuse restricted users"),
      Flag.optional
    ),
    liftRestriction: on("lift-restriction", "Lift the restriction")
  },
  lazyHandler(loadUsers, ({ update }) => update)
).pipe(
  Command.withDescription("Update a user. Omitted fields keep their value"),
  Command.withExamples([
    {
      command: `gatefold users update ann@example.org --server-metadata '{"plan":"pro"}'`,
      description: "Replaces the whole server metadata"
    }
  ])
)

const remove = Command.make(
  "delete",
  {
    ...common,
    users: Argument.String("user").pipe(
      Argument.withDescription("User IDs or emails, or - to read them from standard input, one per line"),
      Argument.variadic()
    ),
    file: text("file", "File with one ID or email per line, or CSV, JSON or NDJSON with a column id or email"),
    query: text("query", "Delete users whose name or email contains this"),
    anonymous: on("anonymous", "With --query: include anonymous users"),
    concurrency,
    yes
  },
  lazyHandler(
    () => import("./Delete.ts"),
    ({ remove }) => remove
  )
).pipe(
  Command.withDescription("Delete users, after a confirmation"),
  Command.withExamples([
    { command: "gatefold users delete ann@example.org --yes", description: "Without confirmation" },
    { command: "gatefold users delete --query @spam.example", description: "Users whose email contains this" },
    { command: "gatefold users delete --file inactive.csv --yes", description: "The users of a file" }
  ])
)

/** `gatefold users`. */
export const users = Command.make("users").pipe(
  Command.withDescription("Manage the users of a project"),
  Command.withSubcommands([list, get, create, update, remove, importUsers, exportUsers])
)
