/** `gatefold doctor`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json, url } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"

/** `gatefold doctor`. */
export const doctor = Command.make(
  "doctor",
  {
    url: url(
      "url",
      "URL of the service (default: from the environment, .env.local and .env)",
      "https://api.stack-auth.com or http://127.0.0.1:8102"
    ).pipe(Flag.optional),
    appUrl: url(
      "app-url",
      "URL of your app, such as http://localhost:3000 (default: GATEFOLD_APP_URL)",
      "http://localhost:3000"
    ).pipe(Flag.optional),
    json
  },
  lazyHandler(
    () => import("./Doctor.ts"),
    ({ doctor }) => doctor
  )
).pipe(
  Command.withDescription("Check the app in this folder: keys, service, redirects and versions"),
  Command.withExamples([
    { command: "gatefold doctor --app-url http://localhost:3000", description: "Include checks of the running app" },
    { command: "gatefold doctor --json", description: "One line per check, for CI" }
  ])
)
