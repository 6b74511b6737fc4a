/** SQLite in WebAssembly, in memory: the optional peer `@sqlite.org/sqlite-wasm`. */
import sqlite3InitModule, { type Database, type PreparedStatement, type Sqlite3Static } from "@sqlite.org/sqlite-wasm"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import * as Migrations from "./Migrations.ts"
import * as Sqlite from "./Sqlite.ts"

const makeConnection = (sqlite3: Sqlite3Static, database: Database): Sqlite.Connection => {
  /** Runs what may fail, with the errors of `node:sqlite`. */
  const attempt = <A>(run: () => A): A => {
    if (!database.isOpen()) throw Object.assign(new Error("database is not open"), { code: "ERR_INVALID_STATE" })
    try {
      return run()
    } catch (cause) {
      if (cause instanceof sqlite3.SQLite3Error) Object.assign(cause, { errcode: cause.resultCode })
      throw cause
    }
  }

  const queryRows = <A>(
    statement: PreparedStatement,
    params: ReadonlyArray<Sqlite.Value>,
    read: () => A
  ): ReadonlyArray<A> =>
    attempt(() => {
      const rows: Array<A> = []
      try {
        if (params.length > 0) statement.bind(params)
        while (statement.step()) rows.push(read())
        return rows
      } finally {
        statement.reset(true)
      }
    })

  const prepare = (text: string): Sqlite.Statement => {
    const statement = attempt(() => database.prepare(text))
    const all: Sqlite.Statement["all"] = (...params) => queryRows(statement, params, () => statement.get({}))
    return { all, get: (...params) => all(...params)[0], run: all }
  }

  return {
    exec: (text) => void attempt(() => database.exec(text)),
    prepare,
    prepareArrays: (text) => {
      const statement = attempt(() => database.prepare(text))
      return () => queryRows(statement, [], () => statement.get([]))
    },
    get isTransaction() {
      return database.isOpen() && sqlite3.capi.sqlite3_get_autocommit(database) === 0
    },
    function: (name, { deterministic }, call) => {
      database.createFunction({ name, deterministic, xFunc: (_context, argument) => call(argument) })
    }
  }
}

const open = (sqlite3: Sqlite3Static): Sqlite.Opened => {
  const database = new sqlite3.oo1.DB(Sqlite.memory)
  const connection = makeConnection(sqlite3, database)
  connection.exec("PRAGMA foreign_keys = ON")
  Migrations.create(connection)
  return { database: connection, file: Sqlite.memory, isPrivate: true, close: () => database.close() }
}

/** Starts SQLite. The published type omits the options that it accepts. */
const initialize: (options?: { readonly locateFile: () => string }) => Promise<Sqlite3Static> = sqlite3InitModule

const load = (url: string | undefined): Effect.Effect<Sqlite3Static> =>
  Effect.tryPromise({
    try: () => (url === undefined ? initialize() : initialize({ locateFile: () => url })),
    catch: (cause) =>
      new InvalidOption({ option: "sqliteUrl", problem: `${url ?? "sqlite3.wasm"} cannot be loaded: ${String(cause)}` })
  }).pipe(Effect.orDie)

/** Databases in memory, whatever the name; `url` is where `sqlite3.wasm` is, if not where the bundler has put it. */
export const layer = (url: string | undefined): Layer.Layer<Sqlite.Sqlite> =>
  Layer.effect(
    Sqlite.Sqlite,
    Effect.map(load(url), (sqlite3) => ({ open: () => Effect.sync(() => open(sqlite3)) }))
  )
