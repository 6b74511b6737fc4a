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
import { isSqlError } from "effect/sql/SqlError"
import { InvalidOption } from "../../../domain/InvalidOption.ts"
import { TaggedError } from "../../../domain/TaggedError.ts"
import type { Stores } from "../Fleet.ts"
import { type Acquired, done, heldBy } from "../Leases.ts"
import * as Connection from "./Connection.ts"
import { timeLimit } from "./TimeLimit.ts"

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
/** How many rows one statement deletes. */
const batchSize = 1000
/** How long a process that tends the table waits for the database. */
const tendTimeout = "30 seconds"

/** The database has not answered a process that tends the table. */
class NoAnswer extends TaggedError("NoAnswer") {}

/** A statement that always returns a row has returned none. */
class NoRow extends TaggedError("NoRow") {}

/** Names in any text, without the bytes that Postgres refuses. */
const escaped = (name: string): string => JSON.stringify(name).slice(1, -1)

/** A time from now on, by the clock of the database. */
const fromNow = (sql: SqlClient.SqlClient, millis: number) =>
  sql`clock_timestamp() + ${millis}::float8 * interval '1 millisecond'`

/** The stores, and what keeps their table in order. */
export const make = Effect.fnUntraced(function* <E, R>({
  createTable = true,
  sql: layer,
  table: tableName = "gatefold_fleet"
}: PostgresOptions<E, R>): Effect.fn.Return<Stores, InvalidOption, R | Scope.Scope> {
  const connection = yield* Connection.make(SqlClient.SqlClient, layer, { store: "Postgres" })
  const connected = yield* Effect.option(connection.now)
  if (Option.isSome(connected) && !isPostgres(connected.value)) {
    return yield* new InvalidOption({ option: "sql", problem: "it must connect to a Postgres" })
  }

  /** A statement in its own transaction, even if the app uses the same client for one. */
  const run = <A, Error>(
    statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, Error>
  ): Effect.Effect<A, Error | Connection.NotConnected> =>
    Effect.flatMap(connection.now, (client) =>
      Effect.updateContext(statement(client.withoutTransforms()), (context: Context.Context<never>) =>
        Context.omit(client.transactionService)(context)
      )
    ).pipe(Effect.retry({ while: lostRace }))

  const create = run((sql) => {
    const table = sql(tableName)
    const [quoted] = sql`${table}`.compile()
    return Effect.gen(function* () {
      const [found] = yield* sql<{ exists: boolean }>`SELECT to_regclass(${quoted}::text) IS NOT NULL AS exists`
      if (found?.exists === true) return
      yield* sql.withTransaction(
        Effect.andThen(
          sql`CREATE TABLE ${table} (
            name text COLLATE "C" PRIMARY KEY,
            value text NOT NULL,
            count double precision NOT NULL DEFAULT 0,
            expires_at timestamptz NOT NULL
          )`,
          sql`CREATE INDEX ON ${table} (expires_at)`
        )
      )
    })
    // Of processes that start together one creates the table; the others fail, and find it.
  }).pipe(Effect.retry({ times: 3 }))

  const deleteExpired = run((sql) => {
    const table = sql(tableName)
    // An array is read once; with IN, a plan may read the rows again, and delete more of them.
    return sql<{ count: number }>`WITH deleted AS (
      DELETE FROM ${table} WHERE name = ANY (ARRAY(
        SELECT name FROM ${table} WHERE expires_at <= now()
        ORDER BY expires_at LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED
      )) RETURNING 1
    ) SELECT count(*)::int AS count FROM deleted`
  }).pipe(
    Effect.repeat({
      schedule: Schedule.spaced("50 millis"),
      while: ([deleted]) => deleted?.count === batchSize
    })
  )

  let problem: string | undefined
  const tend = timeLimit(createTable ? Effect.andThen(create, deleteExpired) : deleteExpired, {
    duration: tendTimeout,
    orElse: () => Effect.fail(new NoAnswer())
  }).pipe(
    Effect.matchEffect({
      onSuccess: () =>
        Effect.sync(() => {
          problem = undefined
        }),
      onFailure: (error) => {
        // Only the kind of failure is logged, once: a message could quote stored values.
        const kind = isSqlError(error) ? error.reason._tag : error._tag
        if (kind === problem) return Effect.void
        problem = kind
        return Effect.logWarning(
          `The table ${tableName} of the fleet cannot be used (${kind}); each process is on its own.`
        )
      }
    })
  )
  yield* timeLimit(tend, { duration: Connection.firstAttemptTimeout, orElse: () => Effect.void })
  yield* tend.pipe(Effect.schedule(Schedule.jittered(Schedule.spaced(Duration.millis(tendMillis)))), Effect.forkScoped)

  const put = (name: string, value: string, millis: number) =>
    Effect.asVoid(
      run(
        (sql) => sql`INSERT INTO ${sql(tableName)} (name, value, expires_at)
          VALUES (${escaped(name)}, ${value}, ${fromNow(sql, millis)})
          ON CONFLICT (name) DO UPDATE
          SET value = excluded.value, count = excluded.count, expires_at = excluded.expires_at`
      )
    )

  return {
    persistence: {
      make: (prefix) =>
        Effect.succeed({
          get: (name) =>
            run(
              (sql) => sql<{ value: string }>`SELECT value FROM ${sql(tableName)}
                WHERE name = ${escaped(`${prefix}:${name}`)} AND expires_at > clock_timestamp()`
            ).pipe(
              Effect.flatMap(([row]) =>
                row === undefined ? Effect.undefined : Effect.try((): object => JSON.parse(row.value))
              )
            ),
          set: (name, value, ttl) => put(`${prefix}:${name}`, JSON.stringify(value), Duration.toMillis(ttl))
        })
    },
    counters: {
      /** The value of a counter is the one that the last request got. */
      fixedWindow: ({ key, limit, refillRate, tokens }) => {
        const addedMillis = Duration.toMillis(refillRate) * tokens
        return Effect.flatMap(
          run(
            (sql) => sql<{ value: string; count: number; millis: number }>`INSERT INTO ${sql(tableName)} AS kept
              (name, value, count, expires_at)
              VALUES (${escaped(key)}, 'allowed', ${tokens}::float8, ${fromNow(sql, addedMillis)})
              ON CONFLICT (name) DO UPDATE SET (value, count, expires_at) = (
                SELECT
                  CASE WHEN refused THEN 'refused' ELSE 'allowed' END,
                  CASE WHEN refused THEN kept.count WHEN ended THEN excluded.count ELSE kept.count + excluded.count END,
                  CASE WHEN refused THEN kept.expires_at ELSE added
                    + CASE WHEN ended THEN present ELSE kept.expires_at END END
                FROM (SELECT clock_timestamp() AS present, ${addedMillis}::float8 * interval '1 millisecond' AS added) AS moment,
                  LATERAL (SELECT kept.expires_at <= present AS ended) AS life,
                  LATERAL (SELECT NOT ended AND kept.count + excluded.count > ${limit ?? null}::float8 AS refused) AS rule
              )
              RETURNING value, count,
                greatest(0, extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 AS millis`
          ),
          ([row]): Effect.Effect<readonly [number, number], NoRow> =>
            row === undefined
              ? Effect.fail(new NoRow())
              : Effect.succeed([row.value === "refused" ? row.count + tokens : row.count, row.millis])
        )
      }
    },
    leases: {
      // A second statement would see another moment; a row that this one does not see yet is held by another process.
      acquire: (name, token, leaseMillis) =>
        Effect.map(
          run(
            (sql) => sql<{ acquired: boolean; done: boolean }>`WITH acquired AS (
                INSERT INTO ${sql(tableName)} AS kept (name, value, expires_at)
                VALUES (${escaped(name)}, ${heldBy(token)}, ${fromNow(sql, leaseMillis)})
                ON CONFLICT (name) DO UPDATE
                SET value = excluded.value, count = excluded.count, expires_at = excluded.expires_at
                WHERE kept.expires_at <= clock_timestamp()
                RETURNING 1
              )
              SELECT EXISTS (SELECT FROM acquired) AS acquired, EXISTS (
                SELECT FROM ${sql(tableName)}
                WHERE name = ${escaped(name)} AND value = ${done} AND expires_at > clock_timestamp()
              ) AS done`
          ),
          ([row]): Acquired => (row?.acquired === true ? "acquired" : row?.done === true ? "done" : "busy")
        ),
      complete: (name, ttlMillis) => put(name, done, ttlMillis),
      release: (name, token) =>
        Effect.asVoid(
          run((sql) => sql`DELETE FROM ${sql(tableName)} WHERE name = ${escaped(name)} AND value = ${heldBy(token)}`)
        )
    }
  }
})

const isPostgres = (client: SqlClient.SqlClient): boolean =>
  client.onDialectOrElse({ pg: () => true, orElse: () => false })

/** Whether another process was faster, at a level of isolation that is stricter than the default of Postgres. */
const lostRace = (error: unknown): boolean =>
  isSqlError(error) && (error.reason._tag === "SerializationError" || error.reason._tag === "DeadlockError")
