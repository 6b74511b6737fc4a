/** `gatefold users …`: the users of a project. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { maxUsersPerPage } from "../../domain/PageSize.ts"
import { either, json, jsonValue, on, text, yes } from "../Flags.ts"
import { targetFlags } from "../project/TargetFlags.ts"
import { concurrency, exportUsers, importUsers } from "./TransferCommands.ts"

const common = { ...targetFlags, json }

const importUsersModule = Effect.promise(() => import("./Users.ts"))

const user = Argument.String("user").pipe(Argument.withDescription("Id or e-mail address"))

const fields = {
  email: text(
    "email",
    "Primary email address; empty for none. A former one still signs in until its channel is deleted"
  ),
  emailVerified: either("email-verified", "Whether the address is verified"),
  emailSignIn: either("email-sign-in", "Whether the user signs in with the address (default for new ones: yes)"),
  displayName: text("display-name", "Name that others see; empty removes it"),
  profileImageUrl: text("profile-image-url", "Picture; empty removes it"),
  clientMetadata: jsonValue("client-metadata", "What the user may read and write, in place of what there was"),
  clientReadOnlyMetadata: jsonValue("client-read-only-metadata", "What the user may read"),
  serverMetadata: jsonValue("server-metadata", "What only servers see"),
  askPassword: on("ask-password", "Ask for the password"),
  passwordStdin: on("password-stdin", "Read the password from standard input")
}

const list = Command.make(
  "list",
  {
    ...common,
    query: text("query", "Only users with this in their name or address, or this id"),
    team: text("team", "Only members of the team with this id"),
    orderBy: Flag.Literals("order-by", ["oldest", "newest"]).pipe(
      Flag.withDescription("Who has signed up first comes first, or last"),
      Flag.withDefault("oldest")
    ),
    anonymous: on("anonymous", "Anonymous users, too"),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("How many at most (default: 100)"),
      Flag.filter(
        (limit) => limit > 0 && limit <= maxUsersPerPage,
        () => `a number from 1 to ${maxUsersPerPage}; --all shows more`
      ),
      Flag.withDefault(100)
    ),
    cursor: text("cursor", "Where to go on, as the page before has said"),
    all: on("all", "All of them, page by page")
  },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importUsersModule).list(input)
  })
).pipe(
  Command.withDescription("Show users, a line for each"),
  Command.withExamples([
    { command: "gatefold users list --query example.org --order-by newest", description: "The latest of a company" },
    { command: "gatefold users list --all --json | jq -r .primaryEmail", description: "All addresses" }
  ])
)

const get = Command.make(
  "get",
  { ...common, user },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importUsersModule).get(input)
  })
).pipe(
  Command.withDescription("Show one user"),
  Command.withExamples([{ command: "gatefold users get ann@example.org", description: "By e-mail address" }])
)

const create = Command.make(
  "create",
  { ...common, ...fields },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importUsersModule).create(input)
  })
).pipe(
  Command.withDescription("Create a user; no mail is sent"),
  Command.withExamples([
    {
      command: "gatefold users create --email ann@example.org --email-verified --display-name Ann --ask-password",
      description: "Somebody who can sign in at once"
    }
  ])
)

const update = Command.make(
  "update",
  {
    ...common,
    user,
    ...fields,
    removePassword: on("remove-password", "Take the password away, and end all sessions"),
    removeSecondFactor: on("remove-second-factor", "Take the authenticator app away"),
    restrict: Flag.String("restrict").pipe(
      Flag.withMetavar("reason"),
      Flag.withDescription("Restrict the user, who is told the reason; apps refuse restricted users"),
      Flag.optional
    ),
    liftRestriction: on("lift-restriction", "Lift that again")
  },
  Effect.fnUntraced(function* (input) {
    yield* (yield* importUsersModule).update(input)
  })
).pipe(
  Command.withDescription("Change a user; what is not given stays as it is"),
  Command.withExamples([
    {
      command: `gatefold users update ann@example.org --server-metadata '{"plan":"pro"}'`,
      description: "Metadata is replaced as a whole"
    }
  ])
)

const remove = Command.make(
  "delete",
  {
    ...common,
    users: Argument.String("user").pipe(
      Argument.withDescription("IDs or emails; - reads them from standard input, one a line"),
      Argument.variadic()
    ),
    file: text("file", "File with the users: an ID or email a line, or CSV, JSON or NDJSON with a column id or email"),
    query: text("query", "Delete the users with this in their name or email"),
    anonymous: on("anonymous", "With --query: include anonymous users"),
    concurrency,
    yes
  },
  Effect.fnUntraced(function* (input) {
    const { remove } = yield* Effect.promise(() => import("./Delete.ts"))
    yield* remove(input)
  })
).pipe(
  Command.withDescription("Delete users. Asks for confirmation first"),
  Command.withExamples([
    { command: "gatefold users delete ann@example.org --yes", description: "Without confirmation" },
    { command: "gatefold users delete --query @spam.example", description: "Everyone with this in their email" },
    { command: "gatefold users delete --file inactive.csv --yes", description: "The users of a file" }
  ])
)

/** `gatefold users`. */
export const users = Command.make("users").pipe(
  Command.withDescription("List, change, import and export the users of a project"),
  Command.withSubcommands([list, get, create, update, remove, importUsers, exportUsers])
)
