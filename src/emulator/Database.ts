/**
 * The emulator's storage: a small `node:sqlite` driver under `effect/sql`.
 *
 * One connection is shared through a semaphore, so a transaction is atomic
 * under any concurrency. `node:sqlite` is synchronous: a statement takes
 * microseconds and never suspends the fiber that runs it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Reactivity, make as makeReactivity } from "effect/reactivity/Reactivity"
import * as Semaphore from "effect/Semaphore"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { migrations } from "./migrations/index.ts"

const MAX_CACHED_STATEMENTS = 500

/**
 * `classifySqliteError` looks for the result code under `errno`, `node:sqlite`
 * reports it as `errcode`; without the copy a broken constraint would be an
 * unknown error.
 */
const toSqlError = (cause: unknown): SqlError.SqlError => {
  if (cause instanceof Error && "errcode" in cause) Object.assign(cause, { errno: cause.errcode })
  return new SqlError.SqlError({ reason: SqlError.classifySqliteError(cause) })
}

const attempt = <A>(run: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(run())
    } catch (cause) {
      return Effect.fail(toSqlError(cause))
    }
  })

/** SQLite has no booleans and Effect's compiler no opinion about `undefined`. */
const toInput = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return value ? 1 : 0
  return value === undefined ? null : (value as SQLInputValue)
}

const makeConnection = (database: DatabaseSync): Connection => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    let statement = prepared.get(text)
    if (statement === undefined) {
      if (prepared.size >= MAX_CACHED_STATEMENTS) prepared.clear()
      statement = database.prepare(text)
      prepared.set(text, statement)
    }
    return statement
  }
  const all = (text: string, params: ReadonlyArray<unknown>) => prepare(text).all(...params.map(toInput))
  const values = (text: string, params: ReadonlyArray<unknown>) => all(text, params).map((row) => Object.values(row))
  return {
    execute: (text, params, transform) =>
      attempt(() => {
        const rows = all(text, params)
        return transform === undefined ? rows : transform(rows)
      }),
    executeRaw: (text, params) => attempt(() => prepare(text).run(...params.map(toInput))),
    executeStream: (text, params) => Stream.fromIterableEffect(attempt(() => all(text, params))),
    executeValues: (text, params) => attempt(() => values(text, params)),
    executeValuesUnprepared: (text, params) => attempt(() => values(text, params)),
    // `exec` runs several statements at once, which migrations rely on
    executeUnprepared: (text, params) =>
      attempt(() => {
        if (params.length > 0) return all(text, params)
        database.exec(text)
        return []
      })
  }
}

/** A client over one SQLite database: a file, or `:memory:`, which is gone with the scope. */
const make = Effect.fnUntraced(function* (filename: string) {
  const database = yield* Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(filename, { enableForeignKeyConstraints: true })),
    (database) => Effect.sync(() => database.close())
  )
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
  // SQLite's own `lower` knows the letters of ASCII only
  database.function("fold", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : null))
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(makeConnection(database)),
    semaphore: yield* Semaphore.make(1),
    isTransaction: () => database.isTransaction
  })
  return yield* SqlClient.make({
    ...acquirers,
    compiler: Statement.makeCompilerSqlite(),
    driver: "gatefold-node-sqlite",
    beginTransaction: "BEGIN IMMEDIATE",
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: []
  })
})

const migrate = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: "migrations" })

/** Opens the database and brings its tables up to date. A database that cannot be opened is a defect. */
export const layer = (options: { readonly filename: string }): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.orDie(
      Effect.gen(function* () {
        const sql = yield* make(options.filename)
        yield* Effect.provideService(migrate, SqlClient.SqlClient, sql)
        return sql
      })
    )
  ).pipe(Layer.provide(Layer.effect(Reactivity, makeReactivity)))

/** The first row of a query, if any. Storage failures are defects: no handler can repair them. */
export const first = <A extends object, R>(
  query: Effect.Effect<ReadonlyArray<A>, SqlError.SqlError, R>
): Effect.Effect<A | undefined, never, R> => Effect.orDie(Effect.map(query, (rows) => rows[0]))

/** All rows of a query. Storage failures are defects. */
export const all = <A extends object, R>(
  query: Effect.Effect<ReadonlyArray<A>, SqlError.SqlError, R>
): Effect.Effect<ReadonlyArray<A>, never, R> => Effect.orDie(query)

/** A statement whose rows do not matter. Storage failures are defects. */
export const run = <R>(
  query: Effect.Effect<ReadonlyArray<object>, SqlError.SqlError, R>
): Effect.Effect<void, never, R> => Effect.orDie(Effect.asVoid(query))

/** A statement that may break a UNIQUE index: `false` then, `true` when it went through. */
export const unlessTaken = <R>(
  query: Effect.Effect<ReadonlyArray<object>, SqlError.SqlError, R>
): Effect.Effect<boolean, never, R> =>
  query.pipe(
    Effect.as(true),
    Effect.catchIf(
      (error) => error.reason._tag === "UniqueViolation",
      () => Effect.succeed(false)
    ),
    Effect.orDie
  )

/** Runs an effect in one transaction: all of its writes happen, or none. Storage failures are defects. */
export const transaction = <A, E, R>(
  sql: SqlClient.SqlClient,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  // results travel as values, so that what fails in the transaction itself is told apart from what `effect` fails with
  Effect.flatMap(
    Effect.orDie(
      Effect.catchIf(
        sql.withTransaction(Effect.mapError(effect, (error) => new Aborted(error))),
        (error) => error instanceof Aborted,
        (aborted) => Effect.succeed(aborted)
      )
    ),
    (result): Effect.Effect<A, E> => (result instanceof Aborted ? Effect.fail(result.error) : Effect.succeed(result))
  )

/** Carries a failure out of a transaction, which is rolled back. */
class Aborted<E> {
  readonly error: E
  constructor(error: E) {
    this.error = error
  }
}
