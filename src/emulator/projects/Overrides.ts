/** The levels of a project's configuration: values by path, which are laid over each other and over the defaults. */
import type { ConfigurationLevel } from "../../api/Configuration.ts"
import { isRecord, type Json, type JsonObject } from "../../domain/text/Json.ts"
import * as ConfigurationSchema from "./ConfigurationSchema.ts"
import { findChild, type Setting } from "./internal/Setting.ts"

/** Values by path, in either form: `{ "teams.allowClientTeamCreation": true }` or `{ "teams": { … } }`. */
export type OverrideValues = { readonly [path: string]: Json }

export type Overrides = { readonly [Level in ConfigurationLevel]: OverrideValues }

export const none: Overrides = { project: {}, branch: {}, environment: {} }

/** Later ones go before. */
const levels = ["project", "branch", "environment"] as const

/** The paths above a path, and itself. */
const listPathsTo = (path: string): ReadonlyArray<string> => {
  const names = path.split(".")
  return names.map((_, at) => names.slice(0, at + 1).join("."))
}

const keepUnless = (values: OverrideValues, removed: ReadonlySet<string>): OverrideValues =>
  Object.fromEntries(Object.entries(values).filter(([path]) => !listPathsTo(path).some((above) => removed.has(above))))

/** Sets values: each replaces what was set at its path or below. */
export const patch = (values: OverrideValues, changes: OverrideValues): OverrideValues => ({
  ...keepUnless(values, new Set(Object.keys(changes))),
  ...changes
})

const maxDepth = 10

/** Paths to take back, as a tree of their names, so that each object is copied once however many paths there are. */
interface Removal {
  isWhole: boolean
  readonly below: Map<string, Removal>
}

const makeRemoval = (paths: ReadonlyArray<string>): Removal => {
  const root: Removal = { isWhole: false, below: new Map() }
  for (const path of paths) {
    let part = root
    for (const name of path.split(".", maxDepth)) {
      const next = part.below.get(name) ?? { isWhole: false, below: new Map() }
      part.below.set(name, next)
      part = next
    }
    part.isWhole = true
  }
  return root
}

/** A value without its removed parts; `undefined` if nothing is left, because an empty object would also replace. */
const removePaths = (value: Json, removal: Removal | undefined): Json | undefined => {
  if (removal === undefined) return value
  if (removal.isWhole) return undefined
  const members = isRecord(value) ? Object.entries(value) : []
  if (members.length === 0) return value
  const remaining = members.flatMap(([name, member]) => {
    const rest = removePaths(member, removal.below.get(name))
    return rest === undefined ? [] : [[name, rest] as const]
  })
  return remaining.length === 0 ? undefined : Object.fromEntries(remaining)
}

export const reset = (values: OverrideValues, paths: ReadonlyArray<string>): OverrideValues => {
  const root = makeRemoval(paths)
  return Object.fromEntries(
    Object.entries(values).flatMap(([path, value]) => {
      let removal: Removal | undefined = root
      for (const name of path.split(".")) if (removal?.isWhole === false) removal = removal.below.get(name)
      const remaining = removePaths(value, removal)
      return remaining === undefined ? [] : [[path, remaining] as const]
    })
  )
}

/** An object of the document while it is made. It has no prototype: stores may be called `constructor`. */
interface Section {
  [name: string]: Json | Section | undefined
}

const makeSection = (fields: ReadonlyArray<readonly [string, Section[string]]>): Section =>
  Object.assign(Object.create(null), Object.fromEntries(fields))

const isSection = (part: Section[string]): part is Section => typeof part === "object" && part !== null

/** A part of the document in which nothing is set. */
const makeDefaultSection = (setting: Setting): Section[string] => {
  if (setting._tag === "Value") return undefined
  if (setting._tag === "Entries") return setting.byDefault && makeSection(Object.entries(setting.byDefault))
  return makeSection(Object.entries(setting.members).map(([name, member]) => [name, makeDefaultSection(member)]))
}

const build = (setting: Setting, value: Json | undefined): Section[string] => {
  if (value === undefined || value === null) return makeDefaultSection(setting)
  if (setting._tag === "Value" || !isRecord(value)) return value
  return setting._tag === "Members"
    ? makeSection(
        Object.entries(setting.members).map(([name, member]) => [
          name,
          build(member, Object.hasOwn(value, name) ? value[name] : null)
        ])
      )
    : makeSection(
        Object.entries(value).flatMap(([name, entry]) => (entry === null ? [] : [[name, build(setting.entry, entry)]]))
      )
}

/** Sets one value; a path into an entry that does not exist sets nothing, as at the service. */
const set = (document: Section, path: string, value: Json): void => {
  const names = path.split(".")
  const last = names.pop() ?? ""
  let setting: Setting | undefined = ConfigurationSchema.root
  let part: Section[string] = document
  for (const name of names) {
    setting = setting && findChild(setting, name)
    part = isSection(part) ? part[name] : undefined
  }
  const child = setting && findChild(setting, last)
  if (setting === undefined || child === undefined || !isSection(part)) return
  if (value === null && setting._tag === "Entries") delete part[last]
  else part[last] = build(child, value)
}

/** A part with its defaults. Values that do not have the shape of their setting count as not set. */
const complete = (setting: Setting, part: Section[string]): Json | undefined => {
  if (setting._tag === "Value") return setting.hasShape(part) ? part : setting.byDefault
  const members = isSection(part) ? part : makeDefaultSection(setting)
  if (!isSection(members)) return undefined
  const document: { [name: string]: Json } = Object.create(null)
  for (const [name, member] of Object.entries(members)) {
    const child = findChild(setting, name)
    const value = child && complete(child, member)
    if (value !== undefined) document[name] = value
  }
  return document
}

const countSegments = (path: string): number => path.split(".").length

export const render = (overrides: Overrides): JsonObject => {
  const document = makeDefaultSection(ConfigurationSchema.root) as Section
  for (const level of levels) {
    // Applies shallow paths first: a value above a path was set earlier, or it would have replaced that path.
    const values = Object.entries(overrides[level]).toSorted(
      ([left], [right]) => countSegments(left) - countSegments(right)
    )
    for (const [path, value] of values) set(document, path, value)
  }
  return complete(ConfigurationSchema.root, document) as JsonObject
}
