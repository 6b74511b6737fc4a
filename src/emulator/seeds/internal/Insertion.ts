/** Inserts the rows of a seed, in an order that references allow, and names the part whose row conflicts. */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { SeedError } from "../Seed.ts"
import type { Row } from "./Field.ts"
import { type Placed, joinPath } from "./Rows.ts"

const firstTables = [
  "server_secrets",
  "projects",
  "permission_definitions",
  "permission_containments",
  "teams",
  "users"
]
const lastTables = ["team_permissions"]

const rankTable = (table: string): number => {
  const first = firstTables.indexOf(table)
  if (first !== -1) return first
  return lastTables.includes(table) ? firstTables.length + 1 : firstTables.length
}

/** Messages for conflicts with existing rows, by table. */
const uniqueProblems: Readonly<Record<string, string>> = {
  contact_channels: "another user signs in with this address already, or this one has it twice",
  passkeys: "another user has this passkey already",
  provider_accounts: "this account belongs to another user already, or this one signs in with another one",
  team_memberships: "the user is a member already",
  verification_codes: "there is such a code already"
}

const describeConstraint = ({ reason }: SqlError, table: string): string => {
  if (reason._tag === "UniqueViolation") return uniqueProblems[table] ?? "there is one with this id or secret already"
  return `it refers to something that is not there (${String(reason.cause instanceof Error ? reason.cause.message : reason._tag)})`
}

const isConstraint = ({ reason }: SqlError): boolean =>
  reason._tag === "UniqueViolation" || reason._tag === "ConstraintError"

const insertRow = (table: string, row: Row) =>
  SqlClient.use((sql) => {
    switch (table) {
      case "permission_definitions":
        // Adds or replaces a definition. Removes its containments, because the seed lists them again.
        return Effect.andThen(
          sql`INSERT INTO permission_definitions ${sql.insert(row)}
            ON CONFLICT (project_id, id) DO UPDATE SET scope = excluded.scope, description = excluded.description`,
          sql`DELETE FROM permission_containments
            WHERE project_id = ${row["project_id"]} AND permission_id = ${row["id"]}`
        )
      case "server_secrets":
        return sql`INSERT INTO server_secrets ${sql.insert(row)} ON CONFLICT DO UPDATE SET value = excluded.value`
      default:
        return sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`
    }
  })

export const insert = ({ path, row, table }: Placed) =>
  Effect.catchIf(insertRow(table, row), isConstraint, (error) =>
    Effect.fail(new SeedError({ path, problem: describeConstraint(error, table) }))
  )

export const insertAll = (rows: ReadonlyArray<Placed>) =>
  Effect.forEach(
    rows.toSorted((left, right) => rankTable(left.table) - rankTable(right.table)),
    insert,
    { discard: true }
  )

/** Sets the team of a project, which refers to a row that may come after that of the project. */
export const setOwnerTeam = (projectId: string, teamId: string, path: string) =>
  Effect.catchIf(
    SqlClient.use((sql) => sql`UPDATE projects SET owner_team_id = ${teamId} WHERE id = ${projectId}`),
    isConstraint,
    () => Effect.fail(new SeedError({ path: joinPath(path, "ownerTeamId"), problem: "there is no such team" }))
  )
