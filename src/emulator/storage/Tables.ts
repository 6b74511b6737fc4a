/** The contents of all tables at once: read, and replaced in one transaction. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DatabaseSync, SQLInputValue } from "node:sqlite"
import type { SqlError } from "effect/sql/SqlError"

/** The rows of a table, in the order of its columns and of their insertion. */
export type Rows = ReadonlyArray<ReadonlyArray<string | number | null>>

/** The rows of each table. */
export type Contents = Readonly<Record<string, Rows>>

/** The tables of one emulator. */
export class Tables extends Context.Service<
  Tables,
  {
    /** Between two transactions. */
    readonly read: Effect.Effect<Contents>
    /** The same with the names of the columns. */
    readonly records: Effect.Effect<Readonly<Record<string, ReadonlyArray<Record<string, string | number | null>>>>>
    /** All or nothing; then `onReplaced` runs before anybody else uses the tables. */
    readonly replace: (contents: Contents, onReplaced: () => void) => Effect.Effect<void, SqlError>
  }
>()("gatefold/emulator/storage/Tables") {}

/** Everything but the record of migrations, which belongs to the file. Projects are first, because they have a trigger. */
const LIST = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'
  ORDER BY name <> 'projects', name`

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Access {
  readonly read: () => Contents
  readonly records: () => Readonly<Record<string, ReadonlyArray<Record<string, string | number | null>>>>
  readonly replace: (contents: Contents) => void
}

/** Direct access to a connection that nobody else uses meanwhile. Statements are prepared once. */
export const access = (database: DatabaseSync): Access => {
  let prepared: ReadonlyArray<ReturnType<typeof prepareTable>> | undefined

  const prepareTable = (name: string) => {
    const columns = database.prepare(`PRAGMA table_info(${quoted(name)})`).all()
    const select = database.prepare(`SELECT * FROM ${quoted(name)}${isRowid(name) ? " ORDER BY rowid" : ""}`)
    select.setReturnArrays(true)
    return {
      name,
      columns: columns.map((column) => String(column["name"])),
      // `all` is typed for objects only
      read: () => select.all() as unknown as Rows,
      empty: database.prepare(`DELETE FROM ${quoted(name)}`),
      insert: database.prepare(`INSERT INTO ${quoted(name)} VALUES (${columns.map(() => "?").join(", ")})`)
    }
  }

  const isRowid = (name: string): boolean =>
    database.prepare("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?").get(name)?.["wr"] === 0

  const tables = () =>
    (prepared ??= database
      .prepare(LIST)
      .all()
      .map(({ name }) => prepareTable(String(name))))

  const fill = (contents: Contents) => {
    for (const { empty } of tables()) empty.run()
    for (const { empty, insert, name } of tables()) {
      // what triggers of the tables before have put there
      empty.run()
      for (const row of contents[name] ?? []) insert.run(...(row as ReadonlyArray<SQLInputValue>))
    }
    // what endpoints of webhooks would be told
    if (hasChanges()) database.exec("DELETE FROM temp.webhook_changes")
  }

  const hasChanges = (): boolean =>
    database.prepare("SELECT 1 FROM sqlite_temp_schema WHERE name = 'webhook_changes'").get() !== undefined

  return {
    read: () => Object.fromEntries(tables().map(({ name, read }) => [name, read()])),
    records: () =>
      Object.fromEntries(
        tables().map(({ columns, name, read }) => [
          name,
          read().map((cells) => Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? null])))
        ])
      ),
    replace: (contents) => {
      try {
        // whole tables are faster to empty while no references are checked
        database.exec("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")
        fill(contents)
        database.exec("COMMIT")
      } catch (cause) {
        // some failures have already ended the transaction
        if (database.isTransaction) database.exec("ROLLBACK")
        throw cause
      } finally {
        database.exec("PRAGMA foreign_keys = ON")
      }
    }
  }
}
