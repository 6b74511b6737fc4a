/** Turns a seed into rows of tables, and back. */
import * as Equal from "effect/Equal"
import { containments, definitions } from "../../storage/migrations/0003_permissions.ts"
import type { Seed } from "../Seed.ts"
import type { Child, Generators, Node, Row } from "./Node.ts"
import { identities, project, secrets } from "./Nodes.ts"

/** A row, and its path in the seed. */
export interface Placed {
  readonly table: string
  readonly row: Row
  readonly path: string
}

/** The path of a part. */
export const within = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`)

type Keys = Readonly<Record<string, Row[string]>>

const childrenOf = (node: Node): ReadonlyArray<readonly [string, Child]> => Object.entries(node.children ?? {})

const itemsOf = (value: unknown, { isOne = false }: Child): ReadonlyArray<unknown> => {
  if (value === undefined) return []
  return isOne ? [value] : (value as ReadonlyArray<unknown>)
}

/** Everything below a part. */
const below = (
  node: Node,
  value: Readonly<Record<string, unknown>>,
  keys: Keys,
  path: string,
  generators: Generators
) =>
  childrenOf(node).flatMap(([name, child]): ReadonlyArray<Placed> =>
    itemsOf(value[name], child).flatMap((item, i) => {
      const at = within(path, child.isOne === true ? name : `${name}[${i}]`)
      const fields = child.only === undefined ? (item as Readonly<Record<string, unknown>>) : { [child.only]: item }
      return rowsOf(child, fields, child.links, keys, at, generators)
    })
  )

const rowsOf = (
  node: Node,
  value: Readonly<Record<string, unknown>>,
  links: Child["links"],
  keys: Keys,
  path: string,
  generators: Generators
): ReadonlyArray<Placed> => {
  const own = Object.entries(node.fields).map(([name, field]) => field.write(value[name], generators))
  const row: Row = Object.assign(
    Object.fromEntries(links.map(([column, name]) => [column, keys[name] ?? null])),
    ...own
  )
  const childKeys = node.key === undefined ? keys : { ...keys, [node.key[0]]: row[node.key[1]] ?? null }
  return [{ table: node.table, row, path }, ...below(node, value, childKeys, path, generators)]
}

/** The rows of what is in a project. */
export const rowsInProject = (
  content: Readonly<Record<string, unknown>>,
  projectId: string,
  path: string,
  generators: Generators
): ReadonlyArray<Placed> => below(project, content, { project: projectId }, path, generators)

/** The row of a new project. */
export const rowOfProject = (
  content: Readonly<Record<string, unknown>>,
  path: string,
  generators: Generators
): Placed => rowsOf({ ...project, children: {} }, content, [], {}, path, generators)[0]!

/** The rows that belong to no project. */
export const rowsOutside = (seed: Seed, generators: Generators): ReadonlyArray<Placed> =>
  below({ table: "", fields: {}, children: { secrets, identities } }, seed, {}, "", generators)

/** Reads the rows of a table. */
export type Read = (table: string, order: string) => ReadonlyArray<Row>

const linkOf = (child: Child, value: (column: string, name: string) => unknown): string =>
  JSON.stringify(child.links.map(([column, name]) => value(column, name)))

/** Rows by what they belong to, each table read once for each kind of part. */
const makeFind = (read: Read) => {
  const indexes = new Map<Child, Map<string, Array<Row>>>()
  const index = (child: Child) => {
    const rows = new Map<string, Array<Row>>()
    for (const row of read(child.table, child.order ?? "rowid")) {
      const link = linkOf(child, (column) => row[column])
      const found = rows.get(link)
      if (found === undefined) rows.set(link, [row])
      else found.push(row)
    }
    indexes.set(child, rows)
    return rows
  }
  return (child: Child, keys: Keys): ReadonlyArray<Row> =>
    (indexes.get(child) ?? index(child)).get(linkOf(child, (_, name) => keys[name] ?? null)) ?? []
}

type Find = ReturnType<typeof makeFind>

const valueOf = (node: Node, row: Row, keys: Keys, find: Find): Record<string, unknown> => {
  const value: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(node.fields)) {
    const read = field.read(row)
    if (read !== undefined) value[name] = read
  }
  const childKeys = node.key === undefined ? keys : { ...keys, [node.key[0]]: row[node.key[1]] ?? null }
  for (const [name, child] of childrenOf(node)) {
    const items = find(child, childKeys).map((row) => {
      const item = valueOf(child, row, childKeys, find)
      return child.only === undefined ? item : item[child.only]
    })
    if (items.length > 0) value[name] = child.isOne === true ? items[0] : items
  }
  return value
}

/** The permissions that every new project has, as a seed would have them. */
const defaultPermissions = definitions.map(([id, description]) => {
  const contains = containments.filter(([container]) => container === id).map(([, contained]) => contained)
  return { id, scope: "team", description, ...(contains.length > 0 && { contains: contains.toSorted() }) }
})

/** Returns the permissions that differ from those of a new project. */
const changedPermissions = (permissions: ReadonlyArray<{ readonly id?: unknown }>): ReadonlyArray<unknown> => [
  ...permissions.filter(
    (one) => !defaultPermissions.some((other) => Equal.equals({ scope: "project", ...one }, other))
  ),
  ...defaultPermissions
    .filter(({ id }) => !permissions.some((one) => one.id === id))
    .map(({ id }) => ({ id, isRemoved: true }))
]

/** Everything in the tables, in an order that depends on nothing else. */
export const seedOf = (read: Read): Record<string, unknown> => {
  const find = makeFind(read)
  const outside = valueOf({ table: "", fields: {}, children: { identities, secrets } }, {}, {}, find)
  const projects = read(project.table, "rowid").map((row) => {
    const value = valueOf(project, row, {}, find)
    const permissions = changedPermissions((value["permissions"] ?? []) as ReadonlyArray<{ readonly id?: unknown }>)
    const entries = Object.entries(value).filter(([name]) => name !== "permissions" || permissions.length > 0)
    return Object.fromEntries(entries.map(([name, part]) => [name, name === "permissions" ? permissions : part]))
  })
  return { projects, ...outside }
}
