/** `gatefold login`, `logout` and `whoami`: the user of this terminal. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { json } from "../Flags.ts"
import { targetFlags } from "../project/TargetFlags.ts"

const target = { url: targetFlags.url, project: targetFlags.project, readEnv: targetFlags.readEnv }

/** `gatefold login`. */
export const login = Command.make(
  "login",
  {
    ...target,
    appUrl: Flag.String("app-url").pipe(
      Flag.withMetavar("url"),
      Flag.withDescription("Where the app with the page /handler/cli-auth-confirm is (default: GATEFOLD_APP_URL)"),
      Flag.optional
    ),
    browser: Flag.Boolean("browser").pipe(
      Flag.withDescription("Open the link in a browser; --no-browser only prints it"),
      Flag.withDefault(true)
    ),
    timeout: Flag.String("timeout").pipe(
      Flag.withMetavar("time"),
      Flag.withDescription('How long to wait, such as "5 minutes" (default: 10 minutes)'),
      Flag.withDefault("10 minutes"),
      Flag.filterMap(
        (text) => Duration.fromInput(text as Duration.Input),
        () => 'a time such as "5 minutes"'
      ),
      Flag.filter(
        (time) => Duration.toMillis(time) >= 1000 && Duration.toMillis(time) <= 86_400_000,
        () => "a time from a second to a day"
      )
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const { login } = yield* Effect.promise(() => import("./Login.ts"))
    yield* login(input)
  })
).pipe(
  Command.withDescription("Sign this terminal in as a user of your app, who confirms it in a browser"),
  Command.withExamples([
    { command: "gatefold login --app-url https://app.example.com", description: "Opens a page that asks you" },
    { command: "gatefold login --no-browser", description: "Only prints the link, to open it elsewhere" }
  ])
)

/** `gatefold logout`. */
export const logout = Command.make(
  "logout",
  {
    ...target,
    local: Flag.Boolean("local").pipe(
      Flag.withDescription("Only forget it here: the browser that confirmed the login has the same session"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const { logout } = yield* Effect.promise(() => import("./Logout.ts"))
    yield* logout(input)
  })
).pipe(Command.withDescription("Sign this terminal out, and end its session"))

/** `gatefold whoami`. */
export const whoami = Command.make(
  "whoami",
  { ...target, json },
  Effect.fnUntraced(function* (input) {
    const { whoami } = yield* Effect.promise(() => import("./Whoami.ts"))
    yield* whoami(input)
  })
).pipe(Command.withDescription("Say who is signed in here; exit code 1 if nobody is"))
