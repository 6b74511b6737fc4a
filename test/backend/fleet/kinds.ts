/**
 * The stores that a fleet can share, each with names of its own that are gone after a test: memory, a Redis and a
 * Postgres. The servers are on this machine, and anybody else may use them, too.
 */
import { createConnection } from "node:net"
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import { makeTcpProxy, type TcpProxy } from "../../support/TcpProxy.ts"
import { secret } from "./brokenStore.ts"

/** What several processes share, and what a test does to it from outside. */
export interface World {
  /** Another process, with connections of its own. */
  readonly process: Effect.Effect<Fleet.Fleet["Service"], unknown, Scope.Scope>
  /** Lets a time pass for an entry. */
  readonly pass: (name: string, millis: number) => Effect.Effect<void, unknown>
  /** What only a server has. */
  readonly server?: {
    /** A process whose line to the store a test can break. */
    readonly processBehind: (line: TcpProxy) => Effect.Effect<Fleet.Fleet["Service"], unknown, Scope.Scope>
    readonly line: Effect.Effect<TcpProxy, never, Scope.Scope>
    /** Puts in the place of an entry what no process has written. */
    readonly put: (name: string, text: string) => Effect.Effect<void, unknown>
  }
}

export interface Kind {
  readonly name: string
  /** Why there is none; undefined if there is. */
  readonly missing: string | undefined
  readonly open: Effect.Effect<World, unknown, Scope.Scope>
}

/** Processes that share stores in memory, which a test may have changed. */
export const inMemory = (change: (stores: Fleet.Stores) => Fleet.Stores = (stores) => stores): Kind => ({
  name: "in memory",
  missing: undefined,
  open: Effect.map(Fleet.memory, (stores) => ({
    process: Fleet.make(change(stores), { secret }),
    pass: (_, millis) => TestClock.adjust(millis)
  }))
})

const lineTo = (url: URL, port: number) =>
  Effect.acquireRelease(
    Effect.promise(() => makeTcpProxy(Number(url.port) || port)),
    (line) => Effect.promise(line.close)
  )

const through = (url: URL, line: TcpProxy): string => {
  const other = new URL(url)
  other.host = `127.0.0.1:${line.port}`
  return other.href
}

/** The URL of a server on this machine, or why there is none. */
const serverAt = (variable: string, given: string | undefined): URL | string => {
  if (given === undefined) return `set ${variable}`
  const url = new URL(given)
  return ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname) ? url : "not this machine"
}

const start = (layer: Layer.Layer<Fleet.Fleet, unknown>) =>
  Effect.map(Layer.build(Layer.fresh(layer)), Context.get(Fleet.Fleet))

export const redisUrl = serverAt("GATEFOLD_TEST_REDIS_URL", process.env["GATEFOLD_TEST_REDIS_URL"])

const openRedis = Effect.fnUntraced(function* (url: URL) {
  const prefix = `gatefold-test-${crypto.randomUUID()}`
  const context = yield* Layer.build(NodeRedis.layer({ url: url.href }))
  const { send } = Context.get(context, Redis.Redis)
  const used = new Set<string>()
  const noteKey = (name: string) => {
    const key = `${prefix}:${name}`
    used.add(key)
    return key
  }
  /** Notes the names that are used, to take them away. */
  const noting = (fleet: Fleet.Fleet["Service"]): Fleet.Fleet["Service"] => ({
    ...fleet,
    write: (name, ...args) => fleet.write((noteKey(name), name), ...args),
    count: (name, ...args) => fleet.count((noteKey(name), name), ...args),
    acquire: (name, ...args) => fleet.acquire((noteKey(name), name), ...args),
    complete: (name, ...args) => fleet.complete((noteKey(name), name), ...args)
  })
  yield* Effect.addFinalizer(() => (used.size === 0 ? Effect.void : Effect.orDie(send("DEL", ...used))))
  const processAt = (href: string) =>
    Effect.map(
      start(Fleet.layerRedis({ redis: NodeRedis.layer({ url: href, disableOfflineQueue: true }), secret, prefix })),
      noting
    )
  const world: World = {
    process: processAt(url.href),
    pass: (name, millis) =>
      Effect.flatMap(send<number>("PTTL", noteKey(name)), (left) =>
        left < 0 ? Effect.void : send("PEXPIRE", noteKey(name), String(left - millis))
      ),
    server: {
      processBehind: (line) => processAt(through(url, line)),
      line: lineTo(url, 6379),
      put: (name, text) => Effect.asVoid(send("SET", noteKey(name), text, "PX", "3600000"))
    }
  }
  return world
})

/** Whether a Postgres lets us in. */
const answers = (url: URL): Promise<boolean> =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(Number(url.port) || 5432, url.hostname, () => {
      socket.destroy()
      resolve(true)
    }).once("error", () => resolve(false))
  }).then(
    (listens) =>
      listens &&
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`).pipe(
        Effect.provide(PgClient.layer({ url: Redacted.make(url.href) })),
        Effect.isSuccess,
        Effect.runPromise
      )
  )

const probe = async (): Promise<URL | string> => {
  const variable = "GATEFOLD_TEST_POSTGRES_URL"
  const given = process.env[variable]
  if (given !== undefined) return serverAt(variable, given)
  for (const user of ["root", "postgres"]) {
    const url = new URL(`postgres://${user}@127.0.0.1:5432/test`)
    if (await answers(url)) return url
  }
  return `set ${variable}`
}

export const postgresUrl = await probe()

/** A schema of a Postgres that is gone in the end, and a client that nothing breaks. */
export const createSchema = Effect.fnUntraced(function* (url: URL) {
  const schema = `gatefold_test_${crypto.randomUUID().replaceAll("-", "")}`
  const sql = Context.get(
    yield* Layer.build(PgClient.layer({ url: Redacted.make(url.href), maxConnections: 2 })),
    SqlClient.SqlClient
  )
  yield* Effect.acquireRelease(sql`CREATE SCHEMA ${sql(schema)}`, () =>
    Effect.orDie(sql`DROP SCHEMA ${sql(schema)} CASCADE`)
  )
  return { schema, sql, table: `${schema}.fleet` }
})

/** A process of a fleet over a Postgres. */
export const postgresProcess = (
  url: string,
  table: string,
  options: Partial<PgClient.PgPoolConfig & Pick<Fleet.PostgresOptions<never, never>, "createTable">> = {}
) => {
  const { createTable, ...pool } = options
  const sql = PgClient.layer({ url: Redacted.make(url), maxConnections: 5, ...pool })
  return start(Fleet.layerPostgres({ sql, table, secret, createTable }))
}

const openPostgres = Effect.fnUntraced(function* (url: URL) {
  const { sql, table } = yield* createSchema(url)
  const quoteName = (name: string) => JSON.stringify(`gatefold:${name}`).slice(1, -1)
  const world: World = {
    process: postgresProcess(url.href, table),
    pass: (name, millis) =>
      sql`UPDATE ${sql(table)} SET expires_at = expires_at - ${millis}::float8 * interval '1 millisecond'
        WHERE name = ${quoteName(name)}`,
    server: {
      processBehind: (line) => postgresProcess(through(url, line), table),
      line: lineTo(url, 5432),
      put: (name, text) =>
        sql`INSERT INTO ${sql(table)} (name, value, expires_at)
          VALUES (${quoteName(name)}, ${text}, now() + interval '1 hour')
          ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`
    }
  }
  return world
})

const server = (name: string, url: URL | string, open: (url: URL) => Kind["open"]): Kind => ({
  name: typeof url === "string" ? `${name} (skipped: ${url})` : name,
  missing: typeof url === "string" ? url : undefined,
  open: Effect.suspend(() => (typeof url === "string" ? Effect.die(url) : open(url)))
})

export const kinds: ReadonlyArray<Kind> = [
  inMemory(),
  server("over a Redis", redisUrl, openRedis),
  server("over a Postgres", postgresUrl, openPostgres)
]
