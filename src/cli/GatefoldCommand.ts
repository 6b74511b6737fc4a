/** The commands and their flags. Implementations are loaded on demand, so that help is fast. */
import * as Command from "effect/cli/Command"
import { addFlags } from "./add/AddFlags.ts"
import { config } from "./config/ConfigCommand.ts"
import { docs } from "./docs/DocsCommand.ts"
import { doctor } from "./doctor/DoctorCommand.ts"
import { emulator } from "./emulator/EmulatorCommand.ts"
import { dryRun, json, service } from "./input/Flags.ts"
import { keys } from "./keys/KeysCommand.ts"
import { makeLazyCommand } from "./LazyCommand.ts"
import { login, logout, whoami } from "./login/LoginCommands.ts"
import { mail } from "./mail/MailCommand.ts"
import { mcp } from "./mcp/McpCommand.ts"
import { permissions } from "./permissions/PermissionsCommand.ts"
import { project } from "./project/ProjectCommand.ts"
import { redirect } from "./redirect/RedirectCommand.ts"
import { exportCommand, importCommand } from "./seed/SeedCommands.ts"
import { startFlags } from "./start/StartFlags.ts"
import { teams } from "./teams/TeamsCommand.ts"
import { token } from "./token/TokenCommand.ts"
import { users } from "./users/UsersCommand.ts"

const start = makeLazyCommand(() => import("./start/Start.ts"))("start", {
  description: "Start the emulator with a project for your app",
  flags: startFlags,
  run: (module) => module.start
})

const tour = makeLazyCommand(() => import("./tour/Tour.ts"))("tour", {
  description: "Try the features over HTTP against a temporary emulator",
  flags: { service, json },
  run: (module) => module.tour
})

const init = makeLazyCommand(() => import("./init/Init.ts"))("init", {
  description: "Set up sign-in in your app. Keeps existing files",
  flags: { dryRun, json },
  run: (module) => module.init
})

const add = makeLazyCommand(() => import("./add/Add.ts"))("add", {
  description: "Copy screens into your app to own and edit. Lists them if you name none",
  flags: addFlags,
  run: (module) => module.add
})

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
