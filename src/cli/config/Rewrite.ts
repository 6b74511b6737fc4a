/** Changes a configuration file, and keeps its comments and form. */
import type { Json } from "../../domain/text/Json.ts"
import * as ConfigValues from "./ConfigValues.ts"
import * as PrintedConfig from "./PrintedConfig.ts"
import type { ConfigMember, ConfigNode, Range, Source } from "./Source.ts"

interface Edit extends Range {
  readonly text: string
}

type ObjectNode = ConfigNode & { readonly kind: "object" }

const collectMembers = (node: ConfigNode, path: string, into: Map<string, ConfigMember>): Map<string, ConfigMember> => {
  if (node.kind !== "object") return into
  for (const member of node.members) {
    const below = [...(path === "" ? [] : [path]), ...member.names].join(".")
    into.set(below, member)
    collectMembers(member.value, below, into)
  }
  return into
}

/** The first offset at or after `at` that is neither white space nor a comment. */
const skipTrivia = ({ comments, text }: Source, at: number): number => {
  let offset = at
  for (;;) {
    while (/\s/.test(text[offset] ?? "")) offset++
    const end = comments.get(offset)
    if (end === undefined) return offset
    offset = end
  }
}

const findLineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1
const findLineEnd = (text: string, at: number): number => {
  const end = text.indexOf("\n", at)
  return end === -1 ? text.length : end
}

/** The end of the line, or of a later one if a comment goes on there. */
const findLineEndAfterComments = (source: Source, at: number): number => {
  const end = findLineEnd(source.text, at)
  const crossing = [...source.comments].find(([from, to]) => at <= from && from < end && to > end)
  return crossing === undefined ? end : findLineEndAfterComments(source, crossing[1])
}

const readIndent = (text: string, at: number): string => /^[ \t]*/.exec(text.slice(findLineStart(text, at)))?.[0] ?? ""

/** Takes a member out, with its comma, and its line where nothing else is on it. */
const removeMember = (source: Source, { end, start }: Range): Edit => {
  const { text } = source
  const comma = skipTrivia(source, end)
  const last = text[comma] === "," ? comma + 1 : end
  const [from, to] = [findLineStart(text, start), findLineEnd(text, last)]
  const isAlone = text.slice(from, start).trim() === "" && text.slice(last, to).trim() === ""
  return isAlone ? { start: from, end: Math.min(to + 1, text.length), text: "" } : { start, end: last, text: "" }
}

const addMembers = (
  source: Source,
  object: ObjectNode,
  last: ConfigMember | undefined,
  added: { readonly [name: string]: PrintedConfig.Printable }
): ReadonlyArray<Edit> => {
  const { text } = source
  const outer = readIndent(text, object.start)
  const indent = last === undefined ? `${outer}  ` : readIndent(text, last.start)
  const lines = Object.entries(added).map(
    ([name, value]) => `${indent}${PrintedConfig.printKey(name)}: ${PrintedConfig.print(value, indent)}`
  )
  if (last === undefined) {
    const isEmpty = object.members.length === 0 && text.slice(object.start + 1, object.end - 1).trim() === ""
    const start = isEmpty ? object.start + 1 : object.end - 1
    return [{ start, end: object.end - 1, text: `\n${lines.join(",\n")}\n${outer}` }]
  }
  const comma = skipTrivia(source, last.end)
  const hasComma = text[comma] === ","
  const afterComma = hasComma ? comma + 1 : last.end
  const end = Math.min(findLineEndAfterComments(source, afterComma), object.end - 1)
  const isOneLine = !text.slice(afterComma, object.end).includes("\n")
  if (isOneLine) {
    const inline = lines.map((line) => line.trim()).join(", ")
    return [{ start: last.end, end: afterComma, text: `, ${inline}` }]
  }
  return [
    ...(hasComma ? [] : [{ start: last.end, end: last.end, text: "," }]),
    { start: end, end, text: `\n${lines.join(",\n")}${hasComma ? "," : ""}` }
  ]
}

const applyEdits = (text: string, edits: ReadonlyArray<Edit>): string => {
  let result = ""
  let at = 0
  for (const edit of edits.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    result += text.slice(at, edit.start) + edit.text
    at = Math.max(at, edit.end)
  }
  return result + text.slice(at)
}

/** Imports `secretFromEnv` into a file that did not need it. */
const importSecrets = ({ imports }: Source): ReadonlyArray<Edit> => {
  if (imports === undefined) return [{ start: 0, end: 0, text: PrintedConfig.secretsImport }]
  const { end, names } = imports
  return names.includes("secretFromEnv") ? [] : [{ start: end, end, text: ", secretFromEnv" }]
}

type Members = ReadonlyMap<string, ConfigMember>

/** The members that go: those without a value, secrets of other names, and objects of which nothing is left. */
const findRemoved = (
  members: Members,
  changes: ReadonlyArray<ConfigValues.Change>,
  secrets: PrintedConfig.SecretVariables
): ReadonlySet<ConfigMember> => {
  const removed = new Set<ConfigMember>()
  for (const { after, path } of changes) {
    const member = members.get(path)
    if (after === undefined && member !== undefined) removed.add(member)
  }
  for (const [path, member] of members) if (member.value.kind === "secret" && !secrets.has(path)) removed.add(member)
  // An object that becomes empty is also removed, the deepest first.
  for (const member of [...members.values()].toReversed()) {
    const { value } = member
    const isEmptied =
      value.kind === "object" && value.members.length > 0 && value.members.every((inner) => removed.has(inner))
    if (isEmptied) removed.add(member)
  }
  return removed
}

const isObject = (node: ConfigNode): node is ObjectNode => node.kind === "object"

/** The objects that stay, each before those inside it. */
const listKept = (object: ObjectNode, removed: ReadonlySet<ConfigMember>): ReadonlyArray<ObjectNode> => [
  object,
  ...object.members
    .filter((member) => !removed.has(member))
    .flatMap(({ value }) => (isObject(value) ? listKept(value, removed) : []))
]

/** The deepest object of a path that stays, and the names of the path below it. */
const findParent = (root: ObjectNode, members: Members, kept: Pick<ReadonlySet<ObjectNode>, "has">, path: string) => {
  const names = path.split(".")
  for (let length = names.length - 1; length > 0; length--) {
    const value = members.get(names.slice(0, length).join("."))?.value
    if (value !== undefined && isObject(value) && kept.has(value)) {
      return { parent: value, below: names.slice(length).join(".") }
    }
  }
  return { parent: root, below: path }
}

interface Kept {
  readonly members: Members
  readonly removed: ReadonlySet<ConfigMember>
  readonly kept: ReadonlyArray<ObjectNode>
}

/** The edits that insert values and secrets, each into the deepest object of its path that stays. */
const insertValues = (
  source: Source,
  { kept, members, removed }: Kept,
  added: ConfigValues.ConfigValues,
  secrets: PrintedConfig.SecretVariables
): ReadonlyArray<Edit> => {
  const groupByParent = <A>(values: ReadonlyMap<string, A>): ReadonlyMap<ObjectNode, Map<string, A>> => {
    const groups = new Map<ObjectNode, Map<string, A>>(kept.map((object) => [object, new Map()]))
    for (const [path, value] of values) {
      const { below, parent } = findParent(source.root, members, groups, path)
      groups.get(parent)?.set(below, value)
    }
    return groups
  }
  const [addedByParent, secretsByParent] = [groupByParent(added), groupByParent(secrets)]
  return kept.flatMap((object) => {
    const values = addedByParent.get(object) ?? new Map()
    const variables = secretsByParent.get(object) ?? new Map()
    if (values.size + variables.size === 0) return []
    const last = object.members.findLast((member) => !removed.has(member))
    return addMembers(source, object, last, PrintedConfig.joinSecrets(values, variables))
  })
}

/** The file with other values, and with these secrets. Comments, order and form of everything that stays are kept. */
export const rewrite = (
  source: Source,
  current: ConfigValues.ConfigValues,
  target: ConfigValues.ConfigValues,
  secrets: PrintedConfig.SecretVariables
): string => {
  const { root, text } = source
  const members = collectMembers(root, "", new Map())
  const changes = ConfigValues.findChanges(current, target)
  const removed = findRemoved(members, changes, secrets)
  const kept = listKept(root, removed)
  const replacements: Array<Edit> = []
  const added = new Map<string, Json>()
  for (const { after, path } of changes) {
    if (after === undefined) continue
    const value = members.get(path)?.value
    if (value?.kind === "value") {
      const { end, start } = value
      replacements.push({ start, end, text: PrintedConfig.print(after, readIndent(text, start)) })
    } else added.set(path, after)
  }
  const missing = new Map([...secrets].filter(([path]) => members.get(path)?.value.kind !== "secret"))
  return applyEdits(text, [
    ...(missing.size === 0 ? [] : importSecrets(source)),
    ...replacements,
    ...kept
      .flatMap((object) => object.members.filter((member) => removed.has(member)))
      .map((member) => removeMember(source, member)),
    ...insertValues(source, { members, removed, kept }, added, missing)
  ])
}
