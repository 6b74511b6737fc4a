/** Migrations bring every earlier database to the same tables, or change nothing. */
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "@effect/vitest"
import * as Migrations from "../../../src/emulator/storage/Migrations.ts"
import initial from "../../../src/emulator/storage/migrations/0001_initial.ts"
import signIn from "../../../src/emulator/storage/migrations/0002_sign_in.ts"
import permissions from "../../../src/emulator/storage/migrations/0003_permissions.ts"
import oauth from "../../../src/emulator/storage/migrations/0004_oauth.ts"
import mail from "../../../src/emulator/storage/migrations/0005_mail.ts"
import current from "../../../src/emulator/storage/migrations/0006_current.ts"
import templates from "../../../src/emulator/storage/migrations/0007_templates.ts"

const opened = (make: (database: DatabaseSync) => void): DatabaseSync => {
  const database = new DatabaseSync(":memory:")
  make(database)
  return database
}

const listTables = (database: DatabaseSync) =>
  database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").all()

const listRows = (database: DatabaseSync) =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()] as const)
    .filter(([, rows]) => rows.length > 0)

const ids = (database: DatabaseSync) => database.prepare("SELECT migration_id AS id, name FROM migrations").all()

/** A database of an earlier version. */
const earlier = (database: DatabaseSync) => {
  const log = listTables(opened(Migrations.migrate)).find(({ name }) => name === "migrations")
  database.exec(String(log?.["sql"]))
  for (const [index, statements] of [initial, signIn, permissions, oauth, mail, current, templates].entries()) {
    database.exec(statements)
    database.prepare("INSERT INTO migrations (migration_id, name) VALUES (?, '')").run(index + 1)
  }
}

describe("Migrations", () => {
  it("make the same tables of every new database, in memory or not", () => {
    const migrated = opened(Migrations.migrate)
    const created = opened(Migrations.create)
    expect(listTables(created)).toStrictEqual(listTables(migrated))
    expect(ids(created)).toStrictEqual(ids(migrated))
    // What is made at once has no rows but those that tell what was done.
    expect(listRows(created).map(([name]) => name)).toStrictEqual(["migrations"])
    expect(listTables(opened(Migrations.create))).toStrictEqual(listTables(created))
    expect(ids(migrated).at(-1)).toMatchObject({ id: Migrations.latest })
    expect(ids(migrated)[0]).toMatchObject({ id: 1 })
  })

  it("are done once", () => {
    const database = opened(Migrations.migrate)
    const before = [listTables(database), listRows(database)]
    Migrations.migrate(database)
    expect([listTables(database), listRows(database)]).toStrictEqual(before)
  })

  it("go on where an earlier version ended", () => {
    const database = opened(earlier)
    Migrations.migrate(database)
    expect(listTables(database)).toStrictEqual(listTables(opened(Migrations.migrate)))
  })

  it("keep the accounts at providers and their tokens", () => {
    const database = opened(earlier)
    database.exec(`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at, config)
        VALUES ('p', 'P', '', 0, 1, '{}');
      INSERT INTO users (id, project_id, signed_up_at, last_active_at) VALUES ('ann', 'p', 1, 1), ('bob', 'p', 1, 1);
      INSERT INTO oauth_accounts VALUES
        ('ann', 'p', 'github', '1', 'ann@example.org', 5), ('bob', 'p', 'github', '2', NULL, 6);
      INSERT INTO oauth_grants VALUES ('g', 'bob', 'github', 'email', 'access', 7, 'refresh', 8);
    `)
    Migrations.migrate(database)
    const accounts = database.prepare("SELECT * FROM provider_accounts ORDER BY user_id").all()
    const allowed = { allow_sign_in: 1, allow_connected_accounts: 1 }
    const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
    expect(accounts.map((row) => ({ ...row }))).toStrictEqual([
      {
        id: uuid,
        user_id: "ann",
        project_id: "p",
        provider_id: "github",
        account_id: "1",
        email: "ann@example.org",
        ...allowed,
        created_at: 5
      },
      {
        id: uuid,
        user_id: "bob",
        project_id: "p",
        provider_id: "github",
        account_id: "2",
        email: null,
        ...allowed,
        created_at: 6
      }
    ])
    expect(accounts[0]?.["id"]).not.toBe(accounts[1]?.["id"])
    expect({ ...database.prepare("SELECT * FROM provider_grants").get() }).toStrictEqual({
      id: "g",
      provider_account_id: accounts[1]?.["id"],
      scope: "email",
      access_token: "access",
      expires_at: 7,
      refresh_token: "refresh",
      created_at: 8
    })
    expect(database.prepare("PRAGMA foreign_key_check").all()).toStrictEqual([])
  })

  it("leave nothing behind when one fails", () => {
    const database = opened((it) => it.exec("CREATE TABLE teams (mine TEXT)"))
    const before = listTables(database)
    expect(() => Migrations.migrate(database)).toThrow("teams")
    expect(listTables(database)).toStrictEqual(before)
    expect(database.isTransaction).toBe(false)
  })
})
