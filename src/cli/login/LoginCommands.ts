/** `gatefold login`, `logout` and `whoami`: manages the session of this terminal. */
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import { dayMillis } from "../../domain/Time.ts"
import { parseDuration, json, switchFlag, url } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { projectFlags } from "../target/TargetFlags.ts"

export const loginFlags = {
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
    Flag.filterMap(parseDuration, () => 'a duration such as "5 minutes"'),
    Flag.filter(
      (time) => Duration.toMillis(time) >= 1000 && Duration.toMillis(time) <= dayMillis,
      () => "a duration from one second to one day"
    )
  ),
  json
}

export const login = makeLazyCommand(() => import("./Login.ts"))("login", {
  description: "Sign in on this terminal as a user of your app. Opens a browser to confirm",
  examples: {
    "gatefold login --app-url https://app.example.com": "Confirm in the browser",
    "gatefold login --no-browser": "Print the link to open it elsewhere",
    'gatefold login --agent "Ticket sorter"': "A coding agent asks its user"
  },
  flags: loginFlags,
  run: (module) => module.login
})

export const logout = makeLazyCommand(() => import("./Logout.ts"))("logout", {
  description: "Sign out on this terminal and end its session",
  flags: {
    ...projectFlags,
    local: switchFlag("local", "Only delete the session here, because the browser that confirmed the login shares it"),
    json
  },
  run: (module) => module.logout
})

export const whoami = makeLazyCommand(() => import("./Whoami.ts"))("whoami", {
  description: "Show the signed-in user. Exits with 1 if no user is signed in",
  flags: { ...projectFlags, json },
  run: (module) => module.whoami
})
