/** The folder in which an operating system has programs keep the settings of a user. */
import { homedir } from "node:os"
import * as path from "node:path"

interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/** The folder of all programs; a relative path in the environment does not count (XDG Base Directory Specification). */
const findBase = ({ env, home, platform }: Machine): string => {
  const configured = platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"]
  if (configured !== undefined && path.isAbsolute(configured)) return configured
  if (platform === "win32") return path.join(home, "AppData", "Roaming")
  return platform === "darwin" ? path.join(home, "Library", "Application Support") : path.join(home, ".config")
}

export const findConfigFolder = (
  app: string,
  machine: Machine = { platform: process.platform, env: process.env, home: homedir() }
): string => path.join(findBase(machine), app)

/** Whether a name can be that of a folder on every system, and of no other one. */
export const isAppName = (app: unknown): app is string =>
  typeof app === "string" && /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9_-])?$/i.test(app)
