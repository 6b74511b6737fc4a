/**
 * The emulator's storage: a small driver under `effect/sql`, over the {@link Sqlite} of the platform.
 *
 * One connection is shared through a semaphore, so a transaction is atomic under any concurrency. The connection is
 * synchronous: a statement takes microseconds and never suspends the fiber that runs it. Storage failures are defects.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Reactivity, make as makeReactivity } from "effect/reactivity/Reactivity"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import * as LruMap from "../../cache/LruMap.ts"
import { DatabaseError, type Reason, findReason } from "./DatabaseError.ts"
import { type Opened, Sqlite, type Statement as Prepared, type Value } from "./Sqlite.ts"
import * as Tables from "./Tables.ts"

const maxCachedStatements = 500

/**
 * `classifySqliteError` looks for the result code under `errno`, `node:sqlite` reports it as `errcode`; without the
 * copy a violated constraint would be an unknown error.
 */
const toSqlError = (cause: unknown): SqlError.SqlError => {
  if (cause instanceof Error && "errcode" in cause) Object.assign(cause, { errno: cause.errcode })
  return new SqlError.SqlError({ reason: SqlError.classifySqliteError(cause) })
}

type Attempt = <A>(text: string, run: () => A) => Effect.Effect<A, SqlError.SqlError>

/** Runs statements. An outage of the file is logged once when it begins, and once when it ends. */
const makeAttempt = ({ database, file }: Opened): Attempt => {
  /** The reasons of the current outage that were logged; empty without one. */
  const loggedReasons = new Set<Reason>()
  let changesThen = 0
  const totalChanges = database.prepare("SELECT total_changes() AS n")
  const changes = (): number => Number(totalChanges.get()?.["n"])

  const begin = (reason: Reason, cause: unknown) => {
    const outage = new DatabaseError({ reason, file, cause })
    const failure = Effect.fail(toSqlError(outage))
    // After the scope has closed.
    if (reason === "Closed") return failure
    changesThen = changes()
    if (loggedReasons.has(reason)) return failure
    loggedReasons.add(reason)
    return Effect.andThen(Effect.logError(outage.message), failure)
  }

  /** Reads work while a disk is full, so only a committed change ends an outage. Damage does not end. */
  const isOver = (text: string): boolean => {
    if (text.startsWith("ROLLBACK")) changesThen = changes()
    return !loggedReasons.has("Corrupt") && !database.isTransaction && changes() > changesThen
  }

  const end = Effect.suspend(() => {
    loggedReasons.clear()
    return Effect.logInfo(`The database file ${file} works again.`)
  })

  return (text, run) =>
    Effect.suspend(() => {
      try {
        const result = run()
        return loggedReasons.size > 0 && isOver(text) ? Effect.as(end, result) : Effect.succeed(result)
      } catch (cause) {
        const reason = findReason(cause)
        return reason === undefined ? Effect.fail(toSqlError(cause)) : begin(reason, cause)
      }
    })
}

/** SQLite has no booleans, and Effect's compiler does not handle `undefined`. */
const toInput = (value: unknown): Value => {
  if (typeof value === "boolean") return value ? 1 : 0
  return value === undefined ? null : (value as Value)
}

const makeConnection = ({ database }: Opened, attempt: Attempt): Connection => {
  const prepared = LruMap.make<string, Prepared>(maxCachedStatements)
  const prepare = (text: string): Prepared => {
    let statement = prepared.get(text)
    if (statement === undefined) {
      statement = database.prepare(text)
      prepared.set(text, statement)
    }
    return statement
  }
  const queryAll = (text: string, params: ReadonlyArray<unknown>) => prepare(text).all(...params.map(toInput))
  const queryValues = (text: string, params: ReadonlyArray<unknown>) =>
    queryAll(text, params).map((row) => Object.values(row))
  return {
    execute: (text, params, transform) =>
      attempt(text, () => {
        const rows = queryAll(text, params)
        return transform === undefined ? rows : transform(rows)
      }),
    executeRaw: (text, params) => attempt(text, () => prepare(text).run(...params.map(toInput))),
    executeStream: (text, params) => Stream.fromIterableEffect(attempt(text, () => queryAll(text, params))),
    executeValues: (text, params) => attempt(text, () => queryValues(text, params)),
    executeValuesUnprepared: (text, params) => attempt(text, () => queryValues(text, params)),
    // `exec` runs several statements at once, which the triggers of webhooks rely on.
    executeUnprepared: (text, params) =>
      attempt(text, () => {
        if (params.length > 0) return queryAll(text, params)
        database.exec(text)
        return []
      })
  }
}

/** A client over one SQLite database: a file, or `:memory:`. */
const make = Effect.fnUntraced(function* (filename: string) {
  const sqlite = yield* Sqlite
  const opened = yield* Effect.acquireRelease(sqlite.open(filename), ({ close }) => Effect.sync(close))
  const { database, file, isPrivate } = opened
  if (!isPrivate) yield* Effect.logWarning(`Other users of this machine may be able to read the database file ${file}.`)
  // SQLite's own `lower` handles ASCII letters only.
  database.function("fold", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : null))
  const attempt = makeAttempt(opened)
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(makeConnection(opened, attempt)),
    semaphore: yield* Semaphore.make(1),
    isTransaction: () => database.isTransaction
  })
  const sql = yield* SqlClient.make({
    ...acquirers,
    compiler: Statement.makeCompilerSqlite(),
    driver: "gatefold-node-sqlite",
    beginTransaction: "BEGIN IMMEDIATE",
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: []
  })
  const tables = Tables.access(database)
  return Context.make(SqlClient.SqlClient, sql).pipe(
    Context.add(Tables.Tables, {
      // The reserved connection is that of the access.
      read: Effect.orDie(Effect.scoped(Effect.andThen(sql.reserve, attempt("SELECT", tables.read)))),
      records: Effect.orDie(Effect.scoped(Effect.andThen(sql.reserve, attempt("SELECT", tables.records)))),
      replace: (contents, onReplaced) => {
        const replace = attempt("COMMIT", () => {
          tables.replace(contents)
          onReplaced()
        })
        return Effect.scoped(Effect.andThen(sql.reserve, replace))
      }
    })
  )
})

/** Opens a file or a database in memory, and brings its tables up to date. */
export const layer = (options: {
  readonly filename: string
}): Layer.Layer<SqlClient.SqlClient | Tables.Tables, DatabaseError, Sqlite> =>
  Layer.effectContext(make(options.filename)).pipe(Layer.provide(Layer.effect(Reactivity, makeReactivity)))

/** A statement that no client runs yet, with the type of its rows. */
export interface Query<Row> extends Statement.Fragment {
  readonly "~row"?: Row
}

interface Sql extends Pick<Statement.Constructor, "and" | "in" | "insert" | "literal" | "update"> {
  <Row extends object = Record<string, unknown>>(
    strings: TemplateStringsArray,
    ...values: ReadonlyArray<unknown>
  ): Query<Row>
  (name: string): Statement.Identifier
}

const compiler = Statement.makeCompilerSqlite()

/** Makes statements, and parts of them. The functions below run them, with the client of the context. */
export const sql: Sql = Statement.make(Effect.die(new Error("A statement needs a client.")), compiler, [], undefined)

const execute = <Row extends object>(query: Query<Row>) =>
  SqlClient.SqlClient.use((client) => client.unsafe<Row>(...compiler.compile(query, false)))

/** The first row, if there is one. */
export const first = <Row extends object>(query: Query<Row>) => Effect.orDie(Effect.map(execute(query), ([row]) => row))

/** Whether there is a row. */
export const exists = (query: Query<object>) => Effect.map(first(query), (row) => row !== undefined)

export const all = <Row extends object>(query: Query<Row>) => Effect.orDie(execute(query))

export const run = (query: Query<object>) => Effect.asVoid(all(query))

export const insert = (table: string, row: Readonly<Record<string, unknown>>) =>
  run(sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`)

/** Runs a statement that may violate a UNIQUE index: `false` if it did. */
export const runIfUnique = (query: Query<object>) =>
  execute(query).pipe(
    Effect.as(true),
    Effect.catchIf(
      (error) => error.reason._tag === "UniqueViolation",
      () => Effect.succeed(false)
    ),
    Effect.orDie
  )

/** Runs an effect in one transaction; within another one, as a part of it. */
export const transaction = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError.SqlError, R>
): Effect.Effect<A, E, R | SqlClient.SqlClient> =>
  Effect.catch(
    SqlClient.SqlClient.use((client) => client.withTransaction(effect)),
    (error) => (SqlError.isSqlError(error) ? Effect.die(error) : Effect.fail(error))
  )
