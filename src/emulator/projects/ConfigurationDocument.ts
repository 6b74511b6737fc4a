/**
 * The configuration of a project as the document of the current service: values by path. The emulator has the settings
 * of identity; the others are refused by name.
 */
import type { Json, JsonObject } from "../../domain/Json.ts"
import { defaultConfig, type ProjectConfig } from "./Projects.ts"

/** The settings that are on or off, by path. */
const flags = {
  "apiKeys.enabled.team": "allowTeamApiKeys",
  "apiKeys.enabled.user": "allowUserApiKeys",
  "auth.allowSignUp": "signUpEnabled",
  "auth.otp.allowSignIn": "magicLinkEnabled",
  "auth.passkey.allowSignIn": "passkeyEnabled",
  "auth.password.allowSignIn": "credentialEnabled",
  "domains.allowLocalhost": "allowLocalhost",
  "onboarding.requireEmailVerification": "requireEmailVerification",
  "project.requirePublishableClientKey": "requirePublishableClientKey",
  "teams.allowClientTeamCreation": "clientTeamCreationEnabled",
  "teams.createPersonalTeamOnSignUp": "createTeamOnSignUp",
  "users.allowClientUserDeletion": "clientUserDeletionEnabled"
} as const satisfies Readonly<Record<string, keyof ProjectConfig>>

type FlagPath = keyof typeof flags

const isFlag = (path: string): path is FlagPath => Object.hasOwn(flags, path)

const flagPaths = Object.keys(flags).filter(isFlag)

/** What the service calls a store that has no name. */
const UNNAMED = "Unnamed Vault"

/** A store of the data vault, or its name. */
const STORE = /^dataVault\.stores\.([A-Za-z_][\w-]{0,62})(?:\.displayName)?$/

/** Values by path, without objects that have members. */
type Leaves = Map<string, Json>

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const addLeaves = (leaves: Leaves, path: string, value: Json): void => {
  const members = isObject(value) ? Object.entries(value) : []
  if (members.length === 0) leaves.set(path, value)
  for (const [name, member] of members) addLeaves(leaves, `${path}.${name}`, member)
}

const leavesOf = (config: ProjectConfig): Leaves => {
  const leaves: Leaves = new Map(flagPaths.map((path) => [path, config[flags[path]]]))
  for (const [id, { displayName }] of Object.entries(config.dataVaultStores)) {
    leaves.set(`dataVault.stores.${id}.displayName`, displayName)
  }
  return leaves
}

type Section = { [name: string]: Json | Section }

/** Without a prototype: stores are called as admins like, also `constructor`. */
const section = (): Section => Object.create(null)

const put = (document: Section, [name = "", ...rest]: ReadonlyArray<string>, value: Json): void => {
  if (rest.length === 0) document[name] = value
  else put((document[name] ??= section()) as Section, rest, value)
}

/** The whole document. */
export const documentOf = (config: ProjectConfig): JsonObject => {
  const document = section()
  put(document, ["dataVault", "stores"], section())
  for (const [path, value] of leavesOf(config)) put(document, path.split("."), value)
  return document
}

/** What a change of the document makes of a configuration, or what is wrong with it. */
export const changed = (
  config: ProjectConfig,
  changes: JsonObject,
  isOfLevel: (path: string) => boolean
): Partial<ProjectConfig> | { readonly problem: string } => {
  const leaves = leavesOf(config)
  for (const [path, value] of Object.entries(changes)) {
    if (!isOfLevel(path)) return { problem: `${path} does not belong to this level of the configuration.` }
    for (const known of leaves.keys()) if (known === path || known.startsWith(`${path}.`)) leaves.delete(known)
    if (value !== null) addLeaves(leaves, path, value)
  }
  const next: { -readonly [K in (typeof flags)[FlagPath]]?: boolean } = {}
  for (const path of flagPaths) {
    const value = leaves.get(path) ?? defaultConfig[flags[path]]
    if (typeof value !== "boolean") return { problem: `${path} must be true or false.` }
    next[flags[path]] = value
    leaves.delete(path)
  }
  const stores = new Map<string, { readonly displayName: string }>()
  for (const [path, value] of leaves) {
    const id = STORE.exec(path)?.[1]
    if (id === undefined) return { problem: `${path} is no setting that the emulator knows.` }
    const isName = path.endsWith(".displayName")
    if (isName ? typeof value !== "string" : !isObject(value)) return { problem: `${path} is of another kind.` }
    stores.set(id, { displayName: typeof value === "string" ? value : UNNAMED })
  }
  return { ...next, dataVaultStores: Object.fromEntries(stores) }
}
