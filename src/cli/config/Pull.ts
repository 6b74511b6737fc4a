/** Compares the service with a file, and finds what the file would get. */
import { basename } from "node:path"
import type { ConfigFile } from "./ConfigFiles.ts"
import * as ConfigValues from "./ConfigValues.ts"
import * as Levels from "./Levels.ts"
import type { SecretVariables } from "./PrintedConfig.ts"

const toVariableName = (path: string): string => {
  const provider = Levels.findProvider(path)
  const [owner, name] =
    provider === undefined
      ? ["EMAIL_SERVER", "password"]
      : [provider.split(".").at(-1) ?? "", path.split(".").at(-1) ?? ""]
  const words = `${owner}_${name.replaceAll(/[A-Z]/g, "_$&")}`.toUpperCase().replaceAll(/\W/g, "_")
  return words.replace(/^APPLE_APPLE_/, "APPLE_").replace(/^\d/, "_$&")
}

/** The settings that a file gets: the vendor's files have none of the level `environment`. */
const selectValues = (service: ConfigValues.ConfigValues, isVendors: boolean): ConfigValues.ConfigValues =>
  ConfigValues.filterPaths(service, (path) => {
    if (!Levels.isOfFile(path) || Levels.isSecret(path) || (isVendors && Levels.isOfEnvironment(path))) return false
    const provider = Levels.findProvider(path)
    return provider === undefined || service.has(`${provider}.type`)
  })

export interface Plan {
  readonly values: ConfigValues.ConfigValues
  readonly secrets: SecretVariables
  readonly changes: ReadonlyArray<ConfigValues.Change>
  /** The secrets that the file does not name yet. */
  readonly addedSecrets: ReadonlyArray<{ readonly path: string; readonly variable: string }>
}

export const plan = (name: string, file: ConfigFile | undefined, service: ConfigValues.ConfigValues): Plan => {
  const isVendors = file === undefined ? !basename(name).startsWith("gatefold") : file.source.exported === "named"
  const values = selectValues(service, isVendors)
  const secretPaths = [...service.keys()].filter(
    (path) => !isVendors && Levels.isSecret(path) && values.has(path.replace(/[^.]+$/, "isShared"))
  )
  const secrets = new Map(secretPaths.map((path) => [path, toVariableName(path)]))
  const addedSecrets = Array.from(secrets, ([path, variable]) => ({ path, variable })).filter(
    ({ path }) => file?.secrets.has(path) !== true
  )
  return { values, secrets, changes: ConfigValues.findChanges(file?.values ?? new Map(), values), addedSecrets }
}
