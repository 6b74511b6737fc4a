/** The contents of all tables at once: read, and replaced in one transaction. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Sqlite from "./Sqlite.ts"

/** The rows of a table, in the order of its columns and of their insertion. */
export type Rows = ReadonlyArray<ReadonlyArray<string | number | null>>

export type Contents = Readonly<Record<string, Rows>>

export class Tables extends Context.Service<
  Tables,
  {
    /** The rows of all tables, between two transactions. */
    readonly read: Effect.Effect<Contents>
    /** The rows of all tables, with the names of the columns. */
    readonly records: Effect.Effect<Readonly<Record<string, ReadonlyArray<Record<string, string | number | null>>>>>
    /** Replaces all tables or none. `onReplaced` runs before anyone else uses the tables. */
    readonly replace: (contents: Contents, onReplaced: () => void) => Effect.Effect<void, SqlError>
  }
>()("gatefold/emulator/storage/Tables") {}

interface Shape {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  readonly isRowid: boolean
}

/** All tables except the migrations, which belong to the file. Projects are first, because they have a trigger. */
const tableShapes = `SELECT t.name, t.wr, json_group_array(c.name ORDER BY c.cid) AS columns
  FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'migrations'
  GROUP BY t.name ORDER BY t.name <> 'projects', t.name`

/** The tables of an up-to-date database, which are the same for all in this process. */
let shapes: ReadonlyArray<Shape> | undefined

const readShapes = (database: Sqlite.Connection): ReadonlyArray<Shape> =>
  (shapes ??= database
    .prepare(tableShapes)
    .all()
    .map(({ columns, name, wr }) => ({ name: String(name), columns: JSON.parse(String(columns)), isRowid: wr === 0 })))

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Prepares a value on first use, and only once. */
const memoize = <A>(prepare: () => A): (() => A) => {
  let prepared: A | undefined
  return () => (prepared ??= prepare())
}

/** A table of one database. */
const makeTable = (database: Sqlite.Connection, { columns, isRowid, name }: Shape) => {
  const from = quoteName(name)
  const select = memoize(() => database.prepareArrays(`SELECT * FROM ${from}${isRowid ? " ORDER BY rowid" : ""}`))
  const empty = memoize(() => database.prepare(`DELETE FROM ${from}`))
  const insert = memoize(() => database.prepare(`INSERT INTO ${from} VALUES (${columns.map(() => "?").join(", ")})`))
  return {
    name,
    columns,
    // No column holds anything else.
    read: () => select()() as Rows,
    empty: () => void empty().run(),
    insert: (rows: Rows) => {
      for (const row of rows) insert().run(...row)
    }
  }
}

type Table = ReturnType<typeof makeTable>

/** Direct, exclusive access to a connection. */
export const access = (database: Sqlite.Connection) => {
  let cached: ReadonlyArray<Table> | undefined
  const listTables = () => (cached ??= readShapes(database).map((shape) => makeTable(database, shape)))

  const exists = memoize(() =>
    database.prepareArrays(`SELECT ${listTables().map(({ name }) => `EXISTS (SELECT 1 FROM ${quoteName(name)})`)}`)
  )

  /** The tables with rows. One statement is faster than one for each of many empty tables. */
  const findFilledTables = (): ReadonlySet<Table> => {
    const [row = []] = exists()()
    return new Set(listTables().filter((_, i) => row[i] === 1))
  }

  const readAllRows = (): ReadonlyArray<readonly [Table, Rows]> => {
    const has = findFilledTables()
    return listTables().map((table) => [table, has.has(table) ? table.read() : []])
  }

  const fill = (contents: Contents) => {
    for (const { empty } of findFilledTables()) empty()
    const [projects, ...others] = listTables()
    projects?.insert(contents[projects.name] ?? [])
    // Removes the rows that the trigger on projects inserted.
    for (const table of findFilledTables()) if (table !== projects) table.empty()
    for (const { insert, name } of others) insert(contents[name] ?? [])
    // Removes the changes that webhooks would report.
    if (hasChanges()) database.exec("DELETE FROM temp.webhook_changes")
  }

  const hasChanges = (): boolean =>
    database.prepare("SELECT 1 FROM sqlite_temp_schema WHERE name = 'webhook_changes'").get() !== undefined

  return {
    read: () => Object.fromEntries(readAllRows().map(([{ name }, rows]) => [name, rows])),
    records: () =>
      Object.fromEntries(
        readAllRows().map(([{ columns, name }, rows]) => [
          name,
          rows.map((cells) => Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? null])))
        ])
      ),
    replace: (contents: Contents) => {
      // Whole tables are faster to empty while no references are checked.
      database.exec("PRAGMA foreign_keys = OFF")
      try {
        Sqlite.runInTransaction(database, () => fill(contents))
      } finally {
        database.exec("PRAGMA foreign_keys = ON")
      }
    }
  }
}
