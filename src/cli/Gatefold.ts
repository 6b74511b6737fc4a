/** The commands and their flags. Implementations are loaded on demand, so that help is fast. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { addFlags } from "./add/AddFlags.ts"
import { config } from "./config/ConfigCommand.ts"
import { docs } from "./docs/DocsCommand.ts"
import { doctor } from "./doctor/DoctorCommand.ts"
import { emulator } from "./emulator/EmulatorCommand.ts"
import { dryRun, json, service } from "./Flags.ts"
import { keys } from "./keys/KeysCommand.ts"
import { login, logout, whoami } from "./login/LoginCommands.ts"
import { mail } from "./mail/MailCommand.ts"
import { mcp } from "./mcp/McpCommand.ts"
import { permissions } from "./permissions/PermissionsCommand.ts"
import { project } from "./project/ProjectCommand.ts"
import { redirect } from "./redirect/RedirectCommand.ts"
import { optionsOf, startFlags } from "./start/StartFlags.ts"
import { teams } from "./teams/TeamsCommand.ts"
import { token } from "./token/TokenCommand.ts"
import { exportCommand, importCommand } from "./transfer/TransferCommand.ts"
import { users } from "./users/UsersCommand.ts"

const start = Command.make(
  "start",
  startFlags,
  Effect.fn("start")(function* (input) {
    const { start } = yield* Effect.promise(() => import("./start/Start.ts"))
    return yield* start(input)
  }, Effect.scoped)
).pipe(Command.withDescription("Start the emulator with a project for your app"))

const tour = Command.make(
  "tour",
  { service, json },
  Effect.fn("tour")(function* (input) {
    const { serve } = yield* Effect.promise(() => import("../emulator/Serve.ts"))
    const { take } = yield* Effect.promise(() => import("./tour/Tour.ts"))
    // Its users exist only for the tour, and secure hashes would take most of its time.
    const options = { ...optionsOf({ ...input, port: Option.some(0) }), passwordCost: "insecure-fast" } as const
    yield* take(yield* serve(options), input.json)
  }, Effect.scoped)
).pipe(Command.withDescription("Try the features over HTTP against a temporary emulator"))

const init = Command.make(
  "init",
  { dryRun, json },
  Effect.fn("init")(function* (input) {
    const { init } = yield* Effect.promise(() => import("./init/Init.ts"))
    yield* init(input)
  })
).pipe(Command.withDescription("Set up sign-in in your app. Keeps existing files"))

const add = Command.make(
  "add",
  addFlags,
  Effect.fn("add")(function* ({ dir, language, ...input }) {
    const { add } = yield* Effect.promise(() => import("./add/Add.ts"))
    yield* add({ ...input, dir: Option.getOrUndefined(dir), language: Option.getOrUndefined(language) })
  })
).pipe(Command.withDescription("Copy screens into your app to own and edit. Lists them if you name none"))

/** The whole command. */
export const gatefold = Command.make("gatefold").pipe(
  Command.withDescription("Authentication and user management, with the service included"),
  Command.withSubcommands([
    start,
    init,
    add,
    doctor,
    login,
    logout,
    whoami,
    users,
    teams,
    permissions,
    keys,
    project,
    config,
    exportCommand,
    importCommand,
    redirect,
    token,
    emulator,
    mail,
    docs,
    mcp,
    tour
  ])
)
