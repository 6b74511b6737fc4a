/** Turns a seed into rows of tables, and back. */
import * as Arrays from "effect/Array"
import * as Equal from "effect/Equal"
import { containments, definitions } from "../../storage/migrations/0003_permissions.ts"
import type { Seed } from "../Seed.ts"
import type { Cell, Generators, Row } from "./Field.ts"
import { listFields, type Part, listParts } from "./Part.ts"
import * as Parts from "./Parts.ts"

/** A row, and its path in the seed. */
export interface Placed {
  readonly table: string
  readonly row: Row
  readonly path: string
}

export const joinPath = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`)

type Keys = Readonly<Record<string, Cell>>

type Values = Readonly<Record<string, unknown>>

/** The values by which the parts within a part refer to it, and to those around it. */
const addKey = ({ key }: Part, row: Row, keys: Keys): Keys =>
  key === undefined ? keys : { ...keys, [key[0]]: row[key[1]] ?? null }

const toItems = (value: unknown, { isOne }: Part): ReadonlyArray<unknown> => {
  if (value === undefined) return []
  return isOne ? [value] : (value as ReadonlyArray<unknown>)
}

/** Where in a seed rows are made: below which keys, and at which path. */
interface Position {
  readonly keys: Keys
  readonly path: string
  readonly generators: Generators
}

const makeRow = (part: Part, values: Values, { generators, keys }: Position): Row =>
  Object.assign(
    Object.fromEntries(part.links.map(([column, name]) => [column, keys[name] ?? null])),
    ...listFields(part).map(([name, field]) => field.write(values[name], generators))
  )

const makeRows = (part: Part, values: Values, position: Position): ReadonlyArray<Placed> => {
  const row = makeRow(part, values, position)
  const within = { ...position, keys: addKey(part, row, position.keys) }
  return [{ table: part.table, row, path: position.path }, ...makeRowsWithin(part, values, within)]
}

const makeRowsWithin = (container: Pick<Part, "content">, values: Values, position: Position): ReadonlyArray<Placed> =>
  listParts(container).flatMap(([name, part]) =>
    toItems(values[name], part).flatMap((item, i) => {
      const fields = part.only === undefined ? (item as Values) : { [part.only]: item }
      const path = joinPath(position.path, part.isOne ? name : `${name}[${i}]`)
      return makeRows(part, fields, { ...position, path })
    })
  )

export const makeRowsInProject = (
  content: Values,
  projectId: string,
  path: string,
  generators: Generators
): ReadonlyArray<Placed> => makeRowsWithin(Parts.projects, content, { keys: { project: projectId }, path, generators })

export const makeProjectRow = (content: Values, path: string, generators: Generators): Placed => ({
  table: Parts.projects.table,
  row: makeRow(Parts.projects, content, { keys: {}, path, generators }),
  path
})

export const makeRowsOutside = (seed: Seed, generators: Generators): ReadonlyArray<Placed> =>
  makeRowsWithin({ content: Parts.outside }, seed, { keys: {}, path: "", generators })

export type Read = (table: string, order: string) => ReadonlyArray<Row>

const formatLink = ({ links }: Part, value: (column: string, name: string) => unknown): string =>
  JSON.stringify(links.map(([column, name]) => value(column, name)))

/** Rows by what they belong to, each table read once for each kind of part. */
const makeFind = (read: Read) => {
  const indexes = new Map<Part, Readonly<Record<string, ReadonlyArray<Row>>>>()
  const indexPart = (part: Part) =>
    Arrays.groupBy(read(part.table, part.order ?? "rowid"), (row) => formatLink(part, (column) => row[column]))
  return (part: Part, keys: Keys): ReadonlyArray<Row> => {
    const index = indexes.get(part) ?? indexPart(part)
    indexes.set(part, index)
    return index[formatLink(part, (_, name) => keys[name] ?? null)] ?? []
  }
}

type Find = ReturnType<typeof makeFind>

/** The values of the fields of a row; those that a seed needs. */
const readValues = (part: Part, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    listFields(part).flatMap(([name, field]) => {
      const value = field.read(row)
      return value === undefined ? [] : [[name, value]]
    })
  )

const readItems = (part: Part, keys: Keys, find: Find): ReadonlyArray<Values> =>
  find(part, keys).map((row) => ({
    ...readValues(part, row),
    ...readValuesWithin(part, addKey(part, row, keys), find)
  }))

const readValuesWithin = (container: Pick<Part, "content">, keys: Keys, find: Find): Values =>
  Object.fromEntries(
    listParts(container).flatMap(([name, part]) => {
      const { only } = part
      const items = readItems(part, keys, find)
      const values = only === undefined ? items : items.map((item) => item[only])
      return values.length === 0 ? [] : [[name, part.isOne ? values[0] : values]]
    })
  )

/** The permissions that every new project has, as a seed would have them. */
const defaultPermissions = definitions.map(([id, description]) => {
  const contains = containments.filter(([container]) => container === id).map(([, contained]) => contained)
  return { id, scope: "team", description, ...(contains.length > 0 && { contains: contains.toSorted() }) }
})

/** Returns the permissions that differ from those of a new project. */
const listChangedPermissions = (permissions: ReadonlyArray<{ readonly id?: unknown }>): ReadonlyArray<unknown> => [
  ...permissions.filter(
    (permission) =>
      !defaultPermissions.some((defaultPermission) =>
        Equal.equals({ scope: "project", ...permission }, defaultPermission)
      )
  ),
  ...defaultPermissions
    .filter(({ id }) => !permissions.some((permission) => permission.id === id))
    .map(({ id }) => ({ id, isRemoved: true }))
]

/** Everything in the tables, in an order that depends on nothing else. */
export const readSeed = (read: Read): Values => {
  const find = makeFind(read)
  return {
    projects: readItems(Parts.projects, {}, find).map(({ permissions, ...project }) => {
      const changed = listChangedPermissions(Array.isArray(permissions) ? permissions : [])
      return { ...project, ...(changed.length > 0 && { permissions: changed }) }
    }),
    ...readValuesWithin({ content: Parts.outside }, {}, find)
  }
}
