/** The commands and their flags. Implementations are loaded on demand, so that help is fast. */
import * as Command from "effect/cli/Command"
import { addFlags } from "./add/AddFlags.ts"
import { config } from "./config/ConfigCommand.ts"
import { docs } from "./docs/DocsCommand.ts"
import { doctor } from "./doctor/DoctorCommand.ts"
import { emulator } from "./emulator/EmulatorCommand.ts"
import { dryRun, json, service } from "./Flags.ts"
import { keys } from "./keys/KeysCommand.ts"
import { lazyHandler } from "./LazyHandler.ts"
import { login, logout, whoami } from "./login/LoginCommands.ts"
import { mail } from "./mail/MailCommand.ts"
import { mcp } from "./mcp/McpCommand.ts"
import { permissions } from "./permissions/PermissionsCommand.ts"
import { project } from "./project/ProjectCommand.ts"
import { redirect } from "./redirect/RedirectCommand.ts"
import { startFlags } from "./start/StartFlags.ts"
import { teams } from "./teams/TeamsCommand.ts"
import { token } from "./token/TokenCommand.ts"
import { exportCommand, importCommand } from "./transfer/SeedCommands.ts"
import { users } from "./users/UsersCommand.ts"

const start = Command.make(
  "start",
  startFlags,
  lazyHandler(
    () => import("./start/Start.ts"),
    ({ start }) => start
  )
).pipe(Command.withDescription("Start the emulator with a project for your app"))

const tour = Command.make(
  "tour",
  { service, json },
  lazyHandler(
    () => import("./tour/Tour.ts"),
    ({ tour }) => tour
  )
).pipe(Command.withDescription("Try the features over HTTP against a temporary emulator"))

const init = Command.make(
  "init",
  { dryRun, json },
  lazyHandler(
    () => import("./init/Init.ts"),
    ({ init }) => init
  )
).pipe(Command.withDescription("Set up sign-in in your app. Keeps existing files"))

const add = Command.make(
  "add",
  addFlags,
  lazyHandler(
    () => import("./add/Add.ts"),
    ({ add }) => add
  )
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
