/** Values of a configuration by path: how nested ones and those of two levels become one set, and how sets differ. */
import { isRecord, type Json, type JsonObject } from "../../domain/text/Json.ts"
import * as Levels from "./Levels.ts"

/** Values by path, such as `auth.password.allowSignIn`. A list is one value. */
export type ConfigValues = ReadonlyMap<string, Json>

/** A difference between two sets of values; undefined means that the setting is not there. */
export interface Change {
  readonly path: string
  readonly before: Json | undefined
  readonly after: Json | undefined
}

/** A tree without a prototype, so that a permission may be called `constructor`. */
interface Tree {
  [name: string]: Json | Tree
}

const makeTree = (): Tree => Object.create(null)

const isTree = (value: Json | Tree | undefined): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Members below keys with several names: `{ "auth.password": … }` is `{ auth: { password: … } }`. */
const unfold = (value: Json): Json | Tree => {
  if (!isRecord(value)) return value
  const into = makeTree()
  // A value at a path replaces what is there, so the ones above come first.
  for (const [key, inside] of sortByDepth(Object.entries(value))) put(into, key.split("."), unfold(inside))
  return into
}

const sortByDepth = <A>(entries: ReadonlyArray<readonly [string, A]>) =>
  entries.toSorted(([left], [right]) => left.split(".").length - right.split(".").length)

const put = (into: Tree, names: ReadonlyArray<string>, value: Json | Tree): void => {
  let part = into
  for (const name of names.slice(0, -1)) {
    const next = part[name]
    part = isTree(next) ? next : (part[name] = makeTree())
  }
  part[names.at(-1) ?? ""] = value
}

const has = (within: Tree, path: string): boolean => {
  let part: Json | Tree | undefined = within
  for (const name of path.split(".")) part = isTree(part) ? part[name] : undefined
  return isTree(part)
}

const flatten = (value: Json | Tree, path: string, into: Map<string, Json>): Map<string, Json> => {
  if (!isTree(value)) return value === null ? into : into.set(path, value)
  const members = Object.entries(value)
  // An entry may be there without any setting, such as a store of the data vault.
  if (members.length === 0 && Levels.findEntry(path) === path) into.set(path, {})
  for (const [name, inside] of members) flatten(inside, path === "" ? name : `${path}.${name}`, into)
  return into
}

/** The values of nested objects. `null` means that a setting is not there. */
export const fromObject = (object: JsonObject): ConfigValues => flatten(unfold(object), "", new Map())

export const nest = (values: ConfigValues): JsonObject => {
  const into = makeTree()
  for (const [path, value] of values) put(into, path.split("."), value)
  return into as JsonObject
}

/** The values in force at the service: those of `environment` over those of `branch`. */
export const mergeLevels = (branch: JsonObject, environment: JsonObject): ConfigValues => {
  const whole = unfold(branch)
  if (!isTree(whole)) return new Map()
  for (const [path, value] of sortByDepth(Object.entries(environment))) {
    const entry = Levels.findEntry(path)
    // The service ignores a path into an entry that is not there.
    if (entry === undefined || entry === path || has(whole, entry)) put(whole, path.split("."), unfold(value))
  }
  return flatten(whole, "", new Map())
}

const isSame = (left: Json | undefined, right: Json | undefined): boolean =>
  left === right || (left !== undefined && right !== undefined && JSON.stringify(left) === JSON.stringify(right))

export const findChanges = (before: ConfigValues, after: ConfigValues): ReadonlyArray<Change> =>
  [...new Set([...before.keys(), ...after.keys()])]
    .toSorted()
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((change) => !isSame(change.before, change.after))

export const filterPaths = (values: ConfigValues, fits: (path: string) => boolean): ConfigValues =>
  new Map([...values].filter(([path]) => fits(path)))

/** The entries of records that values name, except providers: a file has each of them as a whole. */
const findEntries = (values: ConfigValues): ReadonlySet<string | undefined> =>
  new Set(
    Array.from(values.keys(), (path) => (Levels.findProvider(path) === undefined ? Levels.findEntry(path) : undefined))
  )

/**
 * The settings that a file decides on: those of the level `branch` as a whole, and all others that it names. Settings
 * that only `environment` has stay as they are. Secrets are apart.
 */
export const makeDecider = (branch: ConfigValues, file: ConfigValues): ((path: string) => boolean) => {
  const entries = findEntries(file)
  const listsDomains = [...file.keys()].some(Levels.isListedAsWhole)
  return (path) => {
    if (!Levels.isOfFile(path) || Levels.isSecret(path)) return false
    if (file.has(path) || (listsDomains && Levels.isListedAsWhole(path))) return true
    const entry = Levels.findEntry(path)
    return (entry !== undefined && entries.has(entry)) || (branch.has(path) && !Levels.isOfEnvironment(path))
  }
}

export const removePaths = (values: JsonObject, paths: ReadonlySet<string>): JsonObject => {
  const prune = (value: Json, path: string): Json | undefined => {
    if (paths.has(path)) return undefined
    if (!isRecord(value)) return value
    const remaining = pruneMembers(value, `${path}.`)
    // An empty object would still replace what the level below sets.
    return Object.keys(remaining).length === 0 && Object.keys(value).length > 0 ? undefined : remaining
  }
  const pruneMembers = (object: JsonObject, prefix: string): JsonObject =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, inside]) => {
        const pruned = prune(inside, `${prefix}${name}`)
        return pruned === undefined ? [] : [[name, pruned] as const]
      })
    )
  return pruneMembers(values, "")
}

/** Values by what is written at once: the entry of a record as a whole. */
const groupByUnit = (values: ConfigValues): ReadonlyMap<string, Json> => {
  const parts = new Map<string, Map<string, Json>>()
  for (const [path, value] of values) {
    const unit = Levels.findUnit(path)
    const part = parts.get(unit) ?? new Map<string, Json>()
    parts.set(unit, part.set(path.slice(unit.length + 1), value))
  }
  return new Map(
    Array.from(parts, ([unit, part]) => [unit, part.has("") ? (part.get("") ?? null) : nest(sortPaths(part))])
  )
}

export const sortPaths = (values: ConfigValues): ConfigValues =>
  new Map([...values].toSorted(([left], [right]) => (left < right ? -1 : 1)))

/**
 * The changes of the level `environment` that put `wanted` in force where the file decides: settings of that level, and
 * settings of the branch that an object of it hides.
 */
export const makePatch = (
  current: ConfigValues,
  target: ConfigValues,
  decides: (path: string) => boolean
): JsonObject => {
  const before = groupByUnit(filterPaths(current, decides))
  const patch: { [path: string]: Json } = {}
  const after = groupByUnit(target)
  const providers = new Set(Array.from(current.keys(), (path) => Levels.findProvider(path)))
  for (const [unit, value] of after) {
    if (isSame(before.get(unit), value)) continue
    const provider = Levels.findProvider(unit)
    if (provider === undefined || providers.has(provider)) patch[unit] = value
    // The service ignores the settings of a provider that is not there, so they are sent together.
    else patch[provider] = nest(readValuesBelow(target, provider))
  }
  for (const unit of before.keys()) if (!after.has(unit)) patch[unit] = null
  return patch
}

const readValuesBelow = (values: ConfigValues, path: string): ConfigValues =>
  new Map(
    [...values].flatMap(([name, value]) => (name.startsWith(`${path}.`) ? [[name.slice(path.length + 1), value]] : []))
  )
