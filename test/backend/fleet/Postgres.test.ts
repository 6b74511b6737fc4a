/** What only a Postgres has: its table, its transactions, its connections. */
import * as fs from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import { serveSilence } from "../../support/listen.ts"
import { makeTcpProxy } from "../../support/TcpProxy.ts"
import { eventually } from "../../support/turns.ts"
import { secret } from "./brokenStore.ts"
import { postgresProcess, postgresUrl, createSchema } from "./kinds.ts"

const url = typeof postgresUrl === "string" ? undefined : postgresUrl
const hour = 3_600_000

const world = Effect.gen(function* () {
  if (url === undefined) return yield* Effect.die(postgresUrl)
  const { schema, sql, table } = yield* createSchema(url)
  const warnings: Array<unknown> = []
  const logger = Logger.make(({ logLevel, message }) => void (logLevel === "Warn" && warnings.push(message)))
  const observed = Effect.provide(Logger.layer([logger]))
  const process = (options: Parameters<typeof postgresProcess>[2] = {}) =>
    postgresProcess(url.href, table, options).pipe(observed)
  const rows = sql<{ name: string }>`SELECT name FROM ${sql(table)} ORDER BY name`
  return { observed, process, rows, schema, sql, table, url, warnings }
})

describe.skipIf(url === undefined)(
  `the table of a fleet${url === undefined ? ` (skipped: ${postgresUrl})` : ""}`,
  () => {
    it.effect("is created once by processes that start together, and kept by those that follow", () =>
      Effect.gen(function* () {
        const { process, schema, sql, warnings } = yield* world
        const processes = yield* Effect.all(
          Array.from({ length: 8 }, () => process({ maxConnections: 1 })),
          { concurrency: "unbounded" }
        )
        yield* Effect.forEach(processes, (fleet, i) => fleet.write(`${i}`, { i }, hour), { concurrency: "unbounded" })
        const last = yield* process()
        expect(yield* Effect.forEach(processes, (_, i) => last.read(`${i}`))).toStrictEqual(
          processes.map((_, i) => ({ i }))
        )
        const indexes = sql<{ indexdef: string }>`SELECT indexdef FROM pg_indexes WHERE schemaname = ${schema}`
        expect((yield* indexes).map(({ indexdef }) => indexdef.replace(/.* USING /, "")).toSorted()).toStrictEqual([
          "btree (expires_at)",
          "btree (name)"
        ])
        expect(warnings).toStrictEqual([])
      })
    )

    it.effect("has the definition of the guide", () =>
      Effect.gen(function* () {
        const { process, schema, sql, table } = yield* world
        const guide = fs.readFileSync("docs/guides/many-processes.md", "utf8")
        const statements = /```sql\n(CREATE TABLE gatefold_fleet[^`]*)```/
          .exec(guide)![1]!
          .split(";")
          .filter((text) => text.trim())
        expect(statements.length).toBe(2)
        const shape = sql`SELECT column_name, data_type, is_nullable, column_default, collation_name
        FROM information_schema.columns WHERE table_schema = ${schema} ORDER BY column_name`
        yield* process()
        const own = yield* shape
        yield* sql`DROP TABLE ${sql(table)}`
        for (const text of statements) yield* sql.unsafe(text.replaceAll("gatefold_fleet", table))
        expect(yield* shape).toStrictEqual(own)
        const fleet = yield* process({ createTable: false })
        yield* fleet.write("a", {}, hour)
        expect(yield* fleet.read("a")).toStrictEqual({})
      })
    )

    it.effect("is not created where the app creates it, and is used as soon as it exists", () =>
      Effect.gen(function* () {
        const { observed, process, rows, warnings } = yield* world
        const fleet = yield* process({ createTable: false })
        expect((yield* observed(Effect.flip(fleet.read("a")))).problem).toBe("it failed")
        expect((yield* Effect.exit(rows))._tag).toBe("Failure")
        expect(warnings.flat()[0]).toMatch(/table .*\.fleet .*SqlSyntaxError/)
        yield* process()
        yield* TestClock.adjust(5000)
        expect(yield* fleet.read("a")).toBeUndefined()
      })
    )

    it.effect("is created again within seconds when it was dropped", () =>
      Effect.gen(function* () {
        const { process, rows, sql, table } = yield* world
        const fleet = yield* process()
        yield* sql`DROP TABLE ${sql(table)}`
        yield* Effect.flip(fleet.write("a", {}, hour))
        yield* TestClock.adjust(15_000)
        yield* eventually(Effect.exit(rows), ({ _tag }) => _tag === "Success")
        yield* fleet.write("a", {}, hour)
        expect((yield* rows).length).toBe(1)
      }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
    )

    it.effect("is cleared of all expired rows in the background, and of no others", () =>
      Effect.gen(function* () {
        const { process, rows, sql, table, warnings } = yield* world
        const fleet = yield* process()
        yield* fleet.write("kept", {}, hour)
        yield* sql`INSERT INTO ${sql(table)} (name, value, expires_at)
        SELECT 'old ' || n, '{}', now() - interval '1 second' FROM generate_series(1, 2500) AS n`
        // One that another transaction holds is left to the next time, and keeps nobody waiting.
        const left = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT FROM ${sql(table)} WHERE name = 'old 1' FOR UPDATE`
            yield* TestClock.adjust(15_000)
            return yield* eventually(Effect.tap(rows, TestClock.adjust(50)), ({ length }) => length <= 2)
          })
        )
        expect(left.map(({ name }) => name)).toStrictEqual(["gatefold:kept", "old 1"])
        yield* TestClock.adjust(15_000)
        yield* eventually(rows, ({ length }) => length === 1)
        expect(warnings).toStrictEqual([])
      })
    )
  }
)

describe.skipIf(url === undefined)(
  `a Postgres of a fleet${url === undefined ? ` (skipped: ${postgresUrl})` : ""}`,
  () => {
    it.effect("counts and leases in no transaction of the app, even with the client of the app", () =>
      Effect.gen(function* () {
        const { sql, table } = yield* world
        const context = yield* Layer.build(
          Fleet.layerPostgres({ sql: Layer.succeed(SqlClient.SqlClient, sql), table, secret })
        )
        const fleet = Context.get(context, Fleet.Fleet)
        const rolledBack = sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT 1`
            expect((yield* fleet.count("a", 1, hour)).allowed).toBe(true)
            expect(yield* fleet.acquire("b", "mine", hour)).toBe("acquired")
            return yield* Effect.fail("rolled back")
          })
        )
        expect(yield* Effect.flip(rolledBack)).toBe("rolled back")
        expect((yield* fleet.count("a", 1, hour)).allowed).toBe(false)
        expect(yield* fleet.acquire("b", "other", hour)).toBe("busy")
      })
    )

    it.effect.each([
      ["at the strictest isolation", { startupParameters: { default_transaction_isolation: "serializable" } }],
      ["without named statements, as some poolers need it", { prepare: false }],
      ["with names that the client changes", { transformResultNames: (name: string) => name.toUpperCase() }],
      ["on one connection that many share", { multiplex: true, maxConnections: 1 }]
    ] as const)(
      "counts and leases %s",
      ([, options]) =>
        Effect.gen(function* () {
          const { process } = yield* world
          const processes = [yield* process(options), yield* process(options)]
          const each = Array.from({ length: 30 }, (_, i) => processes[i % 2]!)
          const all = { concurrency: "unbounded" } as const
          const counts = yield* Effect.forEach(each, (fleet) => fleet.count("a", 7, hour), all)
          expect(counts.filter(({ allowed }) => allowed).length).toBe(7)
          const leases = yield* Effect.forEach(each, (fleet, i) => fleet.acquire("b", `${i}`, hour), all)
          expect(leases.filter((lease) => lease === "acquired").length).toBe(1)
        }),
      { skip: url === undefined }
    )

    it.effect("may end connections at any time", () =>
      Effect.gen(function* () {
        const { process, sql } = yield* world
        const applicationName = `gatefold-test-${crypto.randomUUID()}`
        const fleet = yield* process({ applicationName })
        yield* fleet.write("a", {}, hour)
        const ended = yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = ${applicationName}`
        expect(ended.length).toBeGreaterThan(0)
        yield* eventually(
          Effect.tap(Effect.exit(fleet.read("a")), TestClock.adjust(5000)),
          (exit) => exit._tag === "Success"
        )
        expect(yield* fleet.read("a")).toStrictEqual({})
      }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
    )

    it.live.each(["cut", "hangs", "works"] as const)(
      "does not keep a process from starting or ending when its server is silent and the line $0",
      (mood) =>
        Effect.gen(function* () {
          const silent = yield* serveSilence
          const line = yield* Effect.acquireRelease(
            Effect.promise(() => makeTcpProxy(silent.port)),
            (line) => Effect.promise(line.close)
          )
          line.becomes(mood)
          const started = postgresProcess(`postgres://nobody@127.0.0.1:${line.port}/none`, "none")
          const error = yield* Effect.scoped(Effect.flatMap(started, (fleet) => Effect.flip(fleet.read("a"))))
          expect(error._tag).toBe("FleetUnavailable")
        }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
    )

    it.effect("cannot be another kind of database", () =>
      Effect.gen(function* () {
        const sqlite = SqlClient.make({
          acquirer: Effect.die("it is not asked"),
          compiler: Statement.makeCompilerSqlite(),
          driver: "none",
          spanAttributes: []
        }).pipe(Effect.provide(Reactivity.layer))
        const layer = Fleet.layerPostgres({ sql: Layer.effect(SqlClient.SqlClient, sqlite), secret })
        expect(yield* Effect.flip(Layer.build(layer))).toMatchObject({ _tag: "InvalidOption", option: "sql" })
      })
    )
  }
)
