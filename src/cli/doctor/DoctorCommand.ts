/** `gatefold doctor`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json } from "../Flags.ts"

/** `gatefold doctor`. */
export const doctor = Command.make(
  "doctor",
  {
    url: Flag.String("url").pipe(
      Flag.withDescription("URL of the service (default: as in the environment, .env.local and .env)"),
      Flag.optional
    ),
    appUrl: Flag.String("app-url").pipe(
      Flag.withMetavar("url"),
      Flag.withDescription("Where the app runs, such as http://localhost:3000 (default: GATEFOLD_APP_URL)"),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const { doctor } = yield* Effect.promise(() => import("./Doctor.ts"))
    yield* doctor(input)
  })
).pipe(
  Command.withDescription("Find what is wrong with the app in this folder: keys, service, redirects, versions"),
  Command.withExamples([
    { command: "gatefold doctor --app-url http://localhost:3000", description: "With what pages of the app meet" },
    { command: "gatefold doctor --json", description: "A line for each check; exit code 1 if there are errors" }
  ])
)
