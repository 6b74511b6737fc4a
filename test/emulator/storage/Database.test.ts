/** Transactions are undone as a whole and kept apart, also when they fail or are interrupted. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import * as Database from "../../../src/emulator/storage/Database.ts"
import { sql } from "../../../src/emulator/storage/Database.ts"
import * as DatabaseFile from "../../../src/emulator/storage/DatabaseFile.ts"
import * as WasmSqlite from "../../../src/emulator/storage/WasmSqlite.ts"

const kinds = [
  ["Node", DatabaseFile.layer],
  ["WebAssembly", WasmSqlite.layer(undefined)]
] as const

const addProject = (id: string) =>
  Effect.flatMap(
    SqlClient,
    (client) =>
      client`INSERT INTO projects ${sql.insert({
        id,
        display_name: id,
        description: "",
        is_production_mode: false,
        config: "{}",
        created_at: 0
      })}`
  )

const count = Effect.map(Database.first(sql<{ n: number }>`SELECT count(*) AS n FROM projects`), (row) => row?.n)

describe.each(kinds)("Database, over the SQLite of %s", (_name, sqlite) => {
  const layer = Layer.provide(Database.layer({ filename: ":memory:" }), sqlite)

  it.effect("tells broken constraints apart", () =>
    Effect.gen(function* () {
      const client = yield* SqlClient
      yield* addProject("a")
      const duplicate = yield* Effect.flip(addProject("a"))
      expect(duplicate.reason._tag).toBe("ConstraintError")
      const orphan = yield* Effect.flip(
        client`INSERT INTO users (id, project_id, signed_up_at, last_active_at) VALUES ('u', 'nobody', 0, 0)`
      )
      expect(orphan.reason._tag).toBe("ConstraintError")
      const insertSecret = client`INSERT INTO project_keys
        (id, project_id, description, secret_hash, expires_at, created_at) VALUES (hex(randomblob(8)), 'a', '', 'h', 0, 0)`
      yield* insertSecret
      expect((yield* Effect.flip(insertSecret)).reason._tag).toBe("UniqueViolation")
      expect(yield* Database.runIfUnique(insertSecret)).toBe(false)
    }).pipe(Effect.provide(layer))
  )

  it.effect("undoes every write of a transaction that fails", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        Database.transaction(Effect.andThen(Effect.orDie(addProject("a")), Effect.fail("no")))
      )
      expect(exit).toStrictEqual(Exit.fail("no"))
      expect(yield* count).toBe(0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps transactions apart under concurrency", () =>
    Effect.gen(function* () {
      yield* addProject("counter")
      const increment = Database.transaction(
        Effect.gen(function* () {
          const row = yield* Database.first(sql<{ n: number }>`SELECT created_at AS n FROM projects`)
          yield* Effect.yieldNow
          yield* Database.run(sql`UPDATE projects SET created_at = ${(row?.n ?? 0) + 1}`)
        })
      )
      yield* Effect.all(
        Array.from({ length: 100 }, () => increment),
        { concurrency: "unbounded" }
      )
      const row = yield* Database.first(sql<{ n: number }>`SELECT created_at AS n FROM projects`)
      expect(row?.n).toBe(100)
    }).pipe(Effect.provide(layer))
  )

  it.effect("undoes a transaction that is interrupted", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        Database.transaction(Effect.andThen(Effect.orDie(addProject("a")), Effect.never))
      )
      yield* Effect.yieldNow
      fiber.interruptUnsafe()
      yield* Effect.yieldNow
      yield* addProject("b")
      expect(yield* count).toBe(1)
    }).pipe(Effect.provide(layer))
  )
})
