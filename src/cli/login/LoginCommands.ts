/** `gatefold login`, `logout` and `whoami`: manages the session of this terminal. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import { json, on, url } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { projectFlags } from "../project/TargetFlags.ts"

/** `gatefold login`. */
export const login = Command.make(
  "login",
  {
    ...projectFlags,
    appUrl: url(
      "app-url",
      "URL of the app with the page /handler/cli-auth-confirm (default: GATEFOLD_APP_URL)",
      "http://localhost:3000"
    ).pipe(Flag.optional),
    agent: Flag.String("agent").pipe(
      Flag.withMetavar("name"),
      Flag.withDescription("Sign in as an agent with this name, which gets its own session after the user approves"),
      Flag.filter(
        (name) => name.trim() !== "" && name.length <= 100,
        () => "a name of 1 to 100 characters"
      ),
      Flag.optional
    ),
    browser: Flag.Boolean("browser").pipe(
      Flag.withDescription("Open the link in a browser. --no-browser only prints it"),
      Flag.withDefault(true)
    ),
    timeout: Flag.String("timeout").pipe(
      Flag.withMetavar("time"),
      Flag.withDescription('Time to wait, such as "5 minutes" (default: 10 minutes)'),
      Flag.withDefault("10 minutes"),
      Flag.filterMap(
        (text) => Duration.fromInput(text as Duration.Input),
        () => 'a duration such as "5 minutes"'
      ),
      Flag.filter(
        (time) => Duration.toMillis(time) >= 1000 && Duration.toMillis(time) <= 86_400_000,
        () => "a duration from one second to one day"
      )
    ),
    json
  },
  lazyHandler(
    () => import("./Login.ts"),
    ({ login }) => login
  )
).pipe(
  Command.withDescription("Sign in on this terminal as a user of your app. Opens a browser to confirm"),
  Command.withExamples([
    { command: "gatefold login --app-url https://app.example.com", description: "Confirm in the browser" },
    { command: "gatefold login --no-browser", description: "Print the link to open it elsewhere" },
    { command: 'gatefold login --agent "Ticket sorter"', description: "A coding agent asks its user" }
  ])
)

/** `gatefold logout`. */
export const logout = Command.make(
  "logout",
  {
    ...projectFlags,
    local: on("local", "Only delete the session here, because the browser that confirmed the login shares it"),
    json
  },
  lazyHandler(
    () => import("./Logout.ts"),
    ({ logout }) => logout
  )
).pipe(Command.withDescription("Sign out on this terminal and end its session"))

/** `gatefold whoami`. */
export const whoami = Command.make(
  "whoami",
  { ...projectFlags, json },
  lazyHandler(
    () => import("./Whoami.ts"),
    ({ whoami }) => whoami
  )
).pipe(Command.withDescription("Show the signed-in user. Exits with 1 if no user is signed in"))
