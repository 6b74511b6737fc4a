import { describe, expect, it } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"
import * as Migrations from "../../../src/emulator/storage/Migrations.ts"

const opened = (make: (database: DatabaseSync) => void): DatabaseSync => {
  const database = new DatabaseSync(":memory:")
  make(database)
  return database
}

const tablesOf = (database: DatabaseSync) =>
  database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").all()

const rowsOf = (database: DatabaseSync) =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()] as const)
    .filter(([, rows]) => rows.length > 0)

const ids = (database: DatabaseSync) => database.prepare("SELECT migration_id AS id, name FROM migrations").all()

describe("Migrations", () => {
  it("make the same tables of every new database, in memory or not", () => {
    const migrated = opened(Migrations.migrate)
    const first = opened(Migrations.create)
    const second = opened(Migrations.create)
    for (const database of [first, second]) {
      expect(tablesOf(database)).toStrictEqual(tablesOf(migrated))
      expect(ids(database)).toStrictEqual(ids(migrated))
      // what is made at once has no rows but those that tell what was done
      expect(rowsOf(database).map(([name]) => name)).toStrictEqual(["migrations"])
    }
    expect(ids(migrated).at(-1)).toMatchObject({ id: Migrations.latest })
    expect(ids(migrated)[0]).toMatchObject({ id: 1 })
  })

  it("are done once", () => {
    const database = opened(Migrations.migrate)
    const before = [tablesOf(database), rowsOf(database)]
    Migrations.migrate(database)
    expect([tablesOf(database), rowsOf(database)]).toStrictEqual(before)
  })

  it("go on where an earlier version ended", () => {
    const database = opened(Migrations.migrate)
    database.exec("DELETE FROM migrations WHERE migration_id = 7; DROP TABLE tsx_email_templates")
    const tables = tablesOf(opened(Migrations.migrate))
    Migrations.migrate(database)
    expect(tablesOf(database)).toStrictEqual(tables)
  })

  it("leave nothing behind when one fails", () => {
    const database = opened((it) => it.exec("CREATE TABLE teams (mine TEXT)"))
    const before = tablesOf(database)
    expect(() => Migrations.migrate(database)).toThrow("teams")
    expect(tablesOf(database)).toStrictEqual(before)
    expect(database.isTransaction).toBe(false)
  })
})
