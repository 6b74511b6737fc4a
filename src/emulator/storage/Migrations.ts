/** The migrations of the database. */
import initial from "./migrations/0001_initial.ts"
import signIn from "./migrations/0002_sign_in.ts"
import permissions from "./migrations/0003_permissions.ts"
import oauth from "./migrations/0004_oauth.ts"
import mail from "./migrations/0005_mail.ts"
import current from "./migrations/0006_current.ts"
import templates from "./migrations/0007_templates.ts"
import providerAccounts from "./migrations/0008_provider_accounts.ts"
import outbox from "./migrations/0009_outbox.ts"
import themes from "./migrations/0010_themes.ts"
import dataVault from "./migrations/0011_data_vault.ts"
import terminals from "./migrations/0012_terminals.ts"
import payments from "./migrations/0013_payments.ts"
import agents from "./migrations/0014_agents.ts"
import { type Connection, runInTransaction } from "./Sqlite.ts"

type Database = Pick<Connection, "deserialize" | "exec" | "isTransaction" | "prepare" | "serialize">

interface Migration {
  readonly id: number
  readonly name: string
  readonly statements: string
}

/** The migrations, in order. Released ones must not be changed. */
const migrations: ReadonlyArray<Migration> = [
  { id: 1, name: "initial", statements: initial },
  { id: 2, name: "sign_in", statements: signIn },
  { id: 3, name: "permissions", statements: permissions },
  { id: 4, name: "oauth", statements: oauth },
  { id: 5, name: "mail", statements: mail },
  { id: 6, name: "current", statements: current },
  { id: 7, name: "templates", statements: templates },
  { id: 8, name: "provider_accounts", statements: providerAccounts },
  { id: 9, name: "outbox", statements: outbox },
  { id: 10, name: "themes", statements: themes },
  { id: 11, name: "data_vault", statements: dataVault },
  { id: 12, name: "terminals", statements: terminals },
  { id: 13, name: "payments", statements: payments },
  { id: 14, name: "agents", statements: agents }
]

export const latest = Math.max(...migrations.map(({ id }) => id))

const log = `CREATE TABLE IF NOT EXISTS migrations (
  migration_id integer PRIMARY KEY NOT NULL,
  created_at datetime NOT NULL DEFAULT current_timestamp,
  name VARCHAR(255) NOT NULL
)`

const apply = (database: Database): void => {
  database.exec(log)
  const applied = new Set(
    database
      .prepare("SELECT migration_id AS id FROM migrations")
      .all()
      .map(({ id }) => id)
  )
  const insert = database.prepare("INSERT INTO migrations (migration_id, name) VALUES (?, ?)")
  for (const { id, name, statements } of migrations) {
    if (applied.has(id)) continue
    database.exec(statements)
    insert.run(id, name)
  }
}

/** Applies missing migrations in one transaction. */
export const migrate = (database: Database): void => runInTransaction(database, () => apply(database))

/** An empty database in this process, from which later ones are made. */
let template: ((database: Database) => void) | undefined

/** The pages of the database, where Node has them: copying pages takes a twentieth of the time of the statements. */
const serialize = (database: Database): Uint8Array | undefined => database.serialize?.()

const dumpStatements = (database: Database): string => {
  const schema = database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid").all()
  const rows = migrations.map(({ id, name }) => `(${id}, '${name}')`)
  return [
    "BEGIN",
    ...schema.map(({ sql }) => sql),
    `INSERT INTO migrations (migration_id, name) VALUES ${rows.join(", ")}`,
    "COMMIT"
  ].join(";\n")
}

/** Creates the tables of a database in memory. Later ones in a process get the result of the first one in one step. */
export const create = (database: Database): void => {
  if (template !== undefined) return template(database)
  migrate(database)
  const pages = serialize(database)
  const statements = dumpStatements(database)
  template = (other) =>
    pages === undefined || other.deserialize === undefined ? other.exec(statements) : other.deserialize(pages)
}
