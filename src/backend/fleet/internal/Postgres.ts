/**
 * The stores of a fleet in one table of a Postgres.
 *
 * Each operation is one statement on one row, and times come from the clock of the database, so clocks of processes do
 * not count. Nothing depends on the session of a connection: a pooler may give each statement another one, and a killed
 * process leaves no lock behind.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import * as TimeLimit from "../../../concurrency/TimeLimit.ts"
import { InvalidOption } from "../../../domain/errors/InvalidOption.ts"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import type { Stores } from "../Fleet.ts"
import * as Leases from "../Leases.ts"
import * as Connection from "./Connection.ts"

/** Where a fleet keeps its rows, and how it connects. */
export interface PostgresOptions<E, R> {
  /**
   * The layer that connects, such as `PgClient.layer({ url })` of `@effect/sql-pg`. The fleet builds it for itself, so
   * it has its own connections.
   */
  readonly sql: Layer.Layer<SqlClient.SqlClient, E, R>
  /** The table, with its schema if that is not on the search path. Default: `gatefold_fleet`. */
  readonly table?: string | undefined
  /** Whether the fleet creates the table if there is none. Default: true. */
  readonly createTable?: boolean | undefined
}

/** How often a process checks that the table exists, and deletes rows that have expired. */
const tendMillis = 10_000
const batchSize = 1000
/** How long a process that tends the table waits for the database. */
const tendTimeoutMillis = 30_000

/** The database has not answered a process that tends the table. */
class NoAnswer extends TaggedError("NoAnswer") {}

/** A statement that always returns a row has returned none. */
class NoRow extends TaggedError("NoRow") {}

type Statement<A> = (sql: SqlClient.SqlClient, table: string) => Effect.Effect<A, SqlError>

/** Names in any text, without the bytes that Postgres refuses. */
const escapeName = (name: string): string => JSON.stringify(name).slice(1, -1)

/** A time from now on, by the clock of the database. */
const addToNow = (sql: SqlClient.SqlClient, millis: number) =>
  sql`clock_timestamp() + ${millis}::float8 * interval '1 millisecond'`

const createTable: Statement<void> = Effect.fnUntraced(function* (sql, table) {
  const [quoted] = sql`${sql(table)}`.compile()
  const [row] = yield* sql<{ exists: boolean }>`SELECT to_regclass(${quoted}::text) IS NOT NULL AS exists`
  if (row?.exists === true) return
  yield* sql.withTransaction(
    Effect.andThen(
      sql`CREATE TABLE ${sql(table)} (
        name text COLLATE "C" PRIMARY KEY,
        value text NOT NULL,
        count double precision NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL
      )`,
      sql`CREATE INDEX ON ${sql(table)} (expires_at)`
    )
  )
})

// An array is read once; with IN, a plan may read the rows again, and delete more of them.
const deleteExpired: Statement<ReadonlyArray<{ readonly count: number }>> = (sql, table) =>
  sql`WITH deleted AS (
    DELETE FROM ${sql(table)} WHERE name = ANY (ARRAY(
      SELECT name FROM ${sql(table)} WHERE expires_at <= now()
      ORDER BY expires_at LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED
    )) RETURNING 1
  ) SELECT count(*)::int AS count FROM deleted`

const selectValue =
  (name: string): Statement<ReadonlyArray<{ readonly value: string }>> =>
  (sql, table) =>
    sql`SELECT value FROM ${sql(table)} WHERE name = ${escapeName(name)} AND expires_at > clock_timestamp()`

const put =
  (name: string, value: string, millis: number): Statement<unknown> =>
  (sql, table) =>
    sql`INSERT INTO ${sql(table)} (name, value, expires_at)
      VALUES (${escapeName(name)}, ${value}, ${addToNow(sql, millis)})
      ON CONFLICT (name) DO UPDATE
      SET value = excluded.value, count = excluded.count, expires_at = excluded.expires_at`

/** Adds to a counter unless that exceeds its limit. The value of a counter is what the last request got. */
const increment =
  (
    name: string,
    tokens: number,
    addedMillis: number,
    limit: number | undefined
  ): Statement<ReadonlyArray<{ readonly value: string; readonly count: number; readonly millis: number }>> =>
  (sql, table) =>
    sql`INSERT INTO ${sql(table)} AS kept (name, value, count, expires_at)
      VALUES (${escapeName(name)}, 'allowed', ${tokens}::float8, ${addToNow(sql, addedMillis)})
      ON CONFLICT (name) DO UPDATE SET (value, count, expires_at) = (
        SELECT
          CASE WHEN refused THEN 'refused' ELSE 'allowed' END,
          CASE WHEN refused THEN kept.count WHEN ended THEN excluded.count ELSE kept.count + excluded.count END,
          CASE WHEN refused THEN kept.expires_at ELSE added + CASE WHEN ended THEN present ELSE kept.expires_at END END
        FROM (SELECT clock_timestamp() AS present, ${addedMillis}::float8 * interval '1 millisecond' AS added) AS moment,
          LATERAL (SELECT kept.expires_at <= present AS ended) AS life,
          LATERAL (SELECT NOT ended AND kept.count + excluded.count > ${limit ?? null}::float8 AS refused) AS rule
      )
      RETURNING value, count, greatest(0, extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 AS millis`

// A second statement would see another moment; a row that this one does not see yet is held by another process.
const acquire =
  (
    name: string,
    token: string,
    leaseMillis: number
  ): Statement<ReadonlyArray<{ readonly acquired: boolean; readonly done: boolean }>> =>
  (sql, table) =>
    sql`WITH acquired AS (
        INSERT INTO ${sql(table)} AS kept (name, value, expires_at)
        VALUES (${escapeName(name)}, ${Leases.markHeld(token)}, ${addToNow(sql, leaseMillis)})
        ON CONFLICT (name) DO UPDATE
        SET value = excluded.value, count = excluded.count, expires_at = excluded.expires_at
        WHERE kept.expires_at <= clock_timestamp()
        RETURNING 1
      )
      SELECT EXISTS (SELECT FROM acquired) AS acquired, EXISTS (
        SELECT FROM ${sql(table)}
        WHERE name = ${escapeName(name)} AND value = ${Leases.done} AND expires_at > clock_timestamp()
      ) AS done`

const release =
  (name: string, token: string): Statement<unknown> =>
  (sql, table) =>
    sql`DELETE FROM ${sql(table)} WHERE name = ${escapeName(name)} AND value = ${Leases.markHeld(token)}`

/** Runs a statement in its own transaction, even if the app uses the same client for one. */
type Run = <A>(statement: Statement<A>) => Effect.Effect<A, SqlError | Connection.NotConnected>

export const make = Effect.fnUntraced(function* <E, R>({
  createTable: createsTable = true,
  sql: layer,
  table = "gatefold_fleet"
}: PostgresOptions<E, R>): Effect.fn.Return<Stores, InvalidOption, R | Scope.Scope> {
  const connection = yield* Connection.make(SqlClient.SqlClient, layer, { store: "Postgres" })
  const connected = yield* Effect.option(connection.now)
  if (Option.isSome(connected) && !isPostgres(connected.value)) {
    return yield* new InvalidOption({ option: "sql", problem: "it must connect to a Postgres" })
  }
  const run: Run = (statement) =>
    Effect.flatMap(connection.now, (client) =>
      Effect.updateContext(statement(client.withoutTransforms(), table), (context: Context.Context<never>) =>
        Context.omit(client.transactionService)(context)
      )
    ).pipe(Effect.retry({ while: isLostRace }))

  const tend = tendTable(run, table, createsTable)
  yield* TimeLimit.runWithin(tend, {
    isDetached: true,
    remainingMillis: () => Connection.firstAttemptMillis,
    orElse: Effect.void
  })
  yield* tend.pipe(Effect.schedule(Schedule.jittered(Schedule.spaced(Duration.millis(tendMillis)))), Effect.forkScoped)

  return {
    persistence: {
      make: (prefix) =>
        Effect.succeed({
          get: (name) =>
            Effect.flatMap(run(selectValue(`${prefix}:${name}`)), ([row]) =>
              row === undefined ? Effect.undefined : Effect.try((): object => JSON.parse(row.value))
            ),
          set: (name, value, ttl) =>
            Effect.asVoid(run(put(`${prefix}:${name}`, JSON.stringify(value), Duration.toMillis(ttl))))
        })
    },
    counters: {
      fixedWindow: ({ key, limit, refillRate, tokens }) =>
        Effect.flatMap(
          run(increment(key, tokens, Duration.toMillis(refillRate) * tokens, limit)),
          ([row]): Effect.Effect<readonly [number, number], NoRow> =>
            row === undefined
              ? Effect.fail(new NoRow())
              : Effect.succeed([row.value === "refused" ? row.count + tokens : row.count, row.millis])
        )
    },
    leases: {
      acquire: (name, token, leaseMillis) =>
        Effect.map(run(acquire(name, token, leaseMillis)), ([row]): Leases.Acquired =>
          row?.acquired === true ? "acquired" : row?.done === true ? "done" : "busy"
        ),
      complete: (name, ttlMillis) => Effect.asVoid(run(put(name, Leases.done, ttlMillis))),
      release: (name, token) => Effect.asVoid(run(release(name, token)))
    }
  }
})

/** Creates the table if necessary, and deletes rows that have expired. A failure is logged once. */
const tendTable = (run: Run, table: string, createsTable: boolean): Effect.Effect<void> => {
  // Of processes that start together one creates the table; the others fail, and find it.
  const create = Effect.retry(run(createTable), { times: 3 })
  const clean = Effect.repeat(run(deleteExpired), {
    schedule: Schedule.spaced("50 millis"),
    while: ([deleted]) => deleted?.count === batchSize
  })
  let problem: string | undefined
  return TimeLimit.runWithin(createsTable ? Effect.andThen(create, clean) : clean, {
    isDetached: true,
    remainingMillis: () => tendTimeoutMillis,
    orElse: Effect.fail(new NoAnswer())
  }).pipe(
    Effect.matchEffect({
      onSuccess: () =>
        Effect.sync(() => {
          problem = undefined
        }),
      onFailure: (error) => {
        // Only the kind of failure is logged: a message could quote stored values.
        const kind = isSqlError(error) ? error.reason._tag : error._tag
        if (kind === problem) return Effect.void
        problem = kind
        return Effect.logWarning(
          `The table ${table} of the fleet cannot be used (${kind}); each process is on its own.`
        )
      }
    })
  )
}

const isPostgres = (client: SqlClient.SqlClient): boolean =>
  client.onDialectOrElse({ pg: () => true, orElse: () => false })

/** Whether another process was faster, at a level of isolation that is stricter than the default of Postgres. */
const isLostRace = (error: unknown): boolean =>
  isSqlError(error) && (error.reason._tag === "SerializationError" || error.reason._tag === "DeadlockError")
